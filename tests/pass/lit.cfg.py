# Tests of the pass: each file says in its RUN lines how it is compiled and in its CHECK lines what the
# instrumented code must look like.
#
#   %opt      runs the pass alone on IR, so that nothing else changes it
#   %clang    compiles C, %clangxx C++, with the pass, to IR, as heddle does
#   %sites    prints the site table of IR, one line per record (print_sites.py)
#   %graph    prints the summary graph of IR, one line per node (print_graph.py)
import sys

import lit.formats

config.name = "heddle-pass"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".c", ".cpp"]
config.test_source_root = config.heddle_pass_tests

plugin = config.heddle_lib + "/libheddle_pass.so"
flags = f"-g -fno-pie -mcx16 -D_GLIBCXX_ASSERTIONS -fpass-plugin={plugin}"
config.substitutions += [
    ("%opt", f"{config.llvm_bin}/opt -load-pass-plugin={plugin} -passes=heddle,verify -S"),
    ("%clangxx", f"{config.llvm_bin}/clang++ -std=c++20 -fstandalone-debug {flags}"),
    ("%clang", f"{config.llvm_bin}/clang -std=c11 {flags}"),
    ("%graph", f"{sys.executable} {config.heddle_pass_tests}/print_graph.py"),
    ("%sites", f"{sys.executable} {config.heddle_pass_tests}/print_sites.py"),
    ("%llvm", config.llvm_bin),
    ("FileCheck", f"{config.llvm_bin}/FileCheck"),
]
