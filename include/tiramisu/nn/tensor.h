#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "tiramisu/nn/element_type.h"
#include "tiramisu/nn/layout.h"

namespace tiramisu::nn {

/// Sizes of a tensor of any rank, outermost first, counted as the problem does, whatever the
/// layout.
class tensor_extents {
public:
    tensor_extents() = default;
    tensor_extents(std::initializer_list<int> sizes) : sizes_(sizes) {}
    tensor_extents(std::vector<int> sizes) : sizes_(std::move(sizes)) {}
    /// Of images: image, channel, row, column.
    tensor_extents(const std::array<int, 4> &images) : sizes_(images.begin(), images.end()) {}

    std::size_t size() const { return sizes_.size(); } ///< the rank
    int operator[](std::size_t place) const { return sizes_[place]; }
    int &operator[](std::size_t place) { return sizes_[place]; }
    auto begin() const { return sizes_.begin(); }
    auto end() const { return sizes_.end(); }

    /// The same of images. Throws user_error if the rank is not 4.
    std::array<int, 4> of_images() const;
    operator std::array<int, 4>() const { return of_images(); }

private:
    std::vector<int> sizes_;
};

/// What a layer reads or writes.
struct tensor {
    std::string name; ///< as the layer's run() calls it
    tensor_extents extents;
    layout format = layout::nchw; ///< of images; others lie without gaps, the last extent innermost
    element_type type = element_type::f32;

    std::size_t size() const; ///< in elements, with those that a layout has too many
    std::size_t bytes() const { return size() * bytes_of(type); }
};

/// `count` values, a channel each.
inline tensor vector_tensor(const std::string &name, int count,
                            element_type type = element_type::f32) {
    return {name, {1, count, 1, 1}, layout::nchw, type};
}

} // namespace tiramisu::nn
