#pragma once

#include <optional>
#include <string>
#include <vector>

#include "polyhedral/isl.h"

namespace tiramisu::poly {

/// One way in which a statement touches memory.
struct memory_access {
    enum class kind { read, write };

    std::string statement;
    std::string buffer;
    /// { S[i, j] -> buffer[e0, e1] }; a superset where not exact. Where an affine condition guards
    /// the access, only instances in which that holds.
    isl::map relation;
    kind what = kind::read;
    /// The relation is exact, and each of its instances is executed.
    bool exact = true;
    /// Read or write of the accumulator of a reduction: accesses with the same non-zero class
    /// commute with one another.
    int reduction_class = 0;
    /// Under a condition that is not affine, so that it may not happen.
    bool is_conditional = false;
    /// The computation whose values these are, and which of its instances, where that is known.
    std::string named = {};
    std::optional<isl::map> instances = {}; ///< { S[i, j] -> P[e0, e1] }

    bool is_write() const { return what == kind::write; }
};

/// What each statement reads of a buffer, all its reads as one.
std::vector<memory_access> reads_by_statement(const std::string &buffer,
                                              const std::vector<memory_access> &accesses);

} // namespace tiramisu::poly
