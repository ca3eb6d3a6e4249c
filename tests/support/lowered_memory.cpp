#include "support/lowered_memory.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace tiramisu::oracle {

namespace {

// Not aligned to more than the largest element, so that nothing may rely on that.
constexpr std::uint64_t page = 4096, beside_alignment = 8;

} // namespace

std::uint64_t lowered_memory::add(piece made) {
    made.touched.resize(made.bytes.size());
    const std::uint64_t address = next_address_ + beside_alignment;
    next_address_ += (made.bytes.size() / page + 2) * page;
    pieces_.emplace(address, std::move(made));
    return address;
}

std::uint64_t lowered_memory::add_argument(const std::string &name,
                                           const std::vector<std::uint8_t> &bytes) {
    piece made;
    made.name = name;
    made.is_argument = true;
    made.bytes = bytes;
    made.is_set.assign(bytes.size(), true);
    return add(std::move(made));
}

std::uint64_t lowered_memory::allocate(const std::string &name, std::uint64_t bytes) {
    piece made;
    made.name = name;
    made.bytes.resize(static_cast<std::size_t>(bytes));
    made.is_set.assign(static_cast<std::size_t>(bytes), false);
    return add(std::move(made));
}

void lowered_memory::free(std::uint64_t address) {
    pieces_.erase(address);
}

lowered_memory::piece &lowered_memory::piece_at(std::uint64_t address, std::uint64_t &start) {
    const auto after = pieces_.upper_bound(address);
    if (after == pieces_.begin()) {
        throw memory_fault("an address is none of a buffer");
    }
    start = std::prev(after)->first;
    return std::prev(after)->second;
}

void lowered_memory::divide(std::uint64_t address) {
    std::uint64_t start = 0;
    piece_at(address, start).divisions.insert(address);
}

std::vector<std::uint8_t> lowered_memory::bytes_at(std::uint64_t address) const {
    return pieces_.at(address).bytes;
}

std::size_t lowered_memory::place(const piece &of, std::uint64_t start, std::uint64_t address,
                                  std::int64_t element, Halide::Type type, const char *what) const {
    const auto next = of.divisions.upper_bound(address);
    const std::uint64_t end = next == of.divisions.end() ? start + of.bytes.size() : *next;
    const std::int64_t width = type.bytes();
    const auto elements = static_cast<std::int64_t>(end - address) / width;
    if (element < 0 || element >= elements) {
        throw memory_fault(std::string(what) + " element " + std::to_string(element) + " of \"" +
                           of.name + "\", which has " + std::to_string(elements));
    }
    return static_cast<std::size_t>(address - start) + static_cast<std::size_t>(element * width);
}

lane lowered_memory::load(std::uint64_t address, std::int64_t element, Halide::Type type,
                          bool is_taken) {
    std::uint64_t start = 0;
    piece &from = piece_at(address, start);
    const std::size_t at = place(from, start, address, element, type, "reads");
    if (is_taken) {
        note_read(from, from.touched[at]);
    }
    std::uint64_t bits = 0;
    for (int byte = 0; byte < type.bytes(); ++byte) {
        const std::size_t place = at + static_cast<std::size_t>(byte);
        if (!from.is_set[place]) {
            return lane::unset();
        }
        bits |= static_cast<std::uint64_t>(from.bytes[place]) << (8 * byte);
    }
    return lane_of_bits(type, bits);
}

void lowered_memory::store(std::uint64_t address, std::int64_t element, Halide::Type type,
                           const lane &value) {
    std::uint64_t start = 0;
    piece &to = piece_at(address, start);
    const std::size_t at = place(to, start, address, element, type, "writes");
    if (to.is_argument && !value.is_known) {
        throw memory_fault("writes to element " + std::to_string(element) + " of \"" + to.name +
                           "\" what nothing has computed");
    }
    note_write(to, to.touched[at]);
    const std::uint64_t bits = bits_of(type, value);
    for (int byte = 0; byte < type.bytes(); ++byte) {
        const std::size_t place = at + static_cast<std::size_t>(byte);
        to.bytes[place] = static_cast<std::uint8_t>(bits >> (8 * byte));
        to.is_set[place] = value.is_known;
    }
}

void lowered_memory::enter_iteration(int loop, std::int64_t iteration) {
    loop_ = loop;
    iteration_ = iteration;
}

void lowered_memory::note_read(const piece &of, touches &element) const {
    if (loop_ == 0) {
        return;
    }
    if (element.written_in == loop_ && element.writer != iteration_) {
        throw memory_fault("an iteration of a parallel loop reads of \"" + of.name +
                           "\" what another one writes");
    }
    element.has_many_readers =
        element.read_in == loop_ && (element.has_many_readers || element.reader != iteration_);
    element.read_in = loop_;
    element.reader = iteration_;
}

void lowered_memory::note_write(const piece &of, touches &element) const {
    if (loop_ == 0) {
        return;
    }
    const bool is_written = element.written_in == loop_ && element.writer != iteration_;
    const bool is_read =
        element.read_in == loop_ && (element.has_many_readers || element.reader != iteration_);
    if (is_written || is_read) {
        throw memory_fault("an iteration of a parallel loop writes of \"" + of.name +
                           "\" what another one " + (is_read ? "reads" : "writes"));
    }
    element.written_in = loop_;
    element.writer = iteration_;
}

} // namespace tiramisu::oracle
