#include "tiramisu/npy_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "support/narrow_floats.h"
#include "tiramisu/generator_run.h"

// The format: "\x93NUMPY", its version, the size of the header, the header, the elements.

namespace tiramisu::tool {

namespace {

using graph::shape;
using graph::tensor;
using graph::tensor_type;

const std::string magic = "\x93NUMPY";

/// What the header calls types.
const std::pair<const char *, primitive_t> type_names[] = {
    {"|b1", p_boolean}, {"|u1", p_uint8},   {"|i1", p_int8},   {"<u2", p_uint16},
    {"<i2", p_int16},   {"<u4", p_uint32},  {"<i4", p_int32},  {"<u8", p_uint64},
    {"<i8", p_int64},   {"<f4", p_float32}, {"<f8", p_float64}};

class reader {
public:
    explicit reader(std::string path) : path_(std::move(path)) {
        std::ifstream file(path_, std::ios::binary);
        if (!file || std::filesystem::is_directory(path_)) {
            refuse("cannot be read");
        }
        bytes_.assign(std::istreambuf_iterator<char>(file), {});
    }

    tensor read() {
        constexpr std::size_t before_size = 8;
        if (bytes_.size() < before_size + 4 || bytes_.compare(0, magic.size(), magic) != 0) {
            refuse("is no file of NumPy's format");
        }
        const bool is_first = bytes_[magic.size()] == 1;
        const std::size_t begin = before_size + (is_first ? 2 : 4);
        std::size_t length = 0;
        for (std::size_t i = begin; i-- > before_size;) {
            length = length * 256 + static_cast<unsigned char>(bytes_[i]);
        }
        if (length > bytes_.size() - begin) {
            refuse("ends inside of its header");
        }
        const std::string header = bytes_.substr(begin, length);
        has_columns_ = header.find("'fortran_order': True") != std::string::npos;
        if (!has_columns_ && header.find("'fortran_order': False") == std::string::npos) {
            refuse("does not say in its header in which order its elements lie");
        }
        if (header.find("'<f2'") != std::string::npos) {
            return widened(elements({p_uint16, sizes_in(header)}, begin + length));
        }
        return elements({type_in(header), sizes_in(header)}, begin + length);
    }

private:
    std::string path_, bytes_;
    bool has_columns_ = false; ///< the first index counts neighbours, as in Fortran

    [[noreturn]] void refuse(const std::string &reason) const {
        throw failure("\"" + path_ + "\" " + reason);
    }

    /// Floats of 16 bits are read as float32, as networks' are.
    static tensor widened(const tensor &halves) {
        const std::uint16_t *const first = halves.data<std::uint16_t>();
        std::vector<float> values;
        std::transform(first, first + halves.count(), std::back_inserter(values),
                       support::half_value);
        return {halves.extents(), std::move(values)};
    }

    primitive_t type_in(const std::string &header) const {
        for (const auto &[name, type] : type_names) {
            if (header.find(std::string("'") + name + "'") != std::string::npos) {
                return type;
            }
        }
        refuse("has elements of another type than numbers and booleans, little-endian");
    }

    shape sizes_in(const std::string &header) const {
        const std::size_t key = header.find("'shape':");
        const std::size_t open = key == std::string::npos ? key : header.find('(', key);
        const std::size_t close = open == std::string::npos ? open : header.find(')', open);
        if (close == std::string::npos) {
            refuse("has no shape in its header");
        }
        shape sizes;
        std::int64_t number = -1;
        for (std::size_t i = open + 1; i <= close; i++) {
            const char one = header[i];
            if (one >= '0' && one <= '9') {
                number = std::max<std::int64_t>(number, 0) * 10 + (one - '0');
                if (number > std::int64_t{1} << 40) {
                    refuse("is too large");
                }
            } else if (number >= 0) {
                sizes.push_back(number);
                number = -1;
            }
        }
        return sizes;
    }

    template <typename T>
    tensor copied(const tensor_type &type, std::size_t begin) const {
        std::vector<T> values(static_cast<std::size_t>(graph::count_of(type.extents)));
        std::copy_n(bytes_.data() + begin, values.size() * sizeof(T),
                    reinterpret_cast<char *>(values.data()));
        return {type, has_columns_ ? rows_of(type.extents, values) : std::move(values)};
    }

    /// What lies as in Fortran as C has it.
    template <typename T>
    static std::vector<T> rows_of(const shape &extents, const std::vector<T> &columns) {
        std::vector<T> rows;
        rows.reserve(columns.size());
        shape at(extents.size(), 0);
        while (rows.size() < columns.size()) {
            std::size_t place = 0;
            for (std::size_t d = extents.size(); d-- > 0;) {
                place =
                    place * static_cast<std::size_t>(extents[d]) + static_cast<std::size_t>(at[d]);
            }
            rows.push_back(columns[place]);
            for (std::size_t d = extents.size(); d-- > 0 && ++at[d] == extents[d];) {
                at[d] = 0;
            }
        }
        return rows;
    }

    tensor elements(const tensor_type &type, std::size_t begin) const {
        const auto size = static_cast<std::size_t>(size_in_bytes(type.elements));
        const auto wanted = static_cast<std::size_t>(graph::count_of(type.extents));
        if (wanted > (bytes_.size() - begin) / size) {
            refuse("ends before its last element");
        }
        switch (size) {
        case 1: return copied<std::uint8_t>(type, begin);
        case 2: return copied<std::uint16_t>(type, begin);
        case 4: return copied<std::uint32_t>(type, begin);
        default: return copied<std::uint64_t>(type, begin);
        }
    }
};

std::string header_of(const tensor_type &type) {
    std::string name, sizes;
    for (const auto &[one, known] : type_names) {
        name = known == type.elements ? one : name;
    }
    for (const std::int64_t size : type.extents) {
        sizes += std::to_string(size) + ", ";
    }
    std::string header =
        "{'descr': '" + name + "', 'fortran_order': False, 'shape': (" + sizes + "), }";
    constexpr std::size_t line = 64, before = 10;
    header.append(line - 1 - (before + header.size()) % line, ' ');
    return header + "\n";
}

} // namespace

graph::tensor read_npy(const std::string &path) {
    return reader(path).read();
}

void write_npy(const std::string &path, const graph::tensor &values) {
    const std::string header = header_of(values.type());
    std::ofstream file(path, std::ios::binary);
    file << magic << '\x01' << '\0' << static_cast<char>(header.size() % 256)
         << static_cast<char>(header.size() / 256) << header;
    file.write(static_cast<const char *>(values.bytes()),
               static_cast<std::streamsize>(values.count()) * size_in_bytes(values.elements()));
    if (!file) {
        throw failure("cannot write \"" + path + "\"");
    }
}

} // namespace tiramisu::tool
