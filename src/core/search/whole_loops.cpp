#include "core/search/whole_loops.h"

#include <algorithm>

#include "core/expr/expr_walk.h"
#include "core/search/loop_chooser.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"

namespace tiramisu::core {

namespace {

using poly::loop_kind;
using poly::scheduled_statement;

template <typename T>
void erase(std::vector<T> &list, int at) {
    list.erase(list.begin() + at);
}

/// With one loop for each iterator: without the cut whose inner part is at `part`, the only one.
scheduled_statement joined(const scheduled_statement &statement, int part) {
    scheduled_statement whole = statement;
    whole.loops = poly::identity_loops(statement.domain);
    erase(whole.loop_names, part);
    erase(whole.kinds, part);
    erase(whole.cuts, part);
    erase(whole.masked_lanes, part);
    erase(whole.position, part);
    return whole;
}

bool is_operation(op_t what) {
    const auto all = {o_access, o_minus, o_add, o_sub, o_mul, o_div};
    return std::find(all.begin(), all.end(), what) != all.end();
}

/// Whether a vector of the value takes nothing but a processor's own instructions, on elements that
/// are known to lie where they do.
bool is_arithmetic(const analysis &now, const std::string &statement) {
    const auto found = now.resolved.statements.find(statement);
    if (found == now.resolved.statements.end() || found->second.condition.is_defined()) {
        return false;
    }
    bool is_simple = std::all_of(now.accesses.begin(), now.accesses.end(), [&](const auto &access) {
        return access.statement != statement || (access.exact && !access.is_conditional);
    });
    for_each_node(found->second.value, [&](const expr &node) {
        is_simple = is_simple && (node.get_expr_type() != e_op || is_operation(node.get_op_type()));
    });
    return is_simple;
}

bool is_float(const analysis &now, const std::string &statement) {
    const primitive_t type = now.resolved.statements.at(statement).value.get_data_type();
    return type == p_float32 || type == p_float64;
}

/// Whether the loop that was cut serves better whole: `cut` has its inner part at `part`, `whole`
/// runs in the order that is best without the cut.
bool is_better_whole(const analysis &now, const scheduled_statement &cut, int part, int first,
                     const scheduled_statement &whole, float_sums sums) {
    const std::string loop = cut.loop_names[static_cast<std::size_t>(part) - 1];
    const int last = whole.depth() - 1;
    const bool is_innermost = whole.loop_names.back() == loop;
    const loop_chooser as_cut(now, cut, sums), as_whole(now, whole, sums);
    if (cut.kinds[static_cast<std::size_t>(part)] == loop_kind::unrolled) {
        return is_innermost && !as_whole.is_short(last);
    }
    if (sums != float_sums::in_any_order || !is_arithmetic(now, cut.name) ||
        !is_float(now, cut.name)) {
        return false;
    }
    if (is_innermost) {
        return as_cut.adds_up(part);
    }
    const scheduled_statement on_lanes = as_cut.best(first);
    const loop_chooser lanes(now, on_lanes, sums);
    return as_whole.far_accesses(last) < lanes.far_accesses(lanes.tagged_part());
}

} // namespace

std::optional<scheduled_statement> with_whole_loop(const analysis &now,
                                                   const scheduled_statement &statement, int first,
                                                   float_sums sums) {
    const int part = loop_chooser(now, statement, sums).tagged_part();
    const bool has_one_cut = statement.depth() == poly::set_dims(statement.domain) + 1;
    if (part <= first || !has_one_cut ||
        statement.masked_lanes[static_cast<std::size_t>(part)] != 0) {
        return std::nullopt;
    }
    const scheduled_statement whole = joined(statement, part);
    const scheduled_statement ordered = loop_chooser(now, whole, sums).best(first);
    return is_better_whole(now, statement, part, first, ordered, sums)
               ? std::optional<scheduled_statement>(ordered)
               : std::nullopt;
}

} // namespace tiramisu::core
