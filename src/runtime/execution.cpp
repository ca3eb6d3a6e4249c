#include "runtime/execution.h"

#include <cstdint>
#include <cstdlib>
#include <new>

#include "runtime/parallel.h"

namespace {

thread_local tiramisu_execution *here = nullptr;

} // namespace

namespace tiramisu::rt {

tiramisu_execution *execution_here() {
    return here;
}

block *new_block(std::size_t bytes, std::size_t alignment) {
    void *memory = std::aligned_alloc(alignment, bytes);
    return memory != nullptr ? new (memory) block{nullptr, nullptr, bytes, true, true} : nullptr;
}

} // namespace tiramisu::rt

using tiramisu::rt::block;

/// Threads hold it for the time of a few loads, and come seldom: an array for each is made outside
/// of the inner loops.
class tiramisu_execution::lock {
public:
    explicit lock(std::atomic_flag &busy) : busy_(busy) {
        while (busy_.test_and_set(std::memory_order_acquire)) {
            tiramisu::rt::relax();
        }
    }
    ~lock() { busy_.clear(std::memory_order_release); }
    lock(const lock &) = delete;
    lock &operator=(const lock &) = delete;

private:
    std::atomic_flag &busy_;
};

tiramisu_execution::tiramisu_execution(int most_threads, void *memory, std::size_t bytes)
    : threads(most_threads), rest_(static_cast<char *>(memory)),
      end_(memory != nullptr ? rest_ + bytes : rest_) {}

tiramisu_execution::~tiramisu_execution() {
    while (blocks_ != nullptr) {
        block *const one = blocks_;
        blocks_ = one->next;
        if (one->is_allocated) {
            std::free(one);
        }
    }
}

block *tiramisu_execution::smallest_free(std::size_t bytes) const {
    block *found = nullptr;
    for (block *one = blocks_; one != nullptr; one = one->next) {
        if (!one->is_taken && one->bytes >= bytes &&
            (found == nullptr || one->bytes < found->bytes)) {
            found = one;
        }
    }
    return found;
}

block *tiramisu_execution::cut_off(std::size_t bytes, std::size_t alignment) {
    const std::size_t passed = -reinterpret_cast<std::uintptr_t>(rest_) % alignment;
    const auto left = static_cast<std::size_t>(end_ - rest_);
    if (left < passed || left - passed < bytes) {
        return nullptr;
    }
    block *const made = new (rest_ + passed) block{this, nullptr, bytes, true, false};
    rest_ += passed + bytes;
    return made;
}

block *tiramisu_execution::take(std::size_t bytes, std::size_t alignment) {
    const lock held(busy_);
    if (block *const kept = smallest_free(bytes)) {
        kept->is_taken = true;
        return kept;
    }
    block *made = cut_off(bytes, alignment);
    made = made != nullptr ? made : tiramisu::rt::new_block(bytes, alignment);
    if (made != nullptr) {
        made->owner = this;
        made->next = blocks_;
        blocks_ = made;
        bytes_.fetch_add(bytes, std::memory_order_relaxed);
    }
    return made;
}

void tiramisu_execution::give_back(block &one) {
    const lock held(busy_);
    one.is_taken = false;
}

extern "C" {

tiramisu_execution *tiramisu_new_execution(int threads, void *memory, std::size_t bytes) {
    void *place = threads >= 0 ? std::malloc(sizeof(tiramisu_execution)) : nullptr;
    return place != nullptr ? new (place) tiramisu_execution(threads, memory, bytes) : nullptr;
}

void tiramisu_delete_execution(tiramisu_execution *how) {
    if (how != nullptr) {
        how->~tiramisu_execution();
        std::free(how);
    }
}

tiramisu_execution *tiramisu_set_execution(tiramisu_execution *how) {
    tiramisu_execution *const before = here;
    here = how;
    return before;
}

std::size_t tiramisu_execution_bytes(const tiramisu_execution *how) {
    return how->bytes();
}

} // extern "C"
