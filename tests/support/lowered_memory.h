#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/lowered_value.h"

namespace tiramisu::oracle {

/// Lowered code did with memory what it must not.
class memory_fault : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Memory in pieces with nothing between them, which knows of every byte whether it was set, and of
/// every element which iterations of a parallel loop touched it.
class lowered_memory {
public:
    /// Bytes that are known. Returns their address.
    std::uint64_t add_argument(const std::string &name, const std::vector<std::uint8_t> &bytes);
    /// Bytes that are not.
    std::uint64_t allocate(const std::string &name, std::uint64_t bytes);
    void free(std::uint64_t address);
    /// From here on another buffer lies in the piece that has the address.
    void divide(std::uint64_t address);
    std::vector<std::uint8_t> bytes_at(std::uint64_t address) const;

    /// The element at so many elements of the type from the address, in the buffer that begins
    /// there. Throws memory_fault where there is none, and where another iteration writes what is
    /// taken.
    lane load(std::uint64_t address, std::int64_t element, Halide::Type type, bool is_taken);
    void store(std::uint64_t address, std::int64_t element, Halide::Type type, const lane &value);

    /// What is touched from here on is touched by an iteration of the loop; until left.
    void enter_iteration(int loop, std::int64_t iteration);
    void leave_loop() { loop_ = 0; }

private:
    /// By which iterations of the last parallel loop an element was touched.
    struct touches {
        int written_in = 0, read_in = 0; ///< loops; 0 is none
        std::int64_t writer = 0, reader = 0;
        bool has_many_readers = false;
    };
    struct piece {
        std::string name;
        bool is_argument = false;
        std::vector<std::uint8_t> bytes;
        std::vector<bool> is_set;
        std::vector<touches> touched; ///< by the first byte of an element
        std::set<std::uint64_t> divisions;
    };
    std::map<std::uint64_t, piece> pieces_; ///< by address
    std::uint64_t next_address_ = 4096;
    int loop_ = 0;
    std::int64_t iteration_ = 0;

    std::uint64_t add(piece made);
    piece &piece_at(std::uint64_t address, std::uint64_t &start);
    std::size_t place(const piece &of, std::uint64_t start, std::uint64_t address,
                      std::int64_t element, Halide::Type type, const char *what) const;
    void note_read(const piece &of, touches &element) const;
    void note_write(const piece &of, touches &element) const;
};

} // namespace tiramisu::oracle
