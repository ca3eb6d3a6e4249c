#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace tiramisu::bench {

/// Allocates at addresses that are multiples of a cache line, so that nobody's vectors straddle
/// lines by accident.
template <typename T>
struct cache_line_allocator {
    using value_type = T;
    static constexpr std::align_val_t line{64};

    cache_line_allocator() = default;
    template <typename U>
    cache_line_allocator(const cache_line_allocator<U> &) {}
    T *allocate(std::size_t count) {
        return static_cast<T *>(::operator new(count * sizeof(T), line));
    }
    void deallocate(T *memory, std::size_t) { ::operator delete(memory, line); }
    friend bool operator==(const cache_line_allocator &, const cache_line_allocator &) {
        return true;
    }
    friend bool operator!=(const cache_line_allocator &, const cache_line_allocator &) {
        return false;
    }
};

using aligned_floats = std::vector<float, cache_line_allocator<float>>;

} // namespace tiramisu::bench
