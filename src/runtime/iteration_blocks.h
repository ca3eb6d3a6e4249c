#pragma once

#include <atomic>

namespace tiramisu::rt {

/// The iterations of a loop as blocks of neighbours, one for each thread: what a thread wrote in
/// one loop it then finds in its own caches in the next. A thread that is done with its block helps
/// with those of others, since iterations differ in cost (triangles, sparse rows), and cores may be
/// busy with something else.
class iteration_blocks {
public:
    /// None of several threads may be taking any.
    void reset(int iterations, int threads);

    /// Hands out iterations [first, last) of the block of `thread`, counted from 0; false if none
    /// is left there.
    bool take_own(int thread, int &first, int &last);
    /// Hands out iterations of the block of another.
    bool take_foreign(int thread, int &first, int &last);
    /// Whether iterations are left that nobody has taken.
    bool are_left() const;

private:
    static constexpr int most_blocks = 64;

    // On a cache line of its own, so that threads in blocks of their own do not wait for each
    // other.
    struct alignas(64) block {
        std::atomic<int> next{0}; ///< iteration that nobody has taken
        int end = 0;
    };

    int blocks_ = 0;
    block all_[most_blocks];

    static bool take(block &from, int &first, int &last);
};

} // namespace tiramisu::rt
