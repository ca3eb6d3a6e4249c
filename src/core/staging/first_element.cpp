#include <map>
#include <optional>

#include "core/expr/expr_walk.h"
#include "core/program/affine.h"
#include "core/program/memory_accesses.h"
#include "core/program/run_time_bounds.h"
#include "core/staging/window_finder.h"
#include "polyhedral/relations.h"
#include "polyhedral/run_time_bounds.h"

// Where an index is read from memory, such as a(start(i) + k), what an iteration reads is no box of
// known size. The first element that it reads then stands for its neighbours.

namespace tiramisu::core {

bool window_finder::reads_at_computed_index() const {
    bool is_affine = true;
    for_each_source_read(*made_.consumer, [&](const expr &read, const evaluation &) {
        bool exact = true;
        access_relation(*made_.consumer, made_.source->id, read.get_operands(), exact);
        is_affine = is_affine && exact;
    });
    return !is_affine;
}

void window_finder::find_first_element() {
    require_executed();
    require_unstaged();
    const expr read = only_read();
    require_known_index(read);
    std::map<std::string, expr> first;
    for (int dim : iterators_named_in(*made_.consumer, read)) {
        const iterator &it = made_.consumer->iterators[static_cast<std::size_t>(dim)];
        const expr value = first_value(dim);
        first[it.name] = it.type == p_int32 ? value : expr(o_cast, it.type, value);
    }
    for (const expr &index : read.get_operands()) {
        made_.corner.push_back(substitute(index, first));
    }
    // { [l] -> P[0] }: the box begins at what the corner's formulas read.
    const isl::map one =
        poly::all_pairs(iteration(*made_.consumer).range(), poly::origin_of(nothing().range()));
    made_.computed_points = one;
    made_.box.footprint = one;
    made_.box.offset = one;
    made_.box.sizes.assign(made_.corner.size(), 1);
}

expr window_finder::only_read() const {
    std::optional<expr> only;
    for_each_source_read(*made_.consumer, [&](const expr &read, const evaluation &) {
        if (only && !only->is_equal(read)) {
            refuse("\"" + made_.consumer->id + "\" uses " + only->to_str() + " and " +
                   read.to_str() + ": one of them is asked for, where an index is not affine");
        }
        only = read;
    });
    return *only;
}

void window_finder::require_known_index(const expr &read) const {
    const computation_state &consumer = *made_.consumer;
    const isl::map loops = iteration(consumer);
    const auto require_known = [&](const expr &node) {
        if (node.get_op_type() != o_access || node.get_name() == made_.source->name) {
            return;
        }
        const buffer_state *memory = function_.find_computation(node.get_name())->storage;
        const std::string problem = "\"" + consumer.id + "\" uses " + read.to_str() +
                                    ": the index is not affine, and " + node.to_str();
        if (memory == nullptr || memory->role == a_temporary) {
            refuse(problem + " is in no argument of the function");
        }
        for (int dim : iterators_named_in(consumer, node)) {
            if (!poly::is_determined(loops, made_.level, dim)) {
                refuse(problem + " changes with \"" +
                       consumer.iterators[static_cast<std::size_t>(dim)].name +
                       "\"; name a loop in which it does not");
            }
        }
    };
    for (const expr &index : read.get_operands()) {
        for_each_node(index, require_known);
    }
}

expr window_finder::first_value(int dim) const {
    const auto formula = poly::first_value_from_loops(iteration(*made_.consumer), around(), dim);
    const auto value = formula
                           ? to_expr(*formula, names_of(loops_around(*made_.consumer, made_.level)))
                           : std::nullopt;
    if (!value) {
        refuse("the first \"" + made_.consumer->iterators[static_cast<std::size_t>(dim)].name +
               "\" of " + loop_text() + " is not one formula; name a loop further inside");
    }
    return *value;
}

} // namespace tiramisu::core
