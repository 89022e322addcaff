// A node that its consumer frees while a reader still walks over it, and a missed notification.
#include <atomic>
#include <condition_variable>
#include <mutex>

struct Node {
  int value;
  Node* next;
};

Node* head;
std::mutex mutex;
std::condition_variable ready;
std::atomic<int> hits;
bool filled;

int sum() {
  int total = 0;
  for (Node* node = head; node; node = node->next)
    total += node->value;
  return total;
}

void pop() {
  Node* node = head;
  head = node->next;
  delete node;
}

void consume() {
  std::unique_lock lock(mutex);
  if (!filled)
    ready.wait(lock);
  hits.fetch_add(1);
}

void produce() {
  filled = true;
  ready.notify_one();
}
