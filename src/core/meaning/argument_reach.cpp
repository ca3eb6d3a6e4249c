#include "core/meaning/argument_reach.h"

#include <algorithm>
#include <set>

#include "core/expr/expr_walk.h"
#include "core/meaning/certain_elements.h"
#include "core/program/affine.h"
#include "core/program/ast_expressions.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/quasi_affine.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

/// The names to which generated code gives a value before it checks its arguments.
std::set<std::string> parameters_of(const program &resolved) {
    std::set<std::string> names;
    for (const auto *scalars : {&resolved.scalar_arguments, &resolved.constants}) {
        for (const program_scalar &scalar : *scalars) {
            names.insert(scalar.name);
        }
    }
    return names;
}

/// The formula in numbers of 64 bits, whatever types its parameters have.
expr widened(const expr &value) {
    if (!value.is_defined()) {
        return value;
    }
    return rewrite(value, [](const expr &node) {
        if (node.get_expr_type() == e_var) {
            return expr::variable(node.get_name(), p_int64);
        }
        if (node.get_expr_type() == e_val) {
            return node.get_data_type() == p_boolean ? node : expr(node.get_int_val());
        }
        const std::vector<expr> &operands = node.get_operands();
        if (node.get_op_type() == o_cast) {
            return operands[0]; // which is wide now
        }
        switch (operands.size()) {
        case 1: return expr(node.get_op_type(), operands[0]);
        case 2: return expr(node.get_op_type(), operands[0], operands[1]);
        default: return expr(node.get_op_type(), operands[0], operands[1], operands[2]);
        }
    });
}

class reach_finder {
public:
    reach_finder(const function_state &function, const analysis &now)
        : context_(function.context), parameters_(parameters_of(now.resolved)),
          certain_(function, now) {}

    std::vector<program_reach> of(const std::string &buffer) const {
        std::vector<program_reach> found;
        isl::set all = context_.subtract(context_);
        for (const isl::set &touched : certain_.of(buffer)) {
            const bool is_new = found.empty() || !touched.is_subset(all);
            if (!touched.is_empty() && poly::is_bounded(touched) && is_new) {
                all = found.empty() ? touched : all.unite(touched);
                add_last(touched, found);
            }
        }
        return found;
    }

private:
    isl::set context_;
    std::set<std::string> parameters_;
    certain_elements certain_;

    /// Appends the lexicographic maximum of { buffer[e0, e1] }, for each part of the parameters
    /// where it has another formula.
    void add_last(const isl::set &touched, std::vector<program_reach> &found) const {
        // { [] -> buffer[e0, e1] }
        const std::optional<isl::pw_multi_aff> last = poly::last_element(touched);
        if (!last) {
            return; // isl gives up; nothing is known then
        }
        last->foreach_piece([&](const isl::set &where, const isl::multi_aff &element) {
            const isl::set condition = where.params().gist(context_);
            program_reach reach;
            if (!poly::is_written_as_universe(condition)) {
                reach.condition = widened(set_to_expr(condition));
            }
            for (int dim = 0; dim < poly::set_dims(touched); ++dim) {
                reach.element.push_back(widened(*to_expr(isl::pw_aff(element.at(dim)), {})));
            }
            if (is_known(reach)) {
                found.push_back(reach);
            }
        });
    }

    bool is_known(const program_reach &reach) const {
        std::vector<expr> values = reach.element;
        values.push_back(reach.condition);
        return std::all_of(values.begin(), values.end(), [&](const expr &value) {
            bool known = true;
            for_each_node(value, [&](const expr &node) {
                known &= node.get_expr_type() != e_var || parameters_.count(node.get_name()) > 0;
            });
            return known;
        });
    }
};

} // namespace

void note_argument_reach(const function_state &function, const analysis &now, program &code) {
    const reach_finder finder(function, now);
    for (program_buffer &argument : code.arguments) {
        argument.reached = finder.of(argument.name);
    }
}

} // namespace tiramisu::core
