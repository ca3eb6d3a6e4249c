#include "codegen/sequence/sequence_requirements.h"

#include <map>
#include <optional>

#include "core/expr/expr_walk.h"

namespace tiramisu::lower {

namespace {

/// Puts one requirement into the names of the sequence.
class requirement_renaming {
public:
    explicit requirement_renaming(const sequence_names &names) : names_(names) {}

    /// None if the sequence has no name for something in it.
    std::optional<core::program_requirement> renamed(core::program_requirement what) && {
        for (core::program_range &range : what.over) {
            range.lower = renamed(range.lower);
            range.upper = renamed(range.upper);
            // No scalar is called so: one that was renamed must not be taken for the iterator.
            const std::string outer = "." + range.name;
            iterators_[range.name] = expr::variable(outer, range.type);
            range.name = outer;
        }
        what.found = renamed(what.found);
        what.lowest = renamed(what.lowest);
        what.highest = renamed(what.highest);
        return is_known_ ? std::optional(what) : std::nullopt;
    }

private:
    const sequence_names &names_;
    std::map<std::string, expr> iterators_;
    bool is_known_ = true;

    expr renamed(const expr &value) {
        return core::rewrite(value, [&](const expr &node) {
            return node.get_expr_type() == e_var    ? variable(node)
                   : node.get_op_type() == o_access ? element(node)
                                                    : node;
        });
    }

    expr variable(const expr &node) {
        const auto iterator = iterators_.find(node.get_name());
        if (iterator != iterators_.end()) {
            return iterator->second;
        }
        if (const auto value = names_.value(node.get_name())) {
            return expr::literal(node.get_data_type(), *value);
        }
        const std::string scalar = names_.scalar(node.get_name());
        is_known_ = is_known_ && !scalar.empty();
        return expr::variable(scalar, node.get_data_type());
    }

    expr element(const expr &node) {
        const sequence_memory *input = names_.whole_input(node.get_name());
        is_known_ = is_known_ && input != nullptr;
        return input == nullptr
                   ? node
                   : expr(o_access, input->name, node.get_operands(), node.get_data_type());
    }
};

} // namespace

sequence_requirements shared_requirements(const core::program &function,
                                          const sequence_names &names) {
    sequence_requirements shared;
    for (const core::program_requirement &one : function.requirements) {
        if (const auto renamed = requirement_renaming(names).renamed(one)) {
            shared.of_sequence.push_back(*renamed);
        } else {
            shared.of_function.push_back(one);
        }
    }
    return shared;
}

} // namespace tiramisu::lower
