#include "tiramisu/nn/layer_weights.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>
#include <utility>

namespace tiramisu::nn {

namespace {

constexpr std::size_t cache_line = 64;        // also a vector of 16 floats
constexpr std::size_t large_page = 2u << 20u; // of x86-64 and of most others

/// Weights of many megabytes are read from the first to the last, over and over: in pages of 4 KiB
/// their addresses alone would not fit the processor's tables.
void ask_for_large_pages(void *memory, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes, MADV_HUGEPAGE); // only a wish: what becomes of it does not matter
#else
    (void)memory;
    (void)bytes;
#endif
}

} // namespace

layer_weights::layer_weights(std::size_t size, const std::string &made_for, element_type type)
    : size_(size), type_(type), made_for_(made_for) {
    if (size > std::numeric_limits<std::size_t>::max() / bytes_of(type) - large_page) {
        throw std::bad_alloc(); // as many bytes, rounded up to whole pages, cannot be counted
    }
    const std::size_t wanted = size * bytes_of(type);
    const bool is_large = wanted >= large_page;
    const std::size_t alignment = is_large ? large_page : cache_line;
    const std::size_t bytes = (wanted + alignment - 1) / alignment * alignment;
    data_.reset(std::aligned_alloc(alignment, std::max(bytes, alignment)));
    if (!data_) {
        throw std::bad_alloc();
    }
    if (is_large) {
        ask_for_large_pages(data_.get(), bytes);
    }
}

layer_weights::layer_weights(layer_weights &&other) noexcept
    : size_(std::exchange(other.size_, 0)), type_(other.type_),
      made_for_(std::exchange(other.made_for_, {})), data_(std::move(other.data_)) {}

layer_weights &layer_weights::operator=(layer_weights &&other) noexcept {
    layer_weights taken(std::move(other));
    std::swap(size_, taken.size_);
    std::swap(type_, taken.type_);
    std::swap(made_for_, taken.made_for_);
    std::swap(data_, taken.data_);
    return *this;
}

void layer_weights::release::operator()(void *memory) const {
    std::free(memory);
}

} // namespace tiramisu::nn
