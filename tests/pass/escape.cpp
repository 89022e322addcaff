// Locals carry hooks exactly when other code may know their address.
// RUN: %clangxx -O1 -S -emit-llvm %s -o - | %sites | FileCheck %s --implicit-check-not=hidden

void keep(int* p); // unknown: may keep it
static int look(const int& p) {
  return p + 1;
} // known: looks and forgets
static int* kept;
static void store(int* p) {
  kept = p;
}

int unshared(int n) {
  int hidden[4] = {n, n, n, n};
  int hiddenToo = 3;
  for (int i = 0; i < n; ++i)
    hidden[i & 3] += look(hiddenToo);
  return hidden[n & 3];
}

int passedOn() {
  int shared = 1;
  // CHECK-DAG: escape.cpp:[[@LINE-1]]:7 store 4 `shared` in _Z8passedOnv
  keep(&shared);
  return shared;
  // CHECK-DAG: escape.cpp:[[@LINE-1]]:10 load 4 `shared` in _Z8passedOnv
}

int storedByCallee() {
  int visible = 1;
  // CHECK-DAG: escape.cpp:[[@LINE-1]]:7 store 4 `visible` in _Z14storedByCalleev
  store(&visible);
  return visible;
}

void inThread(void* closure);

int captured() {
  int count = 0;
  auto body = [&count] { ++count; };
  // CHECK-DAG: escape.cpp:[[@LINE-1]]:26 load 4 `count` in {{.*}}captured
  // CHECK-DAG: escape.cpp:[[@LINE-2]]:26 store 4 `count` in {{.*}}captured
  inThread(&body);
  body();
  return count;
  // CHECK-DAG: escape.cpp:[[@LINE-1]]:10 load 4 `count` in _Z8capturedv
}
