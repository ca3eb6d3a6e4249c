#include "tiramisu/gradient.h"

#include <algorithm>

#include "core/derivative/adjoint_builder.h"
#include "core/derivative/dependence_path.h"
#include "core/program/public_call.h"

// The call that adds derivatives to a function, and what it answers.

namespace tiramisu {

namespace {

using core::computation_state;
using core::function_state;

/// "gradient(f, loss, {x, w})"
std::string call_text(const function_state &function, const computation_state &of,
                      const std::vector<const computation_state *> &by) {
    std::string names;
    for (const computation_state *one : by) {
        names += (names.empty() ? "" : ", ") + one->name;
    }
    return "gradient(" + function.name + ", " + of.name + ", {" + names + "})";
}

/// Refuses what is wrong with the call itself.
class gradient_checks {
public:
    gradient_checks(const function_state &function, const core::public_call &call)
        : function_(function), call_(call) {}

    void make(const computation_state &of, const std::vector<const computation_state *> &by) const {
        require_own(of);
        require_defined(of);
        if (of.is_input()) {
            refuse("is an input, which depends on nothing; give a computation");
        }
        require_float(of);
        if (by.empty()) {
            refuse("names nothing to take the derivative by; give the inputs: {&x}");
        }
        for (const computation_state *input : by) {
            require_own(*input);
            require_defined(*input);
            require_input(*input);
            require_float(*input);
            if (std::count(by.begin(), by.end(), input) > 1) {
                refuse("names \"" + input->name + "\" twice");
            }
        }
        require_no_command();
    }

private:
    [[noreturn]] void refuse(const std::string &problem) const {
        throw user_error(call_.subject, call_.call, problem, call_.where);
    }

    void require_own(const computation_state &one) const {
        if (one.owner != &function_) {
            refuse("\"" + one.name + "\" belongs to function \"" + one.owner->name + "\"");
        }
    }

    void require_defined(const computation_state &one) const {
        if (one.awaits_definition && !one.value.is_defined()) {
            refuse("\"" + one.name + "\" has no expression yet; give it one by set_expression()");
        }
    }

    void require_input(const computation_state &by) const {
        if (!by.is_input()) {
            refuse("\"" + by.name +
                   "\" is computed; a derivative is taken by inputs, and has those of the "
                   "computations between beside them: gradient(...).by(" +
                   by.name + ")");
        }
    }

    void require_float(const computation_state &one) const {
        if (!is_float(one.type)) {
            refuse("\"" + one.name + "\" is of type " + to_string(one.type) +
                   "; only floats have derivatives");
        }
    }

    void require_no_command() const {
        if (!function_.commands.empty()) {
            refuse("function \"" + function_.name +
                   "\" has a schedule already, which begins with " +
                   core::to_cpp(function_.commands.front()) +
                   " call gradient() before the first command, as it adds to the algorithm");
        }
    }

    const function_state &function_;
    const core::public_call &call_;
};

core::built_adjoints built(function_state &function, const computation_state &of,
                           const std::vector<const computation_state *> &by,
                           const core::public_call &call) {
    try {
        return core::build_adjoints(function, of, core::path_between(function, of, by, call), call);
    } catch (const user_error &refused) {
        if (refused.subject() != "expression") {
            throw;
        }
        // of the library's own expressions, at a place in the library
        throw unsupported_error(
            call.subject, call.call,
            "a derivative is no expression of the language: " + refused.problem(), call.where);
    }
}

computation handle(computation_state *state) {
    return computation(core::shared_with_owner(state));
}

} // namespace

adjoints gradient(function &f, const computation &of, const std::vector<computation *> &by,
                  source_place where) {
    function_state &function = *f.state();
    const computation_state &value = *of.state()->base;
    std::vector<const computation_state *> inputs;
    for (const computation *one : by) {
        if (one == nullptr) {
            throw user_error(core::subject(value), "gradient", "one of the inputs is null", where);
        }
        inputs.push_back(one->state()->base);
    }
    const core::public_call call = {core::subject(value), call_text(function, value, inputs),
                                    where};
    gradient_checks(function, call).make(value, inputs);
    const core::built_adjoints made =
        core::change(function, call, {}, [&] { return built(function, value, inputs, call); });
    std::vector<computation> seed, all;
    if (made.seed != nullptr) {
        seed.push_back(handle(made.seed));
    }
    for (computation_state *one : made.all) {
        all.push_back(handle(one));
    }
    std::map<std::string, computation> by_name;
    for (const auto &[name, state] : made.by_name) {
        by_name.emplace(name, handle(state->last()));
    }
    return {std::move(seed), std::move(by_name), std::move(all)};
}

computation adjoints::seed(source_place where) const {
    if (seed_.empty()) {
        throw user_error("gradient", "seed()",
                         "there is none: what is differentiated is one number, whose seed is 1",
                         where);
    }
    return seed_.front();
}

computation adjoints::by(const computation &what, source_place where) const {
    const auto found = by_name_.find(what.get_name());
    if (found == by_name_.end()) {
        std::string names;
        for (const auto &[name, adjoint] : by_name_) {
            names += (names.empty() ? "" : ", ") + name;
        }
        throw user_error(core::subject(*what.state()), "by(" + what.get_name() + ")",
                         "has no adjoint: it does not lie between what the derivative is taken by "
                         "and what it is taken of; those that do: " +
                             names,
                         where);
    }
    return found->second;
}

} // namespace tiramisu
