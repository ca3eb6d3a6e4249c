#pragma once

#include <functional>
#include <optional>

#include "core/meaning/analysis.h"
#include "core/program/staging.h"

namespace tiramisu::core {

/// One end of a dependence: an access of a statement, by its place among those of the statement.
struct access_place {
    std::string statement;
    std::size_t ordinal = 0;
};

/// What stands for a staged access.
struct replacement {
    access_place by;
    isl::map instances; ///< { S[l, i] -> copy[l, r] }, of the copy's instances that run
    /// { S[l, i] } whose element lies in the buffer: of others there is nothing to copy.
    std::function<isl::set()> in_memory;
};

/// The replacement of an access that a staging redirects; nothing for others.
using redirection = std::function<std::optional<replacement>(const access_place &)>;

/// A staging's effect on dependences whose `source_access` and `sink_access` are places within
/// their statements. A pair whose two ends are redirected and that lies in one iteration of the
/// loops around stays, within the window; every other end moves to its replacement. Throws
/// internal_error where an end has none: nobody would check the order of that pair.
std::vector<poly::dependence> redirect(const std::vector<poly::dependence> &all,
                                       const redirection &redirected, const staging &what);

} // namespace tiramisu::core
