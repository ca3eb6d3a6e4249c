#include "core/argument_reach.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/affine.h"
#include "core/ast_expressions.h"
#include "core/expr_walk.h"
#include "core/memory_accesses.h"
#include "polyhedral/isl_bridge.h"

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
        : function_(function), context_(function.context), now_(now),
          parameters_(parameters_of(now.resolved)) {
        for (const auto &[id, statement] : now.resolved.statements) {
            if (!statement.bounds.empty() && !statement.condition.is_defined()) {
                add_reads_of_bounds(statement);
            }
        }
    }

    std::vector<program_reach> of(const std::string &buffer) const {
        std::vector<program_reach> found;
        isl::set all = isl::manage(isl_set_empty(isl_set_get_space(context_.get())));
        const auto add = [&](const isl::set &touched) {
            const bool is_new = found.empty() || !touched.is_subset(all);
            if (!touched.is_empty() && poly::is_bounded(touched) && is_new) {
                all = found.empty() ? touched : all.unite(touched);
                add_last(touched, found);
            }
        };
        for (const poly::memory_access &access : now_.accesses) {
            if (access.buffer == buffer && !may_not_happen(access)) {
                add(access.relation.range());
            }
        }
        const auto of_bounds = read_by_bounds_.find(buffer);
        if (of_bounds != read_by_bounds_.end()) {
            std::for_each(of_bounds->second.begin(), of_bounds->second.end(), add);
        }
        return found;
    }

private:
    const function_state &function_;
    isl::set context_;
    const analysis &now_;
    std::set<std::string> parameters_;
    std::map<std::string, std::vector<isl::set>> read_by_bounds_; ///< elements, by buffer

    bool may_not_happen(const poly::memory_access &access) const {
        const program_statement &statement = now_.resolved.statements.at(access.statement);
        return access.is_conditional || !statement.bounds.empty();
    }

    /// A loop with bounds that are read may have no iteration, but those of the outermost such loop
    /// are read in every iteration around it.
    void add_reads_of_bounds(const program_statement &statement) {
        const computation_state *definition = function_.find_definition(statement.id);
        std::size_t outermost = statement.iterators.size();
        for (const program_bound &bound : statement.bounds) {
            outermost = std::min(outermost, bound.iterator);
        }
        for (const program_bound &bound : statement.bounds) {
            if (definition != nullptr && bound.iterator == outermost) {
                add_reads(*definition, bound.value.value);
            }
        }
    }

    void add_reads(const computation_state &definition, const expr &value) {
        if (value.get_expr_type() != e_op || value.get_op_type() == o_select) {
            return;
        }
        if (value.get_op_type() == o_access) {
            bool exact = true;
            const isl::map touched =
                access_relation(definition, value.get_name(), value.get_operands(), exact);
            if (exact) {
                read_by_bounds_[value.get_name()].push_back(touched.range());
            }
        }
        for (const expr &operand : value.get_operands()) {
            add_reads(definition, operand);
        }
    }

    /// Appends the lexicographic maximum of { buffer[e0, e1] }, for each part of the parameters
    /// where it has another formula.
    void add_last(const isl::set &touched, std::vector<program_reach> &found) const {
        // { [] -> buffer[e0, e1] }
        isl_pw_multi_aff *lexmax = isl_set_lexmax_pw_multi_aff(touched.copy());
        if (lexmax == nullptr) {
            return; // isl gives up; nothing is known then
        }
        isl::manage(lexmax).foreach_piece(
            [&](const isl::set &where, const isl::multi_aff &element) {
                const isl::set condition = where.params().gist(context_);
                program_reach reach;
                if (isl_set_plain_is_universe(condition.get()) != isl_bool_true) {
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

void note_argument_reach(const function_state &function, analysis &now) {
    const reach_finder finder(function, now);
    for (program_buffer &argument : now.resolved.arguments) {
        argument.reached = finder.of(argument.name);
    }
}

} // namespace tiramisu::core
