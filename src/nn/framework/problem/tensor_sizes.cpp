#include "nn/framework/problem/tensor_sizes.h"

#include <algorithm>
#include <limits>

namespace tiramisu::nn {

void check_tensor_size(const std::string &subject, const std::string &tensor,
                       std::initializer_list<int> extents, source_place where) {
    double count = 1; // extents are at most 2^24, which four times fit no 64 bits
    std::string product;
    for (const int extent : extents) {
        count *= std::max(extent, 1);
        product += (product.empty() ? "" : "x") + std::to_string(extent);
    }
    if (count > std::numeric_limits<int>::max()) {
        throw user_error(subject, "",
                         tensor + " of " + product +
                             " has more elements than 32-bit integers count, at most " +
                             std::to_string(std::numeric_limits<int>::max()) +
                             "; cut the problem into smaller ones",
                         where);
    }
}

} // namespace tiramisu::nn
