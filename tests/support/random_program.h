#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/program_features.h"
#include "support/random_source.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {

/// A scalar that bounds are made of.
struct program_parameter {
    std::string name;
    bool is_argument = false; ///< of the generated function; else a literal
    std::vector<int> values;  ///< to run with; one if it is a literal
};

struct program_memory {
    std::string name;
    primitive_t type = p_int32;
    argument_t role = a_output;
    std::vector<expr> sizes;
    /// Not negative: the elements are bounds of loops, from 0 through this.
    int largest_bound = -1;
    /// Those that no loop runs to may be any numbers, first the largest, last the smallest one.
    bool has_hostile_bounds = false;
    int alignment = 0; ///< of temporaries, in bytes; 0 says nothing
    int padding = 0;   ///< of temporaries, in elements after the rows of the last dimension
    /// A computation and its loop, where a temporary is allocated.
    std::string placed_in = {}, placed_at = {};
};

enum class update_kind { assign, add, subtract, multiply, minimum, maximum };

/// `C(index) op= value`
struct program_update {
    update_kind kind = update_kind::add;
    std::vector<expr> index;
    expr value;
    std::string behind; ///< the definition that it is declared behind, if that is not its own
};

/// A computation or an input. Expressions read by o_access nodes that name a definition.
struct program_definition {
    std::string name;
    bool is_input = false;
    bool is_declared_first = false; ///< before the others, defined by set_expression
    primitive_t type = p_int32;
    std::vector<var> iterators;
    expr predicate;
    expr value;
    std::vector<program_update> updates;
    std::string buffer;
    std::vector<expr> storage; ///< element for the iterators; empty: the iterators themselves
};

/// `computation.storage_fold(dimension, size)`, a command among those of the schedule: the storage
/// of the definition and the sizes of its buffer are those that it makes.
struct program_fold {
    std::string computation, dimension;
    int size = 0;
};

/// `later.after(earlier, level)`, a part of the program's meaning.
struct program_order {
    std::string later, earlier, level;
    bool is_after_start = false; ///< after earlier.init()
};

/// A program as data: it can be printed, made through the public API, and run as it reads.
struct random_program {
    feature_set features;
    std::vector<program_parameter> parameters;
    std::vector<program_memory> buffers;
    std::vector<program_definition> definitions; ///< in the order of declaration
    std::vector<program_order> order;
    /// Sizes of temporaries that would hold all values of what is folded in them. Reads of these
    /// values name them: what they are does not depend on where they lie.
    std::map<std::string, std::vector<expr>> unfolded_sizes;
    std::optional<program_fold> fold;

    random_program unfolded() const;
    /// Before the command that folds, if there is one.
    random_program as_declared() const { return fold ? unfolded() : *this; }
    const program_definition &definition(const std::string &name) const;
    program_memory &buffer(const std::string &name);
    /// Calls visit(definition, update) for the updates that are declared directly behind `made`:
    /// its own, then those of others.
    template <typename Visit>
    void for_each_update_behind(const program_definition &made, const Visit &visit) const {
        const auto visit_of = [&](const program_definition &updated, const std::string &behind) {
            for (const program_update &update : updated.updates) {
                if (update.behind == behind) {
                    visit(updated, update);
                }
            }
        };
        visit_of(made, "");
        for (const program_definition &other : definitions) {
            visit_of(other, made.name);
        }
    }
    std::string to_cpp() const;
};

random_program make_random_program(random_source &random, const feature_set &features);

} // namespace tiramisu::oracle
