#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "tiramisu/nn/element_type.h"

namespace tiramisu::nn {

/// Memory that a layer reads, and what its elements are. Layers refuse memory of another type than
/// their tensor has. A pointer says its type, but of 16-bit floats, for which C++17 has none.
class const_elements {
public:
    const_elements() = default; ///< none
    const_elements(std::nullptr_t) {}
    const_elements(const float *data) : const_elements(data, element_type::f32) {}
    const_elements(const std::int32_t *data) : const_elements(data, element_type::s32) {}
    const_elements(const std::int8_t *data) : const_elements(data, element_type::s8) {}
    const_elements(const std::uint8_t *data) : const_elements(data, element_type::u8) {}
    const_elements(const void *data, element_type type) : data_(data), type_(type) {}

    const void *data() const { return data_; } ///< null: there is none
    element_type type() const { return type_; }

private:
    const void *data_ = nullptr;
    element_type type_ = element_type::f32;
};

/// The same of memory that a layer writes.
class elements {
public:
    elements() = default;
    elements(std::nullptr_t) {}
    elements(float *data) : elements(data, element_type::f32) {}
    elements(std::int32_t *data) : elements(data, element_type::s32) {}
    elements(std::int8_t *data) : elements(data, element_type::s8) {}
    elements(std::uint8_t *data) : elements(data, element_type::u8) {}
    elements(void *data, element_type type) : data_(data), type_(type) {}

    void *data() const { return data_; }
    element_type type() const { return type_; }
    operator const_elements() const { return {data_, type_}; }

private:
    void *data_ = nullptr;
    element_type type_ = element_type::f32;
};

/// One of several layers for each, null for a layer that reads none: a list of pointers is one.
class const_elements_list {
public:
    const_elements_list() = default;
    const_elements_list(std::initializer_list<const_elements> all) : all_(all) {}
    const_elements_list(std::vector<const_elements> all) : all_(std::move(all)) {}
    const_elements_list(const std::vector<const float *> &all) : all_(all.begin(), all.end()) {}

    std::size_t size() const { return all_.size(); }
    const const_elements &operator[](std::size_t place) const { return all_[place]; }
    const const_elements &back() const { return all_.back(); }
    auto begin() const { return all_.begin(); }
    auto end() const { return all_.end(); }

private:
    std::vector<const_elements> all_;
};

} // namespace tiramisu::nn
