#include "core/derivative/simplified.h"

#include "core/derivative/gathered_term.h"
#include "core/expr/expr_walk.h"
#include "core/program/affine.h"
#include "core/program/guards.h"

namespace tiramisu::core {

namespace {

class simplifier {
public:
    simplifier(const function_state &function, const std::vector<std::string> &names,
               const isl::set &domain)
        : names_(names), space_(function, as_iterators(names)), domain_(domain) {}

    expr operator()(const expr &value) const {
        return rewrite(value, [&](const expr &node) {
            switch (node.get_op_type()) {
            case o_access: return with_short_indices(node);
            case o_select: return arm_of(node);
            default: return node;
            }
        });
    }

private:
    expr with_short_indices(const expr &read) const {
        std::vector<expr> indices;
        for (const expr &index : read.get_operands()) {
            const auto function = space_.to_aff(index);
            const auto shorter = function && index.get_data_type() == p_int32
                                     ? to_expr(*function, names_)
                                     : std::nullopt;
            const bool is_shorter = shorter && shorter->node()->size < index.node()->size;
            indices.push_back(is_shorter ? *shorter : index);
        }
        return expr(o_access, read.get_name(), indices, read.get_data_type());
    }

    expr arm_of(const expr &choice) const {
        const evaluation here = {domain_, true};
        const evaluation holds = where_true(space_, choice.get_operand(0), here);
        if (holds.points.is_empty()) {
            return choice.get_operand(2);
        }
        return holds.is_certain && domain_.is_subset(holds.points) ? choice.get_operand(1) : choice;
    }

    const std::vector<std::string> &names_;
    affine_space space_;
    const isl::set &domain_;
};

} // namespace

expr simplified(const function_state &function, const expr &value,
                const std::vector<std::string> &names, const isl::set &domain) {
    return simplifier(function, names, domain)(value);
}

} // namespace tiramisu::core
