#include "graph/onnx/tensor_data.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <optional>

#include "graph/onnx/element_types.h"
#include "support/byte_text.h"
#include "support/narrow_floats.h"
#include "tiramisu/error.h"

// ONNX's files and this library's machines are little-endian: raw bytes are elements.

namespace tiramisu::graph {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string &reason) {
    throw std::runtime_error(reason);
}

template <typename T>
tensor from_bytes(const tensor_type &type, const std::string &bytes) {
    return {type, support::elements_of<T>(bytes)};
}

tensor from_bytes(const tensor_type &type, const std::string &bytes) {
    switch (type.elements) {
    case p_float32: return from_bytes<float>(type, bytes);
    case p_float64: return from_bytes<double>(type, bytes);
    case p_int64: return from_bytes<std::int64_t>(type, bytes);
    case p_int32: return from_bytes<std::int32_t>(type, bytes);
    case p_int8: return from_bytes<std::int8_t>(type, bytes);
    case p_int16: return from_bytes<std::int16_t>(type, bytes);
    case p_uint16: return from_bytes<std::uint16_t>(type, bytes);
    case p_uint32: return from_bytes<std::uint32_t>(type, bytes);
    case p_uint64: return from_bytes<std::uint64_t>(type, bytes);
    default: return from_bytes<std::uint8_t>(type, bytes);
    }
}

/// Of a list of the message, in which small types lie as larger ones.
template <typename T, typename List>
tensor from_list(const tensor_type &type, const List &list) {
    if (list.size() != count_of(type.extents)) {
        refuse("has " + std::to_string(list.size()) + " values, its sizes " +
               to_text(type.extents) + " say " + std::to_string(count_of(type.extents)));
    }
    std::vector<T> values;
    values.reserve(static_cast<std::size_t>(list.size()));
    for (const auto value : list) {
        values.push_back(static_cast<T>(value));
    }
    return {type, std::move(values)};
}

tensor from_lists(const tensor_type &type, const onnx::Tensor &from) {
    switch (type.elements) {
    case p_float32: return from_list<float>(type, from.float_data());
    case p_float64: return from_list<double>(type, from.double_data());
    case p_int64: return from_list<std::int64_t>(type, from.int64_data());
    case p_int32: return from_list<std::int32_t>(type, from.int32_data());
    case p_int8: return from_list<std::int8_t>(type, from.int32_data());
    case p_int16: return from_list<std::int16_t>(type, from.int32_data());
    case p_uint16: return from_list<std::uint16_t>(type, from.int32_data());
    case p_uint32: return from_list<std::uint32_t>(type, from.uint64_data());
    case p_uint64: return from_list<std::uint64_t>(type, from.uint64_data());
    default: return from_list<std::uint8_t>(type, from.int32_data());
    }
}

// --- halves

constexpr int of_float16 = 10, of_bfloat16 = 16; ///< numbers of TensorProto.DataType

bool is_half(const onnx::Tensor &from) {
    return from.data_type() == of_float16 || from.data_type() == of_bfloat16;
}

tensor widened(const tensor &halves, int type) {
    const std::uint16_t *const bits = halves.data<std::uint16_t>();
    std::vector<float> values;
    for (std::int64_t i = 0; i < halves.count(); i++) {
        values.push_back(type == of_float16 ? support::half_value(bits[i])
                                            : support::bfloat_value(bits[i]));
    }
    return {halves.extents(), std::move(values)};
}

// --- integers of less than a byte

/// Several lie in a byte, the first in the lowest bits.
struct narrow {
    int bits;
    bool is_signed;
};

std::optional<narrow> narrow_of(int type) {
    static const std::map<int, narrow> all = {
        {21, {4, false}}, {22, {4, true}}, {25, {2, false}}, {26, {2, true}}};
    const auto found = all.find(type);
    return found == all.end() ? std::nullopt : std::optional(found->second);
}

/// As integers of a byte each.
tensor unpacked(const std::string &bytes, const narrow &what, const shape &extents) {
    std::vector<std::int8_t> values;
    const int each = 8 / what.bits, base = 1 << what.bits;
    for (std::int64_t i = 0; i < count_of(extents); i++) {
        const auto byte = static_cast<unsigned char>(bytes[static_cast<std::size_t>(i / each)]);
        const int value = byte >> (static_cast<int>(i % each) * what.bits) & (base - 1);
        const bool is_negative = what.is_signed && value >= base / 2;
        values.push_back(static_cast<std::int8_t>(is_negative ? value - base : value));
    }
    return {tensor_type{what.is_signed ? p_int8 : p_uint8, extents}, std::move(values)};
}

tensor_type type_of(const onnx::Tensor &from) {
    const auto elements = is_half(from) ? std::optional(p_uint16) : from_onnx(from.data_type());
    if (!elements) {
        refuse("elements of " + onnx_type_name(from.data_type()) + " are not supported");
    }
    const shape extents(from.dims().begin(), from.dims().end());
    std::int64_t bytes = 0;
    if (__builtin_mul_overflow(count_of(extents), size_in_bytes(*elements), &bytes)) {
        refuse("has the sizes " + to_text(extents) + ", which are too large");
    }
    return {*elements, extents};
}

std::int64_t number(const std::map<std::string, std::string> &entries, const std::string &key,
                    std::int64_t otherwise) {
    const auto found = entries.find(key);
    if (found == entries.end()) {
        return otherwise;
    }
    const std::string &text = found->second;
    const bool is_number = !text.empty() && text.size() < 19 &&
                           text.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number) {
        refuse("external data: " + key + " is \"" + text + "\", must be a number");
    }
    return std::stoll(text);
}

/// The path of a file beside the network's. One that leads out of the folder is refused, also by
/// links, so that a file from elsewhere cannot have others read.
fs::path beside(const std::string &folder, const std::string &location) {
    const fs::path relative = location;
    const bool leaves =
        relative.is_absolute() || location.empty() || *relative.lexically_normal().begin() == "..";
    const fs::path base = folder.empty() ? fs::path(".") : fs::path(folder);
    std::error_code unknown;
    const fs::path real = fs::weakly_canonical(base / relative, unknown);
    const fs::path real_base = fs::weakly_canonical(base, unknown);
    const auto inside = real.lexically_relative(real_base);
    if (leaves || inside.empty() || *inside.begin() == "..") {
        refuse("external data: location \"" + location +
               "\" leads out of the network's folder, must be a path inside of it");
    }
    return base / relative;
}

// --- constants of which the file has only what is not zero

/// The numbers of elements, of which each is named by an index for each dimension.
std::vector<std::int64_t> row_major(const std::vector<std::int64_t> &indices,
                                    const shape &extents) {
    std::vector<std::int64_t> numbers;
    for (std::size_t i = 0; i < indices.size(); i += extents.size()) {
        std::int64_t number = 0;
        for (std::size_t d = 0; d < extents.size(); d++) {
            if (indices[i + d] < 0 || indices[i + d] >= extents[d]) {
                refuse("has a value at " + std::to_string(indices[i + d]) + " of dimension " +
                       std::to_string(d + 1) + ", which has " + std::to_string(extents[d]));
            }
            number = number * extents[d] + indices[i + d];
        }
        numbers.push_back(number);
    }
    return numbers;
}

/// Zeros, but for these values at elements of these numbers.
tensor scattered(const tensor &values, const std::vector<std::int64_t> &numbers,
                 const shape &extents) {
    constexpr std::int64_t most = std::int64_t{1} << 29; // as of all values of a network
    const std::int64_t count = count_of(extents);
    if (count > most) {
        refuse("has " + std::to_string(count) + " elements, supported are up to " +
               std::to_string(most));
    }
    const auto size = static_cast<std::size_t>(size_in_bytes(values.elements()));
    std::string bytes(static_cast<std::size_t>(count) * size, '\0');
    const char *const from = static_cast<const char *>(values.bytes());
    for (std::size_t i = 0; i < numbers.size(); i++) {
        if (numbers[i] < 0 || numbers[i] >= count) {
            refuse("has a value at element " + std::to_string(numbers[i]) + " of " +
                   std::to_string(count));
        }
        std::memcpy(&bytes[static_cast<std::size_t>(numbers[i]) * size], from + i * size, size);
    }
    return from_bytes({values.elements(), extents}, bytes);
}

} // namespace

std::string tensor_reader::external_bytes(const onnx::Tensor &from, std::int64_t wanted) const {
    std::map<std::string, std::string> entries;
    for (const onnx::Entry &one : from.external_data()) {
        entries[one.key()] = one.value();
    }
    const fs::path path = beside(folder_, entries["location"]);
    const std::int64_t offset = number(entries, "offset", 0);
    const std::int64_t length = number(entries, "length", wanted);
    if (length != wanted) {
        refuse("external data: length is " + std::to_string(length) + ", its sizes say " +
               std::to_string(wanted));
    }
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file || !fs::is_regular_file(path)) {
        refuse("external data: the file " + path.string() + " cannot be read");
    }
    const std::int64_t there = file.tellg();
    if (offset > there || length > there - offset) {
        refuse("external data: " + std::to_string(length) + " bytes from " +
               std::to_string(offset) + " on are not in " + path.string() + ", which has " +
               std::to_string(there));
    }
    std::string bytes(static_cast<std::size_t>(length), '\0');
    file.seekg(offset);
    if (!file.read(bytes.data(), length)) {
        refuse("external data: the file " + path.string() + " cannot be read");
    }
    return bytes;
}

bool is_narrow(const onnx::Tensor &from) {
    return narrow_of(from.data_type()).has_value();
}

tensor tensor_reader::read_narrow(const onnx::Tensor &from) const {
    const narrow what = *narrow_of(from.data_type());
    const shape extents(from.dims().begin(), from.dims().end());
    const std::int64_t each = 8 / what.bits, count = count_of(extents);
    const std::int64_t wanted = count / each + (count % each == 0 ? 0 : 1);
    std::string bytes;
    if (from.data_location() == 1) {
        bytes = external_bytes(from, wanted);
    } else if (from.has_raw_data()) {
        bytes = from.raw_data();
    } else {
        for (const std::int32_t one : from.int32_data()) {
            bytes += static_cast<char>(one);
        }
    }
    if (static_cast<std::int64_t>(bytes.size()) != wanted) {
        refuse("has " + std::to_string(bytes.size()) + " bytes, its sizes " + to_text(extents) +
               " of " + std::to_string(what.bits) + " bits say " + std::to_string(wanted));
    }
    return unpacked(bytes, what, extents);
}

tensor tensor_reader::read(const onnx::Tensor &from) const {
    if (is_narrow(from)) {
        return read_narrow(from);
    }
    const tensor plain = as_stored(from);
    return is_half(from) ? widened(plain, from.data_type()) : plain;
}

tensor tensor_reader::read(const onnx::SparseTensor &from) const {
    const tensor values = read(from.values()), places = read(from.indices());
    const shape extents(from.dims().begin(), from.dims().end());
    const auto rank = static_cast<std::int64_t>(extents.size());
    const std::int64_t count = values.count();
    const bool are_single = places.extents() == shape{count};
    // ONNX says int64; ONNX Runtime's optimizer writes the smallest that holds them.
    const bool are_integers = !is_float(places.elements()) && places.elements() != p_boolean;
    if (values.extents() != shape{count} || !are_integers ||
        !(are_single || places.extents() == shape{count, rank})) {
        refuse("has values of " + to_text(values.type()) + " at places of " +
               to_text(places.type()) + ", must have a row of values, and places of integers " +
               to_text(shape{count}) + " or " + to_text(shape{count, rank}));
    }
    const std::vector<std::int64_t> rows = places.integers();
    return scattered(values, are_single ? rows : row_major(rows, extents), extents);
}

tensor tensor_reader::as_stored(const onnx::Tensor &from) const {
    const tensor_type type = type_of(from);
    const std::int64_t bytes = count_of(type.extents) * size_in_bytes(type.elements);
    if (from.data_location() == 1) {
        return from_bytes(type, external_bytes(from, bytes));
    }
    if (!from.has_raw_data()) {
        return from_lists(type, from);
    }
    if (static_cast<std::int64_t>(from.raw_data().size()) != bytes) {
        refuse("has " + std::to_string(from.raw_data().size()) + " bytes, its sizes " +
               to_text(type.extents) + " say " + std::to_string(bytes));
    }
    return {type, std::shared_ptr<const void>(file_, from.raw_data().data())};
}

onnx::Tensor to_onnx(const std::string &name, const tensor &values) {
    onnx::Tensor made;
    made.set_name(name);
    made.set_data_type(to_onnx(values.elements()));
    for (const std::int64_t size : values.extents()) {
        made.add_dims(size);
    }
    made.set_raw_data(values.bytes(),
                      static_cast<std::size_t>(values.count()) *
                          static_cast<std::size_t>(size_in_bytes(values.elements())));
    return made;
}

} // namespace tiramisu::graph
