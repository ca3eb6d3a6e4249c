#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "support/evaluator.h"

namespace tiramisu::oracle {

/// Sums of small whole numbers are exact in any order, those of larger ones are not; a minimum or
/// maximum starts at infinity.
bool is_exact(const value &number);

/// A dense, row-major array of one type. Remembers which elements have a value.
class array {
public:
    array() = default;
    /// No element has a value yet.
    array(primitive_t type, std::vector<std::int64_t> extents);

    primitive_t type() const { return type_; }
    const std::vector<std::int64_t> &extents() const { return extents_; }
    std::int64_t size() const { return static_cast<std::int64_t>(elements_.size()); }

    bool has(const std::vector<std::int64_t> &index) const;
    /// Position of an element; throws meaningless if it is outside. `name` is for the text.
    std::int64_t position(const std::string &name, const std::vector<std::int64_t> &index) const;
    /// Throws meaningless if the element has no value.
    const value &get(const std::string &name, std::int64_t position) const;
    void set(std::int64_t position, const value &element);
    const value &operator[](std::int64_t position) const {
        return elements_[static_cast<std::size_t>(position)];
    }

    /// The elements as they lie in the memory of a generated function.
    std::vector<std::uint8_t> bytes() const;
    void set_bytes(const std::vector<std::uint8_t> &bytes);

private:
    primitive_t type_ = p_none;
    std::vector<std::int64_t> extents_;
    std::vector<value> elements_;
    std::vector<bool> has_value_;
};

using memory = std::map<std::string, array>;

} // namespace tiramisu::oracle
