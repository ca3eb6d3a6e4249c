#include "runtime/execution.h"

#include <HalideRuntime.h>

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "runtime/allocation_text.h"
#include "runtime/parallel.h"

namespace {

using tiramisu::rt::block;

thread_local tiramisu_execution *here = nullptr;

block *block_in(void *memory, std::size_t bytes) {
    return memory != nullptr ? new (memory) block{nullptr, nullptr, bytes, true, true} : nullptr;
}

__attribute__((format(printf, 2, 3))) tiramisu::rt::execution_problem
problem(int code, const char *format, ...) {
    tiramisu::rt::execution_problem made;
    made.code = code;
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(made.text, sizeof made.text, format, arguments);
    va_end(arguments);
    return made;
}

} // namespace

namespace tiramisu::rt {

tiramisu_execution *execution_here() {
    return here;
}

block *new_block(std::size_t bytes, std::size_t alignment) {
    return block_in(std::aligned_alloc(alignment, bytes), bytes);
}

execution_problem problem_of(const tiramisu_execution_options &opts) {
    const tiramisu_allocator &by = opts.allocator;
    if (opts.threads < 0) {
        return problem(
            halide_error_code_param_too_small,
            "is to be executed by %d threads, must be at least 0, which leaves it to the "
            "process",
            opts.threads);
    }
    if (opts.memory == nullptr && opts.bytes != 0) {
        return problem(halide_error_code_requirement_failed,
                       "is given %zu bytes for temporary arrays, but no memory", opts.bytes);
    }
    if ((by.allocate == nullptr) != (by.release == nullptr)) {
        return problem(halide_error_code_requirement_failed,
                       "is given an allocator that cannot %s; it needs both functions, or none",
                       by.allocate == nullptr ? "allocate" : "release");
    }
    if (opts.device != nullptr || opts.stream != nullptr) {
        return problem(halide_error_code_unimplemented,
                       "is to be executed on a %s, but calls take none yet: kernels run on the "
                       "device of the process; leave device and stream null",
                       opts.device != nullptr ? "device" : "stream of a device");
    }
    return {};
}

} // namespace tiramisu::rt

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

tiramisu_execution::tiramisu_execution(const tiramisu_execution_options &opts)
    : threads(opts.threads), allocator_(opts.allocator), rest_(static_cast<char *>(opts.memory)),
      end_(opts.memory != nullptr ? rest_ + opts.bytes : rest_) {}

tiramisu_execution::~tiramisu_execution() {
    while (blocks_ != nullptr) {
        block *const one = blocks_;
        blocks_ = one->next;
        if (one->is_allocated && allocator_.release != nullptr) {
            allocator_.release(allocator_.context, one, one->bytes);
        } else if (one->is_allocated) {
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
    block *taken = take_kept(bytes, alignment);
    if (taken == nullptr) {
        // An allocator may take long, and call whatever it likes: nobody waits for it.
        taken = allocate(bytes, alignment);
        if (taken != nullptr) {
            const lock held(busy_);
            add(*taken);
        }
    }
    return taken;
}

block *tiramisu_execution::take_kept(std::size_t bytes, std::size_t alignment) {
    const lock held(busy_);
    if (block *const kept = smallest_free(bytes)) {
        kept->is_taken = true;
        return kept;
    }
    block *const made = cut_off(bytes, alignment);
    if (made != nullptr) {
        add(*made);
    }
    return made;
}

block *tiramisu_execution::allocate(std::size_t bytes, std::size_t alignment) const {
    if (allocator_.allocate == nullptr) {
        return tiramisu::rt::new_block(bytes, alignment);
    }
    void *const given = allocator_.allocate(allocator_.context, bytes, alignment);
    if (reinterpret_cast<std::uintptr_t>(given) % alignment != 0) {
        // Code would end the process at its first vector.
        allocator_.release(allocator_.context, given, bytes);
        tiramisu::rt::note_misaligned_memory(alignment);
        return nullptr;
    }
    return block_in(given, bytes);
}

void tiramisu_execution::add(block &made) {
    made.owner = this;
    made.next = blocks_;
    blocks_ = &made;
    bytes_.fetch_add(made.bytes, std::memory_order_relaxed);
}

void tiramisu_execution::give_back(block &one) {
    const lock held(busy_);
    one.is_taken = false;
}

extern "C" {

int tiramisu_make_execution(const tiramisu_execution_options *opts, tiramisu_execution **made) {
    *made = nullptr;
    tiramisu::rt::execution_problem found = tiramisu::rt::problem_of(*opts);
    void *const place = found.code == 0 ? std::malloc(sizeof(tiramisu_execution)) : nullptr;
    if (found.code == 0 && place == nullptr) {
        found = problem(halide_error_code_out_of_memory, "cannot be made: out of memory");
    }
    if (found.code != 0) {
        char message[sizeof found.text + 16];
        std::snprintf(message, sizeof message, "execution: %s", found.text);
        halide_error(nullptr, message);
        return found.code;
    }
    *made = new (place) tiramisu_execution(*opts);
    return 0;
}

tiramisu_execution *tiramisu_new_execution(int threads, void *memory, std::size_t bytes) {
    void *place = threads >= 0 ? std::malloc(sizeof(tiramisu_execution)) : nullptr;
    tiramisu_execution_options opts = {};
    opts.threads = threads;
    opts.memory = memory;
    opts.bytes = bytes;
    return place != nullptr ? new (place) tiramisu_execution(opts) : nullptr;
}

void tiramisu_delete_execution(tiramisu_execution *opts) {
    if (opts != nullptr) {
        opts->~tiramisu_execution();
        std::free(opts);
    }
}

tiramisu_execution *tiramisu_set_execution(tiramisu_execution *opts) {
    tiramisu_execution *const before = here;
    here = opts;
    return before;
}

std::size_t tiramisu_execution_bytes(const tiramisu_execution *opts) {
    return opts->bytes();
}

} // extern "C"
