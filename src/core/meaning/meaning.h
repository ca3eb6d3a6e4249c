#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/meaning/same_algorithm.h"
#include "core/program/program.h"
#include "polyhedral/dependence.h"

namespace tiramisu::core {

/// What a program means: the same under every schedule.
struct meaning {
    program resolved; ///< every statement as it is written; without checks of memory
    std::vector<program_check> storage_checks;
    std::vector<poly::memory_access> accesses;
    poly::timestamps reference;          ///< the order that defines what is computed
    bool is_ordered_by_commands = false; ///< with other ordering commands it may be another one
    std::vector<poly::dependence> dependences;
    std::vector<std::string> notes; ///< what was accepted although it may be a mistake
};

/// A meaning and what it was found from.
struct known_meaning {
    known_algorithm algorithm;
    /// The order may be that of the ordering commands (ADR 0002), or there are values without a
    /// place: then the commands decide, too.
    bool depends_on_commands = false;
    support::append_log<command> commands;
    std::shared_ptr<const meaning> found;
};

/// Throws user_error where the program has no meaning. Found once for all schedules of an
/// algorithm: the function keeps the last ones that it was asked for.
std::shared_ptr<const meaning>
meaning_of(function_state &function, const std::vector<buffer *> &arguments, source_place where);

/// The meaning of the function as it stands where its ordering commands are a part of that; none
/// where its declarations are all of it, and where it has no meaning. The function stays as it is.
std::shared_ptr<const meaning> meaning_by_commands(function_state &function, source_place where);

/// Fixes the order that defines what a function computes while it lives.
class fixed_meaning {
public:
    /// The order of a meaning that the function had with other commands, as meaning_by_commands()
    /// tells it. Its own stays where there is none, and where it computes what that does not know,
    /// as partial results of rfactor.
    fixed_meaning(function_state &function, const std::shared_ptr<const meaning> &had);
    fixed_meaning(function_state &function, const poly::timestamps &reference);
    fixed_meaning(const fixed_meaning &) = delete;
    fixed_meaning &operator=(const fixed_meaning &) = delete;
    ~fixed_meaning();

private:
    function_state &function_;
    std::optional<poly::timestamps> before_; // { S[i] -> [t] }
};

/// Finds what the declarations mean, so that clones know it, who would find it each for itself.
/// Nothing happens where that takes commands, or where the program has no meaning: who asks for it
/// is told then. The function stays as it is.
void find_meaning_of_all_schedules(function_state &function, source_place where);

/// A clone, whose algorithm is that of the original, knows what this knows.
void copy_known_meaning(const function_state &from, function_state &to);

} // namespace tiramisu::core
