#pragma once

#include <optional>

#include "tiramisu/tune/sketch.h"

// What rules ask of a stage (Ansor, table 1), by what its accesses are.

namespace tiramisu::tune {

/// Cheap, read by others, each of its reads an element at some of its own iterators, in order.
bool is_strictly_inlinable(const program_view &view, std::size_t stage);

/// Elements are read several times: those of one read for all values of an iterator of a
/// reduction's result, or of two reads of any.
bool has_data_reuse(const program_view &view, std::size_t stage);

/// The only stage that reads this one, through stages that are inlined; nothing if there are
/// several.
std::optional<std::size_t> only_consumer(const program_view &view, const sketch &so_far,
                                         std::size_t stage);

/// That one, where it is computed element by element from this one's, and the plain loops are
/// what it has so far.
std::optional<std::size_t> fusible_consumer(const program_view &view, const sketch &so_far,
                                            std::size_t stage);

/// The iterators of a stage's results that move it along an array which a guarded stage makes, and
/// which is wider than what is computed of it: at its borders the guard fails. None where the
/// stage reads no such array.
std::vector<std::size_t> bordered_iterators(const program_view &view, std::size_t stage);

/// The stages that make these arrays.
std::vector<std::size_t> bordered_producers(const program_view &view, std::size_t stage);

/// A reduction along rows whose ends are read from memory.
struct rows_of_memory {
    std::size_t terms;                ///< iterator along a row
    std::vector<std::size_t> rows;    ///< iterators of the result that say which row it is
    std::vector<std::size_t> columns; ///< those that do not, the contiguous one last
};

/// Nothing of another stage, one with several such iterators, or one that is not a definition and
/// an update.
std::optional<rows_of_memory> rows_in_memory(const program_view &view, std::size_t stage);

/// A reduction with more work along its terms than there are results to keep all cores busy.
bool needs_rfactor(const program_view &view, std::size_t stage);

/// Whether the read is at the statement's own iterators, all of them in order.
bool is_element_wise(const statement_view &of, const access_view &read);

} // namespace tiramisu::tune
