#include "nn/framework/problem/tensor_sizes.h"

#include <algorithm>
#include <limits>

namespace tiramisu::nn {

namespace {

template <typename Extents>
std::string product_text(const Extents &extents) {
    std::string text;
    for (const int extent : extents) {
        text += (text.empty() ? "" : "x") + std::to_string(extent);
    }
    return text;
}

/// `count` is a double: extents are at most 2^24, which four times fit no 64 bits.
void require_countable(const std::string &subject, const std::string &tensor, double count,
                       source_place where) {
    if (count > std::numeric_limits<int>::max()) {
        throw user_error(subject, "",
                         tensor + " has more elements than 32-bit integers count, at most " +
                             std::to_string(std::numeric_limits<int>::max()) +
                             "; cut the problem into smaller ones",
                         where);
    }
}

template <typename Extents>
double product_of(const Extents &extents) {
    double count = 1;
    for (const int extent : extents) {
        count *= std::max(extent, 1);
    }
    return count;
}

} // namespace

void check_tensor_size(const std::string &subject, const std::string &tensor,
                       std::initializer_list<int> extents, source_place where) {
    require_countable(subject, tensor + " of " + product_text(extents), product_of(extents), where);
}

void check_tensor_size(const std::string &subject, const std::string &tensor,
                       const std::array<int, 4> &extents, layout format, source_place where) {
    const std::string what = tensor + " of " + product_text(extents);
    require_countable(subject, what, product_of(extents), where);
    require_countable(subject, what + " as " + to_string(format) + ", whose blocks are filled up,",
                      static_cast<double>(element_count(format, extents)), where);
}

} // namespace tiramisu::nn
