#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "nn/framework/program/program_compiler.h"
#include "support/byte_text.h"
#include "tiramisu/error.h"
#include "tiramisu/function_image.h"

// What a layer's code is made of, as bytes. A class of code names its fields, in any order:
//
//     template <typename Record>
//     void record(Record &with) { with(run_, pack_, weights_count_); }
//
// and the record writes or reads them: compiled functions, texts, numbers, lists, values that may
// be missing and shared values of these, and what has record() itself.

namespace tiramisu::nn {

/// Writes code whose functions have images.
class code_writer {
public:
    explicit code_writer(const code_images &images) : images_(images) {}

    template <typename... Fields>
    void operator()(Fields &...all) {
        (write(all), ...);
    }
    const std::string &bytes() const { return to_.bytes(); }

private:
    const code_images &images_;
    support::byte_writer to_;

    /// Throws std::out_of_range where there is no image.
    void write(compiled_function &one) { to_.text(one ? images_.at(one.name()) : ""); }
    void write(std::string &one) { to_.text(one); }
    template <typename Element>
    void write(std::vector<Element> &all) {
        to_.number(all.size());
        for (Element &one : all) {
            write(one);
        }
    }
    template <typename Value>
    void write(std::optional<Value> &one) {
        to_.number(one.has_value() ? 1 : 0);
        if (one) {
            write(*one);
        }
    }
    template <typename Value>
    void write(std::shared_ptr<const Value> &one) {
        std::optional<Value> value = one == nullptr ? std::nullopt : std::optional<Value>(*one);
        write(value);
    }
    template <typename Value>
    void write(Value &one) {
        if constexpr (std::is_integral_v<Value> || std::is_enum_v<Value>) {
            to_.number(static_cast<std::uint64_t>(one));
        } else {
            one.record(*this);
        }
    }
};

/// Reads it in another process. Throws internal_error where the bytes are others.
class code_reader {
public:
    /// Refers to the bytes.
    explicit code_reader(std::string_view bytes) : from_(bytes) {}

    template <typename... Fields>
    void operator()(Fields &...all) {
        (read(all), ...);
    }

private:
    support::byte_reader from_;

    void read(compiled_function &one) {
        const std::string image = from_.text();
        one = image.empty() ? compiled_function() : load_function_image(image);
        if (!image.empty() && !one) {
            throw internal_error("code that was kept refers to what this process does not have");
        }
    }
    void read(std::string &one) { one = from_.text(); }
    template <typename Element>
    void read(std::vector<Element> &all) {
        support::read_all(from_, all, [this](support::byte_reader &) {
            Element one{};
            read(one);
            return one;
        });
    }
    template <typename Value>
    void read(std::optional<Value> &one) {
        one.reset();
        if (from_.number() != 0) {
            read(one.emplace());
        }
    }
    template <typename Value>
    void read(std::shared_ptr<const Value> &one) {
        std::optional<Value> value;
        read(value);
        one = value ? std::make_shared<const Value>(std::move(*value)) : nullptr;
    }
    template <typename Value>
    void read(Value &one) {
        if constexpr (std::is_integral_v<Value> || std::is_enum_v<Value>) {
            one = static_cast<Value>(from_.number());
        } else {
            one.record(*this);
        }
    }
};

} // namespace tiramisu::nn
