#include "core/program/command.h"

#include <set>

#include "core/commands/loop_commands.h"
#include "core/interface/command_signatures.h"
#include "core/program/missing_computation.h"
#include "core/program/public_call.h"
#include "core/program/state.h"
#include "core/staging/compute_at.h"
#include "support/immortal.h"

namespace tiramisu {

loop_reference::loop_reference(const var &loop) : name(loop.get_name()) {}

new_loop::new_loop(const var &loop) : name(loop.get_name()) {}

} // namespace tiramisu

namespace tiramisu::core {

namespace {

struct argument_text {
    std::string operator()(const loop_reference &loop) const {
        return loop.name.empty() ? std::to_string(loop.level) : loop.name;
    }
    std::string operator()(const new_loop &loop) const { return loop.name; }
    std::string operator()(const computation_reference &other) const { return other.id; }
    std::string operator()(const isl_text &map) const { return "\"" + map.text + "\""; }
    std::string operator()(int number) const { return std::to_string(number); }
    std::string operator()(memory where) const { return "memory::" + memory_names().at(where); }

    std::string operator()(tail rest) const {
        return rest == tail::masked ? "tail::masked" : "tail::separated";
    }

    template <typename T>
    std::string operator()(const std::vector<T> &list) const {
        std::string text;
        for (const T &one : list) {
            text += (text.empty() ? "" : ", ") + (*this)(one);
        }
        return "{" + text + "}";
    }
};

std::string command_names() {
    std::set<std::string> names;
    for (const command_kind &kind : all_command_kinds()) {
        names.insert(kind.name);
    }
    std::string text;
    for (const std::string &name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

const command_kind &known_kind(const command &what, const computation_state &computation) {
    const command_kind *kind = find_command_kind(what.name);
    if (kind == nullptr) {
        throw user_error(subject(computation), call_text(what),
                         "is not a schedule command; there are " + command_names(), what.where);
    }
    return *kind;
}

void require_name(const new_loop &loop, const command &what, const computation_state &computation) {
    if (!is_identifier(loop.name)) {
        throw user_error(subject(computation), call_text(what),
                         "\"" + loop.name +
                             "\" is no name of a loop: letters, digits and _, not starting with a "
                             "digit",
                         what.where);
    }
}

/// The names of vars are checked where these are made; those of commands as data are not.
void require_loop_names(const command &what, const computation_state &computation) {
    for (const command_argument &argument : what.arguments) {
        if (const auto *loop = std::get_if<new_loop>(&argument)) {
            require_name(*loop, what, computation);
        }
        if (const auto *loops = std::get_if<std::vector<new_loop>>(&argument)) {
            for (const new_loop &one : *loops) {
                require_name(one, what, computation);
            }
        }
    }
}

void carry_out(const command_kind &kind, computation_state &computation, const command &what) {
    if (kind.apply != nullptr) {
        kind.apply(computation, what);
    } else {
        apply_loop_command(computation, what);
        follow_inside(computation, what);
    }
}

} // namespace

const std::map<memory, std::string> &memory_names() {
    static const std::map<memory, std::string> &names =
        support::immortal<std::map<memory, std::string>>({{memory::temporary, "temporary"},
                                                          {memory::registers, "registers"},
                                                          {memory::shared, "shared"},
                                                          {memory::local, "local"},
                                                          {memory::constant, "constant"},
                                                          {memory::global, "global"}});
    return names;
}

std::string call_text(const command &what) {
    std::string text;
    for (const command_argument &argument : what.arguments) {
        text += (text.empty() ? "" : ", ") + std::visit(argument_text{}, argument);
    }
    return what.name + "(" + text + ")";
}

std::string to_cpp(const command &what) {
    return what.computation + "." + call_text(what) + ";";
}

void apply(function_state &function, const command &what) {
    computation_state *computation = function.find_definition(what.computation);
    if (computation == nullptr) {
        throw user_error("function \"" + function.name + "\"", to_cpp(what),
                         missing_computation(function, what.computation), what.where);
    }
    const command_kind &kind = known_kind(what, *computation);
    require_fitting_arguments(kind, what, subject(*computation));
    require_loop_names(what, *computation);
    function_snapshot all_or_nothing(function, changed_by(function, what));
    restating_errors(function, {subject(*computation), call_text(what), what.where},
                     [&] { carry_out(kind, *computation, what); });
    function.commands.push_back(what);
    all_or_nothing.keep();
}

} // namespace tiramisu::core
