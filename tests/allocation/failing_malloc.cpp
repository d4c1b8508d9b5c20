#include "allocation/failing_malloc.h"

#include <cerrno>
#include <cstddef>

namespace {

constexpr std::int64_t kNever = -1;
std::int64_t live = 0;
std::int64_t left = kNever;  // number of allocations that still succeed
bool failed = false;
bool excepted = false;  // during the allocation of an exception object, for which the C++ runtime
                        // has an emergency pool

bool fails() {
  if (left == kNever || excepted) return false;
  if (left-- > 0) return false;
  failed = true;
  left = kNever;  // only one failure: handling it may allocate
  return true;
}

void* counted(void* memory) {
  if (memory != nullptr) ++live;
  return memory;
}

}  // namespace

extern "C" {
void* __real_malloc(std::size_t);
void* __real_calloc(std::size_t, std::size_t);
void* __real_realloc(void*, std::size_t);
void* __real_aligned_alloc(std::size_t, std::size_t);
int __real_posix_memalign(void**, std::size_t, std::size_t);
void __real_free(void*);
void* __real___cxa_allocate_exception(std::size_t) noexcept;

void* __wrap_malloc(std::size_t size) { return fails() ? nullptr : counted(__real_malloc(size)); }
void* __wrap_calloc(std::size_t count, std::size_t size) {
  return fails() ? nullptr : counted(__real_calloc(count, size));
}
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  if (fails()) return nullptr;
  const std::int64_t before = live;  // it may call malloc
  void* memory = __real_aligned_alloc(alignment, size);
  live = before;
  return counted(memory);
}
int __wrap_posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  if (fails()) return ENOMEM;
  const std::int64_t before = live;
  const int status = __real_posix_memalign(memory, alignment, size);
  live = before;
  if (status == 0) counted(*memory);
  return status;
}
void* __wrap_realloc(void* old, std::size_t size) {
  if (fails()) return nullptr;
  void* memory = __real_realloc(old, size);
  return old == nullptr ? counted(memory) : memory;
}
void __wrap_free(void* memory) {
  if (memory != nullptr) --live;
  __real_free(memory);
}

void* __wrap___cxa_allocate_exception(std::size_t size) noexcept {
  excepted = true;
  void* memory = __real___cxa_allocate_exception(size);
  excepted = false;
  return memory;
}
}

namespace ffn::test {

std::int64_t live_allocations() { return live; }

void fail_after(std::int64_t count) {
  failed = false;
  left = count;
}

bool stop_failing() {
  left = kNever;
  return failed;
}

}  // namespace ffn::test
