#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/program/state.h"
#include "polyhedral/window.h"

// Staging: what one iteration of a computation's outer loops touches of some values is kept in a
// temporary of its own, the window. It is filled before the iteration (a copy, or the values
// computed anew) and, for values that are written, copied back after it.

namespace tiramisu::core {

struct staging {
    /// A definition of the source, and the same inside the window.
    struct computed_part {
        computation_state *original = nullptr;
        computation_state *inside = nullptr;
        isl::map instances; ///< { inside[l, r] -> original[i] }
        isl::map points;    ///< { inside[l, r] -> P[e] }: what it defines
    };

    enum class kind {
        read,     ///< copied in
        write,    ///< updated in the window, copied back
        computed, ///< computed in the window
        hinted    ///< the caches are asked for it ahead of time; there is no window
    };

    kind what = kind::read;
    std::string call;                      ///< name of the command that makes it, for errors
    computation_state *consumer = nullptr; ///< whose loops 0..level are around
    int level = 0;
    /// The window lives through one iteration of the consumer's loops 0..kept_level, which are
    /// those of `level` or further outside.
    int kept_level = 0;
    memory kept = memory::temporary;     ///< where the window lies
    computation_state *source = nullptr; ///< first definition of the values
    /// Over the consumer's loops around the window [k] and the source's instances P[e].
    poly::window box;
    /// { [l] -> P[e] }: what is computed in an iteration of the loops around.
    isl::map computed_points;
    std::vector<expr> corner; ///< over the names of the loops

    computation_state *window = nullptr; ///< an input [l, r] that has the storage; null if none
    computation_state *load = nullptr;   ///< window(l, r) = P(r + corner); null if none
    /// { load[l, r] } that may not be read, because of conditions or bounds that are known only
    /// when the consumer runs.
    std::optional<isl::set> conditional;
    computation_state *store = nullptr; ///< P(r + corner) = window(l, r); null if none
    /// Asks the caches for P, first in each iteration; null if none.
    computation_state *hint = nullptr;
    std::vector<computed_part> computed;

    int around() const { return level + 1; }           ///< number of loops around
    int kept_around() const { return kept_level + 1; } ///< number of loops around the window
    bool has_window() const { return what != kind::hinted; }
    /// The statements that fill the window, in the order in which they run.
    std::vector<computation_state *> before_consumer() const;
    /// Whether a statement of this id is one that fills or empties the window or asks the caches.
    bool adds(const std::string &id) const;
};

/// Throws user_error where a command has found a window from the definition as it is, or has made
/// the definition itself, so that another value, predicate or update would not be in that.
void require_unstaged(const computation_state &changed, const std::string &call,
                      source_place where);

/// Names of the loops around, as iterators of the statements that a staging adds. What is computed
/// inside another computation may have a loop of the name of one around it; here they differ.
std::vector<iterator> loops_around(const computation_state &consumer, int level);

/// `value` reads of the staged computation replaced by reads of the window; `around` names the
/// iterators that hold the loops' values.
expr through_window(const staging &what, const expr &value, const std::vector<expr> &around);

/// The window's index of the source's instance: {l..., e - corner}.
std::vector<expr> window_index(const staging &what, const std::vector<expr> &instance,
                               const std::vector<expr> &around);

} // namespace tiramisu::core
