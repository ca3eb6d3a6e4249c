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
    isl::map relation; ///< { S[i, j] -> buffer[e0, e1] }; a superset where not exact
    kind what = kind::read;
    /// The relation is exact and the access certain to happen in every instance.
    bool exact = true;
    /// Read or write of the accumulator of a reduction: accesses with the same non-zero class
    /// commute with one another.
    int reduction_class = 0;
    /// Read in an arm of a select, which may not need the value.
    bool is_in_arm = false;
    /// The computation whose values these are, and which of its instances, where that is known.
    std::string named = {};
    std::optional<isl::map> instances = {}; ///< { S[i, j] -> P[e0, e1] }

    bool is_write() const { return what == kind::write; }
};

/// What each statement reads of a buffer, all its reads as one.
std::vector<memory_access> reads_by_statement(const std::string &buffer,
                                              const std::vector<memory_access> &accesses);

} // namespace tiramisu::poly
