#include "core/program/command.h"

#include <algorithm>
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
    std::string operator()(memory where) const { return choice(where, "memory", memory_names()); }
    std::string operator()(tail rest) const { return choice(rest, "tail", tail_names()); }

    template <typename T>
    std::string operator()(const std::vector<T> &list) const {
        std::string text;
        for (const T &one : list) {
            text += (text.empty() ? "" : ", ") + (*this)(one);
        }
        return "{" + text + "}";
    }

private:
    /// A cast of its number where no choice has the value.
    template <typename Choice>
    static std::string choice(Choice chosen, const std::string &type,
                              const std::map<Choice, std::string> &names) {
        const auto found = names.find(chosen);
        return found != names.end() ? type + "::" + found->second
                                    : type + "(" + std::to_string(static_cast<int>(chosen)) + ")";
    }
};

/// Of the names of new loops that are the command's last arguments: the method takes them as one
/// list where the signature repeats them.
std::size_t first_in_list(const command_kind &kind, const command &what) {
    const bool has_list =
        std::any_of(kind.signatures.begin(), kind.signatures.end(),
                    [](const std::string &signature) { return repeats_last(signature); });
    std::size_t first = what.arguments.size();
    while (has_list && first > 0 && std::holds_alternative<new_loop>(what.arguments[first - 1])) {
        --first;
    }
    return first;
}

/// As C++ has it, where a level outside of all loops is a member of computation.
std::string text_of_argument(const command_kind *kind, const command &what, std::size_t at) {
    const auto *loop = std::get_if<loop_reference>(&what.arguments[at]);
    const bool is_level = kind != nullptr && std::any_of(kind->levels.begin(), kind->levels.end(),
                                                         [&](const command_kind::level_place &one) {
                                                             return one.argument == at;
                                                         });
    return loop != nullptr && is_level && loop->name == computation::root.get_name()
               ? "computation::root"
               : std::visit(argument_text{}, what.arguments[at]);
}

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

/// "tail::separated, tail::masked"
template <typename Choice>
std::string all_choices(const std::map<Choice, std::string> &names) {
    std::string text;
    for (const auto &[choice, name] : names) {
        text += (text.empty() ? "" : ", ") + argument_text{}(choice);
    }
    return text;
}

template <typename Choice>
void require_choice(const std::map<Choice, std::string> &names, const command_argument &argument,
                    const command &what, const computation_state &computation) {
    const auto *chosen = std::get_if<Choice>(&argument);
    if (chosen != nullptr && names.find(*chosen) == names.end()) {
        throw user_error(subject(computation), call_text(what),
                         argument_text{}(*chosen) + " is not known; there are " +
                             all_choices(names),
                         what.where);
    }
}

/// A cast makes values of enumerations that have no name.
void require_choices(const command &what, const computation_state &computation) {
    for (const command_argument &argument : what.arguments) {
        require_choice(memory_names(), argument, what, computation);
        require_choice(tail_names(), argument, what, computation);
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

const std::map<tail, std::string> &tail_names() {
    static const std::map<tail, std::string> &names =
        support::immortal<std::map<tail, std::string>>(
            {{tail::separated, "separated"}, {tail::masked, "masked"}});
    return names;
}

std::string call_text(const command &what) {
    const command_kind *kind = find_command_kind(what.name);
    const std::size_t count = what.arguments.size();
    const std::size_t list = kind == nullptr ? count : first_in_list(*kind, what);
    std::string text;
    for (std::size_t at = 0; at < count; ++at) {
        text += std::string(at == 0 ? "" : ", ") + (at == list ? "{" : "") +
                text_of_argument(kind, what, at);
    }
    return what.name + "(" + text + (list < count ? "}" : "") + ")";
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
    require_choices(what, *computation);
    function_snapshot all_or_nothing(function, changed_by(function, what));
    restating_errors(function, {subject(*computation), call_text(what), what.where},
                     [&] { carry_out(kind, *computation, what); });
    function.commands.push_back(what);
    all_or_nothing.keep();
}

} // namespace tiramisu::core
