#include "core/program/staging.h"

#include <algorithm>

#include "core/expr/expr_walk.h"
#include "core/program/command_kind.h"

namespace tiramisu::core {

std::vector<computation_state *> staging::before_consumer() const {
    std::vector<computation_state *> statements;
    for (const computed_part &part : computed) {
        statements.push_back(part.inside);
    }
    if (load != nullptr) {
        statements.push_back(load);
    }
    return statements;
}

bool staging::adds(const std::string &id) const {
    std::vector<computation_state *> statements = before_consumer();
    statements.insert(statements.end(), {store, hint});
    return std::any_of(statements.begin(), statements.end(), [&](const auto *statement) {
        return statement != nullptr && statement->id == id;
    });
}

void require_unstaged(const computation_state &changed, const std::string &call,
                      source_place where) {
    if (changed.declared != nullptr) {
        throw user_error(subject(changed), call,
                         "comes after rfactor, which has split the update in two steps by what "
                         "it was; give rfactor after what defines it",
                         where);
    }
    if (changed.is_partial()) {
        throw user_error(subject(changed), call,
                         "was made by rfactor of \"" + changed.base->merged_by->id +
                             "\", from whose definition its own follows; define that before the "
                             "command",
                         where);
    }
    for (const auto &made : changed.owner->stagings) {
        const bool is_computed_there =
            made->what == staging::kind::computed && made->source == changed.base;
        if (made->consumer == &changed || is_computed_there || changed.is_inlined) {
            throw user_error(
                subject(changed), call,
                "comes after a command that stages values of \"" + made->source->name +
                    "\" for \"" + made->consumer->id +
                    "\" by what is defined so far; define computations before commands "
                    "that stage values",
                where);
        }
    }
}

std::vector<iterator> loops_around(const computation_state &consumer, int level) {
    std::vector<iterator> loops;
    for (int i = 0; i <= level; ++i) {
        std::string name = consumer.nest.loops[static_cast<std::size_t>(i)].name;
        while (std::any_of(loops.begin(), loops.end(),
                           [&](const iterator &outer) { return outer.name == name; })) {
            name += "_inside";
        }
        loops.push_back({name, p_int32, {}, {}});
    }
    return loops;
}

std::vector<expr> window_index(const staging &what, const std::vector<expr> &instance,
                               const std::vector<expr> &around) {
    std::map<std::string, expr> loops;
    std::vector<expr> index;
    for (int i = 0; i < what.kept_around(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        loops[what.window->iterators[at].name] = around[at];
        index.push_back(around[at]);
    }
    for (std::size_t dim = 0; dim < instance.size(); ++dim) {
        const expr corner = substitute(what.corner[dim], loops);
        const bool from_zero = corner.is_constant() && corner.get_int_val() == 0;
        const primitive_t type = instance[dim].get_data_type();
        const bool is_wide = type == p_int32 || type == p_int64;
        const expr point = is_wide ? instance[dim] : expr(o_cast, p_int64, instance[dim]);
        index.push_back(from_zero ? point : point - corner);
    }
    return index;
}

expr through_window(const staging &what, const expr &value, const std::vector<expr> &around) {
    return rewrite(value, [&](const expr &node) {
        if (node.get_op_type() != o_access || node.get_name() != what.source->name) {
            return node;
        }
        return expr(o_access, what.window->name, window_index(what, node.get_operands(), around),
                    node.get_data_type());
    });
}

} // namespace tiramisu::core
