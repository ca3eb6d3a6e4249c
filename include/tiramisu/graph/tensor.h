#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tiramisu/type.h"

namespace tiramisu::graph {

/// Sizes of a tensor, outermost first; none for a single value.
using shape = std::vector<std::int64_t>;

/// Elements that a tensor of this shape has. Throws user_error where that is no number of 63 bits.
std::int64_t count_of(const shape &extents);

/// "2x3x4"; "scalar" for a single value.
std::string to_text(const shape &extents);

/// What the elements of a tensor are, and how many.
struct tensor_type {
    primitive_t elements = p_float32;
    shape extents;
};

inline bool operator==(const tensor_type &left, const tensor_type &right) {
    return left.elements == right.elements && left.extents == right.extents;
}
inline bool operator!=(const tensor_type &left, const tensor_type &right) {
    return !(left == right);
}

/// "float32 2x3x4".
std::string to_text(const tensor_type &type);

/// A tensor whose elements are known: dense, row-major. A value: copies share the elements, which
/// never change. Booleans are bytes.
class tensor {
public:
    /// A float32 of no elements.
    tensor() : tensor(shape{0}, std::vector<float>()) {}
    /// Throws internal_error if there are not as many values as the shape has elements.
    template <typename T>
    tensor(const shape &extents, std::vector<T> values)
        : tensor({primitive_type_of<T>(), extents}, std::move(values)) {}
    /// The same where T is only how elements lie: bytes of booleans.
    template <typename T>
    tensor(const tensor_type &type, std::vector<T> values) : type_(type) {
        require_count(values.size(), sizeof(T));
        const auto kept = std::make_shared<const std::vector<T>>(std::move(values));
        data_ = std::shared_ptr<const void>(kept, kept->data());
    }

    /// Of elements that are there already, as many as the shape has, and stay as they are.
    tensor(tensor_type type, std::shared_ptr<const void> elements)
        : type_(std::move(type)), data_(std::move(elements)) {}

    const tensor_type &type() const { return type_; }
    primitive_t elements() const { return type_.elements; }
    const shape &extents() const { return type_.extents; }
    std::int64_t count() const { return count_of(type_.extents); }

    /// Throws internal_error where the elements are no T.
    template <typename T>
    const T *data() const {
        require_elements(sizeof(T), primitive_type_of<T>());
        return static_cast<const T *>(data_.get());
    }
    const void *bytes() const { return data_.get(); }

    /// The same elements in another shape of as many.
    tensor reshaped(const shape &extents) const;
    /// Values of an integer or boolean tensor. Throws internal_error for others.
    std::vector<std::int64_t> integers() const;

private:
    tensor_type type_;
    std::shared_ptr<const void> data_;

    void require_count(std::size_t values, std::size_t size) const;
    void require_elements(std::size_t size, primitive_t type) const;
};

} // namespace tiramisu::graph
