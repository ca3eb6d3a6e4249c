#include "autoscheduler/measure/call_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>

#include <sys/mman.h>
#include <unistd.h>

#include "autoscheduler/space/affine_view.h"
#include "core/meaning/meaning.h"
#include "core/program/public_call.h"

namespace tiramisu::tune {

namespace {

/// Memory that copies of this process share, zeros at first.
std::shared_ptr<unsigned char> shared_memory(std::size_t bytes, const std::string &what) {
    bytes = std::max<std::size_t>(bytes, 1);
    void *const found =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (found == MAP_FAILED) {
        throw error("there is no memory for " + std::to_string(bytes) + " bytes of " + what);
    }
    return {static_cast<unsigned char *>(found), [bytes](unsigned char *at) { munmap(at, bytes); }};
}

constexpr std::size_t page = 4096;
constexpr unsigned char untouched = 0xA5;

/// At the beginning of a page, as large arrays of programs are, with a page on either side that
/// nobody should touch.
std::shared_ptr<unsigned char> guarded_memory(std::size_t bytes) {
    const std::size_t all = (bytes / page + 3) * page;
    void *const found = std::aligned_alloc(page, all);
    if (found == nullptr) {
        throw std::bad_alloc();
    }
    std::memset(found, untouched, all);
    return {static_cast<unsigned char *>(found) + page,
            [](unsigned char *at) { std::free(at - page); }};
}

bool is_guard_touched(const unsigned char *at, std::size_t bytes) {
    const auto is_touched = [](unsigned char byte) { return byte != untouched; };
    return std::any_of(at - page, at, is_touched) ||
           std::any_of(at + bytes, at + bytes + page, is_touched);
}

/// Calls `visit` with a pointer of the elements' type.
template <typename Visit>
void as_typed(primitive_t type, const unsigned char *at, const Visit &visit) {
    switch (type) {
    case p_float32: return visit(reinterpret_cast<const float *>(at));
    case p_float64: return visit(reinterpret_cast<const double *>(at));
    case p_int16: return visit(reinterpret_cast<const std::int16_t *>(at));
    case p_uint16:
    case p_float16: // their bits are in the order of the numbers, but for the sign
    case p_bfloat16: return visit(reinterpret_cast<const std::uint16_t *>(at));
    case p_int32: return visit(reinterpret_cast<const std::int32_t *>(at));
    case p_uint32: return visit(reinterpret_cast<const std::uint32_t *>(at));
    case p_int64: return visit(reinterpret_cast<const std::int64_t *>(at));
    case p_uint64: return visit(reinterpret_cast<const std::uint64_t *>(at));
    case p_int8: return visit(reinterpret_cast<const std::int8_t *>(at));
    default: return visit(at);
    }
}

/// Small integers; of 16-bit floats, those from 1/4 to below 1.
unsigned random_bits(primitive_t type, std::mt19937 &random) {
    switch (type) {
    case p_boolean: return random() % 2;
    case p_float16: return 0x3400 + random() % 0x800;
    case p_bfloat16: return 0x3e80 + random() % 0x100;
    default: return random() % 16;
    }
}

void fill(primitive_t type, unsigned char *at, std::size_t elements, unsigned seed) {
    std::mt19937 random(seed);
    as_typed(type, at, [&](const auto *values) {
        using element = std::remove_const_t<std::remove_pointer_t<decltype(values)>>;
        auto *const target = const_cast<element *>(values);
        for (std::size_t i = 0; i < elements; ++i) {
            if constexpr (std::is_floating_point_v<element>) {
                constexpr unsigned steps = 1U << 16U;
                target[i] = static_cast<element>(
                    0.25 + 0.75 * static_cast<double>(random() % steps) / steps);
            } else {
                target[i] = static_cast<element>(random_bits(type, random));
            }
        }
    });
}

std::string element_name(const std::string &array, std::size_t element,
                         const std::vector<std::int64_t> &extents) {
    std::string indices;
    for (std::size_t d = extents.size(); d-- > 0;) {
        const auto extent = static_cast<std::size_t>(std::max<std::int64_t>(1, extents[d]));
        indices = std::to_string(element % extent) + (indices.empty() ? "" : ", ") + indices;
        element /= extent;
    }
    return array + "[" + indices + "]";
}

/// The first element that differs; none if all are alike. Floats may differ as sums do that are
/// added up in another order: by a part of their size, or of the array's usual one.
template <typename Element>
std::optional<std::size_t> first_difference(primitive_t type, const Element *is,
                                            const Element *must, std::size_t elements) {
    if constexpr (std::is_floating_point_v<Element>) {
        double squares = 0;
        for (std::size_t i = 0; i < elements; ++i) {
            const auto value = static_cast<double>(must[i]);
            squares += std::isfinite(value) ? value * value : 0;
        }
        const double usual =
            std::sqrt(squares / static_cast<double>(std::max<std::size_t>(1, elements)));
        const double part = sizeof(Element) == 4 ? 2e-4 : 1e-9;
        for (std::size_t i = 0; i < elements; ++i) {
            const auto a = static_cast<double>(is[i]), b = static_cast<double>(must[i]);
            const bool is_same = a == b || (std::isnan(a) && std::isnan(b)) ||
                                 std::abs(a - b) <= part * std::max({std::abs(b), usual});
            if (!is_same) {
                return i;
            }
        }
        return std::nullopt;
    } else {
        // What is rounded to 16 bits may become the next number there.
        const auto steps = static_cast<Element>(is_short_float(type) ? 1 : 0);
        const auto found = std::mismatch(is, is + elements, must, [steps](Element a, Element b) {
            return a == b || static_cast<Element>(a > b ? a - b : b - a) == steps;
        });
        return found.first == is + elements
                   ? std::nullopt
                   : std::optional<std::size_t>(static_cast<std::size_t>(found.first - is));
    }
}

/// A scalar argument of the function.
jit_argument scalar(primitive_t type, long value) {
    switch (type) {
    case p_int8: return {static_cast<std::int8_t>(value)};
    case p_uint8: return {static_cast<std::uint8_t>(value)};
    case p_int16: return {static_cast<std::int16_t>(value)};
    case p_uint16: return {static_cast<std::uint16_t>(value)};
    case p_uint32: return {static_cast<std::uint32_t>(value)};
    case p_int64: return {static_cast<std::int64_t>(value)};
    case p_uint64: return {static_cast<std::uint64_t>(value)};
    case p_float32: return {static_cast<float>(value)};
    case p_float64: return {static_cast<double>(value)};
    case p_boolean: return {value != 0};
    default: return {static_cast<std::int32_t>(value)};
    }
}

bool has_value(primitive_t type, std::int64_t value) {
    if (!is_integer(type)) {
        return true;
    }
    const int bits = 8 * size_in_bytes(type);
    const bool has_sign = is_signed(type);
    if (bits == 64) {
        return has_sign || value >= 0;
    }
    const std::int64_t values = std::int64_t{1} << bits;
    return has_sign ? value >= -values / 2 && value < values / 2 : value >= 0 && value < values;
}

/// Of all arguments: each is kept in up to four copies.
double most_bytes() {
    return static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<double>(sysconf(_SC_PAGESIZE)) / 4;
}

std::string gigabytes(double bytes) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", bytes * 1e-9);
    return text.data();
}

core::program resolved_program(const function &what, const std::vector<buffer *> &arguments,
                               source_place where) {
    core::function_state &state = *what.state();
    return core::answer(state, {core::subject(state), "auto_schedule", where},
                        [&] { return core::meaning_of(state, arguments, where)->resolved; });
}

} // namespace

std::vector<std::string> scalar_arguments_of(const function &what,
                                             const std::vector<buffer *> &arguments,
                                             source_place where) {
    std::vector<std::string> names;
    for (const core::program_scalar &one :
         resolved_program(what, arguments, where).scalar_arguments) {
        names.push_back(one.name);
    }
    return names;
}

call_data::call_data(const function &what, const std::vector<buffer *> &arguments,
                     const std::map<std::string, jit_argument> &given,
                     const std::map<std::string, long> &sizes, unsigned seed, source_place where)
    : is_expected_(shared_memory(1, "a flag")) {
    core::function_state &state = *what.state();
    const auto refuse = [&](const std::string &problem) {
        throw user_error(core::subject(state), "auto_schedule", problem, where);
    };
    const core::program resolved = resolved_program(what, arguments, where);
    for (const auto &one : given) {
        const auto is_called = [&](const core::program_buffer &argument) {
            return argument.name == one.first;
        };
        if (std::none_of(resolved.arguments.begin(), resolved.arguments.end(), is_called)) {
            refuse("values are given for \"" + one.first +
                   "\", which is no buffer of the function");
        }
        if (one.second.is_buffer() && one.second.data() == nullptr) {
            refuse("the values given for \"" + one.first + "\" are null");
        }
    }
    std::map<std::string, long> known = sizes;
    for (const core::program_scalar &one : resolved.scalar_arguments) {
        const auto given_size = known.find(one.name);
        if (given_size == known.end()) {
            refuse("the argument \"" + one.name +
                   "\" has no value to measure with; give it one by tuning::sizes[\"" + one.name +
                   "\"], or by --set " + one.name + "=64 of the tool");
        }
        const std::int64_t value = given_size->second;
        if (!has_value(one.type, value)) {
            refuse("the argument \"" + one.name + "\" is of type " + to_string(one.type) +
                   ", which has no value " + std::to_string(value));
        }
    }
    for (const core::program_scalar &one : resolved.constants) {
        if (const auto value = value_of(one.value, known)) {
            known[one.name] = *value;
        }
    }
    double all_bytes = 0;
    for (const core::program_buffer &one : resolved.arguments) {
        array made{one.name, one.type, {}, 1, 0, {}, nullptr, nullptr};
        double real_elements = 1; // their product may leave 64 bits
        for (const expr &size : one.sizes) {
            const std::optional<long> extent = value_of(size, known);
            if (!extent) {
                refuse("the size " + size.to_str() + " of buffer \"" + one.name +
                       "\" is not known, so that no call can be measured");
            }
            if (*extent < 0) {
                refuse("the size " + size.to_str() + " of buffer \"" + one.name + "\" would be " +
                       std::to_string(*extent) + "; give sizes that are not negative");
            }
            made.extents.push_back(*extent);
            made.elements *= static_cast<std::size_t>(*extent);
            real_elements *= static_cast<double>(*extent);
        }
        made.bytes = made.elements * static_cast<std::size_t>(size_in_bytes(one.type));
        all_bytes += real_elements * size_in_bytes(one.type);
        if (all_bytes > most_bytes()) {
            refuse("the arguments up to \"" + one.name + "\" take " + gigabytes(all_bytes) +
                   " GB; a call is measured with up to " + gigabytes(most_bytes()) +
                   ", a quarter of this machine's memory, as their values before and after it are "
                   "kept as well: give smaller sizes");
        }
        const auto found = given.find(one.name);
        const bool fits = found == given.end() ||
                          (found->second.is_buffer() && found->second.type() == one.type &&
                           found->second.extents() == made.extents);
        if (!fits) {
            refuse("the values given for \"" + one.name +
                   "\" are of another type or other sizes than the buffer");
        }
        add_array(std::move(made), given, seed + static_cast<unsigned>(arrays_.size()));
    }
    for (const core::program_scalar &one : resolved.scalar_arguments) {
        arguments_.push_back(scalar(one.type, known.at(one.name)));
    }
}

void call_data::add_array(array made, const std::map<std::string, jit_argument> &given,
                          unsigned seed) {
    made.first.resize(made.bytes);
    const auto found = given.find(made.name);
    if (found != given.end()) {
        std::copy_n(static_cast<const unsigned char *>(found->second.data()), made.bytes,
                    made.first.begin());
    } else {
        fill(made.type, made.first.data(), made.elements, seed);
    }
    made.now = guarded_memory(made.bytes);
    made.expected = shared_memory(made.bytes, made.name);
    std::copy(made.first.begin(), made.first.end(), made.now.get());
    arguments_.emplace_back(made.now.get(), made.type, made.extents);
    arrays_.push_back(std::move(made));
}

void call_data::reset() {
    for (array &one : arrays_) {
        std::copy(one.first.begin(), one.first.end(), one.now.get());
    }
}

void call_data::keep_as_expected() {
    for (array &one : arrays_) {
        std::copy_n(one.now.get(), one.bytes, one.expected.get());
    }
    *is_expected_ = 1;
}

std::string call_data::written_beside() const {
    for (const array &one : arrays_) {
        if (is_guard_touched(one.now.get(), one.bytes)) {
            return "memory beside " + one.name + " was written";
        }
    }
    return "";
}

std::string call_data::difference() const {
    std::string text = written_beside();
    if (!text.empty()) {
        return text;
    }
    for (const array &one : arrays_) {
        as_typed(one.type, one.now.get(), [&](const auto *is) {
            const auto *must = reinterpret_cast<decltype(is)>(one.expected.get());
            if (const auto at = first_difference(one.type, is, must, one.elements);
                at && text.empty()) {
                text = element_name(one.name, *at, one.extents) + " is " + std::to_string(is[*at]) +
                       ", the program as it is declared makes " + std::to_string(must[*at]);
            }
        });
    }
    return text;
}

double call_data::bytes() const {
    double sum = 0;
    for (const array &one : arrays_) {
        sum += static_cast<double>(one.bytes);
    }
    return sum;
}

} // namespace tiramisu::tune
