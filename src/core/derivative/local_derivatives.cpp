#include "core/derivative/local_derivatives.h"

#include <algorithm>
#include <set>

#include "core/derivative/rules.h"

namespace tiramisu::core {

namespace {

/// Goes from the value to what it reads, the derivative by each node in hand.
class reverse_walk {
public:
    reverse_walk(const computation_state &definition,
                 const std::function<bool(const std::string &)> &is_active)
        : definition_(definition), is_active_(is_active),
          space_(*definition.owner, definition.iterators) {}

    std::vector<read_derivative> walk(const differentiated &what) && {
        if (note_active(what.value)) {
            const expr &value = what.stored.is_defined() ? what.stored : what.value;
            if (definition_.predicate.is_defined()) {
                guards_.push_back({definition_.predicate, true});
            }
            pass_on(what.value, value, what.weight, where_executed(space_, definition_.predicate));
        }
        return std::move(found_);
    }

private:
    struct chosen_by {
        expr condition;
        bool holds; ///< or is it false
    };

    /// Whether a change of an active element can change the value; the same is noted of its parts.
    bool note_active(const expr &node) {
        if (!is_differentiable(node) || node.get_expr_type() != e_op) {
            return false;
        }
        bool is_active = false;
        if (node.get_op_type() == o_access) {
            is_active = is_active_(node.get_name());
        } else {
            for (const expr &operand : node.get_operands()) {
                is_active = note_active(operand) || is_active;
            }
        }
        if (is_active) {
            active_.insert(node.node());
        }
        return is_active;
    }

    void pass_on(const expr &node, const expr &value, const expr &weight, const evaluation &here) {
        if (active_.count(node.node()) == 0) {
            return;
        }
        if (node.get_op_type() == o_access) {
            add(node, guarded(weight), here.points);
            return;
        }
        if (node.get_op_type() == o_select) {
            pass_on_to_arms(node, weight, here);
            return;
        }
        require_rule(node);
        const std::vector<expr> passed = operand_derivatives(node, value, weight);
        for (std::size_t at = 0; at < passed.size(); ++at) {
            const expr &operand = node.get_operand(static_cast<int>(at));
            pass_on(operand, operand, passed[at], here);
        }
    }

    void pass_on_to_arms(const expr &choice, const expr &weight, const evaluation &here) {
        const expr &condition = choice.get_operand(0);
        const expr &if_true = choice.get_operand(1), &if_false = choice.get_operand(2);
        guards_.push_back({condition, true});
        pass_on(if_true, if_true, weight, where_true(space_, condition, here));
        guards_.back().holds = false;
        pass_on(if_false, if_false, weight, where_false(space_, condition, here));
        guards_.pop_back();
    }

    // An arm may read what is there only where it is chosen, and so may its derivative: the choice
    // stands around all of it.
    expr guarded(expr derivative) const {
        const expr zero = expr::literal(derivative.get_data_type(), 0);
        for (auto guard = guards_.rbegin(); guard != guards_.rend(); ++guard) {
            derivative = guard->holds ? select(guard->condition, derivative, zero)
                                      : select(guard->condition, zero, derivative);
        }
        return derivative;
    }

    void require_rule(const expr &node) const {
        if (has_derivative(node.get_op_type())) {
            return;
        }
        throw unsupported_error(
            subject(definition_), "",
            node.to_str() + " calls a C function, whose derivative is not known; write its value "
                            "with the operations of the language",
            definition_.where);
    }

    void add(const expr &read, const expr &derivative, const isl::set &points) {
        const auto same = std::find_if(found_.begin(), found_.end(), [&](const auto &other) {
            return other.read.is_equal(read);
        });
        if (same == found_.end()) {
            found_.push_back({read, derivative, points});
        } else {
            same->derivative = same->derivative + derivative;
            same->points = same->points.unite(points).coalesce();
        }
    }

    const computation_state &definition_;
    const std::function<bool(const std::string &)> &is_active_;
    affine_space space_;
    std::set<const expr_node *> active_;
    std::vector<chosen_by> guards_; ///< around the node that is looked at
    std::vector<read_derivative> found_;
};

} // namespace

std::vector<read_derivative>
local_derivatives(const computation_state &definition, const differentiated &what,
                  const std::function<bool(const std::string &)> &is_active) {
    return reverse_walk(definition, is_active).walk(what);
}

} // namespace tiramisu::core
