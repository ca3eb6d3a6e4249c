#pragma once

#include <atomic>
#include <cstddef>

#include "tiramisu/runtime.h"

namespace tiramisu::rt {

/// The header in front of a temporary array. A block lives as long as its execution, and one array
/// after the other takes it.
struct block {
    tiramisu_execution *owner; ///< null for a block that is freed with its array
    block *next;               ///< of the same owner
    std::size_t bytes;         ///< from its beginning to its end, with what surrounds the array
    bool is_taken;
    bool is_allocated; ///< else it lies in the caller's memory
};

/// How this thread executes calls; null if as the process does by default.
tiramisu_execution *execution_here();

/// While it lives, this thread executes calls as `execution` says.
class execution_scope {
public:
    explicit execution_scope(tiramisu_execution *opts) : before_(tiramisu_set_execution(opts)) {}
    ~execution_scope() { tiramisu_set_execution(before_); }
    execution_scope(const execution_scope &) = delete;
    execution_scope &operator=(const execution_scope &) = delete;

private:
    tiramisu_execution *before_;
};

/// A block of at least so many bytes, at an address that is a multiple of `alignment`, which
/// divides their number; null where there is no memory.
block *new_block(std::size_t bytes, std::size_t alignment);

/// What is wrong with options, without a subject: "is given ...". No code and no text: nothing.
struct execution_problem {
    int code = 0;
    char text[192] = "";
};

execution_problem problem_of(const tiramisu_execution_options &opts);

} // namespace tiramisu::rt

/// How calls are executed: on how many threads, and the blocks that their temporary arrays take.
/// Several threads may take blocks at once.
struct tiramisu_execution {
    explicit tiramisu_execution(const tiramisu_execution_options &opts);
    ~tiramisu_execution();
    tiramisu_execution(const tiramisu_execution &) = delete;
    tiramisu_execution &operator=(const tiramisu_execution &) = delete;

    const int threads; ///< of a parallel loop; 0: as the process says

    /// A block as new_block() gives, one that was given back if there is one.
    tiramisu::rt::block *take(std::size_t bytes, std::size_t alignment);
    void give_back(tiramisu::rt::block &one);
    std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

private:
    class lock;

    const tiramisu_allocator allocator_;

    std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
    char *rest_, *const end_; ///< of the caller's memory: what is in no block
    tiramisu::rt::block *blocks_ = nullptr;
    std::atomic<std::size_t> bytes_{0};

    tiramisu::rt::block *take_kept(std::size_t bytes, std::size_t alignment);
    tiramisu::rt::block *smallest_free(std::size_t bytes) const;
    tiramisu::rt::block *cut_off(std::size_t bytes, std::size_t alignment);
    tiramisu::rt::block *allocate(std::size_t bytes, std::size_t alignment) const;
    void add(tiramisu::rt::block &made);
};
