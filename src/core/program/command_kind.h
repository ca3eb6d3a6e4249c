#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/program/command.h"

namespace tiramisu::core {

class nest_transformer;

/// What is true of a command whatever its arguments are.
enum command_trait : unsigned {
    no_trait = 0,
    reorders = 1U << 0U,              ///< may change in which order instances run
    exchanges_loops = 1U << 1U,       ///< so that a skew before it may make it legal
    permutes_loops = 1U << 2U,        ///< gives loops another order, and does nothing else
    is_same_for_all = 1U << 3U,       ///< means the same for computations that share the loops
    runs_parallel = 1U << 4U,         ///< has a loop run by threads
    runs_vectorized = 1U << 5U,       ///< has a loop run on the lanes of vectors
    runs_unrolled = 1U << 6U,         ///< has each iteration of a loop written out
    orders_computations = 1U << 7U,   ///< leaves domains and loops as they are
    adds_staging = 1U << 8U,          ///< each time one
    leaves_rest = 1U << 9U,           ///< older programs schedule by itself what it leaves over
    takes_missing_level = 1U << 10U,  ///< does nothing where there is no loop of that number
    takes_unknown_extent = 1U << 11U, ///< does nothing where the loop's extent is not constant

    // What makes it dear to find the loops.
    joins_loops = 1U << 12U,
    asks_for_widths = 1U << 13U,
    splits_or_mixes_loops = 1U << 14U,

    runs_on_gpu = 1U << 15U, ///< has loops run on blocks and threads of a GPU
    makes_tiles = 1U << 16U, ///< runs a loop block by block, and does nothing else
    keeps_values = 1U << 17U ///< says through which loop the values of a computation stay in memory
};

constexpr command_trait operator|(command_trait left, command_trait right) {
    return static_cast<command_trait>(static_cast<unsigned>(left) | static_cast<unsigned>(right));
}

/// All that is known of one schedule command. Who asks what a command does asks this, so that a
/// command is added in one place, the table of its family.
struct command_kind {
    /// An argument that is the innermost loop to be shared, or around a window.
    struct level_place {
        std::size_t argument;
        /// The argument that names the computation whose loop it is; the one that the command is
        /// given to if none.
        std::optional<std::size_t> owner = std::nullopt;
    };

    std::string name; ///< of the method
    /// Lists of arguments, a letter each: L a loop, W the name of a new loop, C a computation, N a
    /// number, M a kind of memory, T a kind of tail, I a map in isl's notation, l, w and n lists of
    /// these, X a matrix. A * at the end allows any number of the letter before it.
    std::vector<std::string> signatures;
    /// What it does to the nest of one computation, where that is all that it does.
    void (*change_loops)(nest_transformer &) = nullptr;
    /// What it does otherwise.
    void (*apply)(computation_state &, const command &) = nullptr;
    command_trait traits = no_trait;
    std::vector<level_place> levels = {};

    /// Whether one of these is true of it.
    bool has(command_trait any) const {
        return (static_cast<unsigned>(traits) & static_cast<unsigned>(any)) != 0;
    }
};

using command_family = std::vector<command_kind>;

/// All commands that there are.
const std::vector<command_kind> &all_command_kinds();

/// Null where no command has the name.
const command_kind *find_command_kind(const std::string &name);

/// Whether one of these is true of the command; nothing is of one that is not known.
bool has_trait(const command &given, command_trait any);

} // namespace tiramisu::core
