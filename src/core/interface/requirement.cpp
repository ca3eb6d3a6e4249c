#include "core/program/requirement.h"

#include <algorithm>

#include "core/expr/expr_walk.h"
#include "core/program/buffer_text.h"
#include "core/program/definition.h"
#include "core/program/resolve.h"
#include "core/program/unknown_name.h"

namespace tiramisu {

namespace {

using core::function_state;

/// Refuses what is wrong with a requirement, in its name.
class requirement_checks {
public:
    requirement_checks(const function_state &function, const core::requirement &what)
        : function_(function), what_(what) {}

    void make() const {
        check_found();
        std::vector<std::string> names;
        for (const core::iterator &it : what_.over) {
            if (!it.lower.is_defined() || !it.upper.is_defined()) {
                refuse("iterator \"" + it.name + "\" has no bounds; write var(\"" + it.name +
                       "\", lower, upper)");
            }
            check_known(it.lower, names);
            check_known(it.upper, names);
            names.push_back(it.name);
        }
        for (const expr &value : {what_.found, what_.lowest, what_.highest}) {
            check_known(value, names);
        }
    }

private:
    const function_state &function_;
    const core::requirement &what_;

    [[noreturn]] void refuse(const std::string &problem) const {
        throw user_error("function \"" + function_.name + "\"",
                         "require(" + what_.found.to_str() + ")", problem, what_.where);
    }

    void check_found() const {
        const bool is_constant = what_.found.get_expr_type() == e_var &&
                                 function_.find_constant(what_.found.get_name()) != nullptr;
        if (what_.found.get_op_type() != o_access && !is_constant) {
            refuse("is neither an element of an input nor a constant of the function");
        }
        for (const expr &value : {what_.found, what_.lowest, what_.highest}) {
            const primitive_t type = value.get_data_type();
            if (value.is_defined() && (!is_integer(type) || type == p_uint64)) {
                refuse(value.to_str() + " is " + to_string(type) +
                       ", must be an integer that int64 can hold");
            }
        }
    }

    void check_known(const expr &value, const std::vector<std::string> &iterators) const {
        if (const auto unknown = core::first_unknown_name(function_, value, iterators)) {
            refuse(value.to_str() + " names \"" + *unknown +
                   "\", which is no constant and no iterator before it");
        }
        core::for_each_node(value, [&](const expr &node) {
            const core::computation_state *read = node.get_op_type() == o_access
                                                      ? function_.find_computation(node.get_name())
                                                      : nullptr;
            if (read != nullptr && !read->is_input()) {
                refuse("reads computation \"" + read->name +
                       "\", which the function computes; only what it is handed can be required");
            }
        });
    }
};

} // namespace

void function::require(const std::vector<var> &over, const expr &found, const expr &lowest,
                       const expr &highest, const std::string &rule, source_place where) {
    core::requirement what = {core::iterators_of(over), found, lowest, highest, rule, where, false};
    requirement_checks(*state_, what).make();
    state_->requirements.push_back(std::move(what));
}

void function::require_in_every_call(const std::vector<var> &over, const expr &found,
                                     const expr &lowest, const expr &highest,
                                     const std::string &rule, source_place where) {
    require(over, found, lowest, highest, rule, where);
    state_->requirements.back().in_every_call = true;
}

namespace core {

program_requirement resolved_requirement(const function_state &function, const requirement &what,
                                         const std::vector<program_buffer> &arguments) {
    const std::string who = "function \"" + function.name + "\"";
    const std::string call = "require(" + what.found.to_str() + ")";
    const auto resolved = [&](const expr &value) {
        expr read = resolve_reads(function, who, value, what.where);
        for_each_node(read, [&](const expr &node) {
            const bool is_argument =
                node.get_op_type() != o_access ||
                std::any_of(arguments.begin(), arguments.end(),
                            [&](const program_buffer &one) { return one.name == node.get_name(); });
            if (!is_argument) {
                throw user_error(who, call,
                                 "reads " + buffer_text(function, node.get_name()) +
                                     ", which is not among the arguments",
                                 what.where);
            }
        });
        return read;
    };
    program_requirement made;
    for (const iterator &it : what.over) {
        made.over.push_back({it.name, it.type, resolved(it.lower), resolved(it.upper)});
    }
    made.found = resolved(what.found);
    made.lowest = resolved(what.lowest);
    made.highest = resolved(what.highest);
    made.rule = what.rule;
    made.in_every_call = what.in_every_call;
    return made;
}

} // namespace core

} // namespace tiramisu
