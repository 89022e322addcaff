# make run    install what is missing, build, and watch heddle find a bug
# make test   the whole test suite; make test-fast: the part that takes a minute
# See CONTRIBUTING.md for the rest.

BUILD   ?= build
JOBS    ?= $(shell nproc)
PREFIX  ?= /usr/local

PACKAGES := clang-19 llvm-19 llvm-19-dev llvm-19-tools lld-19 libclang-rt-19-dev libclang-19-dev \
            libclang-cpp19-dev clang-format-19 clang-tidy-19 libcli11-dev libfmt-dev nlohmann-json3-dev \
            libgtest-dev libgmock-dev libbenchmark-dev ninja-build cmake gdb ccache g++ make python3 pkg-config
# Third-party classes that the tests check, and the SMT solver that src/solve is compared with.
TEST_PACKAGES := libtbb-dev libboost-dev libconcurrentqueue-dev libreaderwriterqueue-dev z3

SUDO     := $(if $(filter 0,$(shell id -u)),,sudo)
SOURCES   = $(shell find src bench tests/unit tests/golden tests/fuzz -not -path "*/golden/sources/*" \( -name "*.cpp" -o -name "*.h" \) | sort)

.PHONY: all setup setup-tests setup-libraries build build-gcc run ci test test-fast test-slow bench bench-autocontest bench-depcon bench-pcr bench-values bench-libraries fuzz format format-check lint analyze install clean

all: build

# Asks dpkg first: if everything is installed, nothing is downloaded and root is not needed.
setup: WANTED = $(PACKAGES)
setup-tests: WANTED = $(PACKAGES) $(TEST_PACKAGES)
setup-libraries: WANTED = $(PACKAGES) $(shell python3 -B bench/libraries/libraries.py --packages)
setup setup-tests setup-libraries:
	@missing=$$(for p in $(WANTED); do \
	    dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done); \
	if [ -n "$$missing" ]; then \
	    echo "installing:" $$missing; \
	    $(SUDO) apt-get update -q && \
	    $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $$missing; \
	fi

$(BUILD)/build.ninja:
	cmake -G Ninja -S . -B $(BUILD) -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 \
	      -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache

build: $(BUILD)/build.ninja
	ninja -C $(BUILD) -j $(JOBS)

# With a second compiler: everything but tests and what must be Clang's, the library that the pass instruments.
build-gcc/build.ninja:
	cmake -G Ninja -S . -B build-gcc -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O1 \
	      -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache

build-gcc: setup build-gcc/build.ninja
	ninja -C build-gcc -j $(JOBS) heddle heddle_frontend heddle_engine heddle_pass

# Only the program and its parts: `make run` is not to wait for tests to compile.
run: setup $(BUILD)/build.ninja
	ninja -C $(BUILD) -j $(JOBS) heddle heddle_frontend heddle_engine heddle_pass heddle_subject
	$(BUILD)/bin/heddle demo

# Each tier ends with its ten slowest tests.
RUN_TESTS = ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS) --output-junit junit.xml
SLOWEST   = python3 -B tools/slowest_tests.py $(BUILD)/junit.xml

# Everything a change must pass.
test: setup-tests build
	$(RUN_TESTS) && $(SLOWEST)

# What a change must pass on any machine: the quick steps first, each with its duration.
ci: setup-tests
	@for step in format-check lint build-gcc test; do \
	    start=$$(date +%s); \
	    $(MAKE) --no-print-directory $$step || exit 1; \
	    echo "ci: $$step took $$(($$(date +%s) - start)) s"; \
	done

# Unit, exactness, golden, pass and meta tests, and a few end-to-end ones.
test-fast: setup-tests build
	$(RUN_TESTS) -LE slow && $(SLOWEST)

# All tests with large budgets: 100,000 executions for each corrected program. Hours.
test-slow: setup-tests build
	HEDDLE_SLOW=1 $(RUN_TESTS) && $(SLOWEST)

bench: setup $(BUILD)/build.ninja
	ninja -C $(BUILD) -j $(JOBS) bench

# The tables of the papers, with their numbers next to ours.
bench-autocontest bench-depcon bench-pcr bench-values: setup-tests $(BUILD)/build.ninja
	ninja -C $(BUILD) -j $(JOBS) $@

# What heddle says about classes of well-known libraries.
bench-libraries: setup-libraries $(BUILD)/build.ninja
	ninja -C $(BUILD) -j $(JOBS) $@

# Seeds: tests/unit/crash/corpus. Failing inputs are kept in $(BUILD)/fuzz-work.
fuzz: setup $(BUILD)/build.ninja
	ninja -C $(BUILD) -j $(JOBS) fuzz_crash_stacks
	python3 -B tests/fuzz/run.py $(BUILD)/bin/fuzz_crash_stacks --minutes 10 --work $(BUILD)/fuzz-work

format:
	@clang-format-19 -i $(SOURCES)

format-check:
	@clang-format-19 --dry-run -Werror $(SOURCES)

# clang-tidy over src; what has passed is not looked at again until it changes. The analyzer takes three times as long as all other
# checks together, and so has a target of its own.
lint analyze: setup format-check $(BUILD)/build.ninja
	ninja -C $(BUILD) build.ninja
	python3 -B tools/lint.py $(BUILD) $(JOBS) '$(CHECKS)'
lint: CHECKS = -clang-analyzer-*
analyze: CHECKS = -*,clang-analyzer-*,-clang-analyzer-optin.performance.Padding

# `make install PREFIX=/opt/heddle` installs a tool that works from there.
install: build
	cmake --install $(BUILD) --prefix $(PREFIX)

clean:
	rm -rf $(BUILD) build-gcc
