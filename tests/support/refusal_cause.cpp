#include "support/refusal_cause.h"

#include <algorithm>

namespace tiramisu::oracle {

namespace {

bool reads(const expr &value, const std::string &name) {
    if (!value.is_defined()) {
        return false;
    }
    if (value.get_op_type() == o_access && (name.empty() || value.get_name() == name)) {
        return true;
    }
    const std::vector<expr> &operands = value.get_operands();
    return std::any_of(operands.begin(), operands.end(),
                       [&](const expr &operand) { return reads(operand, name); });
}

bool has_run_time_bounds(const program_definition &made) {
    const auto is_read = [](const var &iterator) {
        return iterator.has_bounds() &&
               (reads(iterator.get_lower(), "") || reads(iterator.get_upper(), ""));
    };
    const auto reads_iterators = [](const program_update &update) {
        return reads(update.value, "R"); // the only input that bounds are read from
    };
    return std::any_of(made.iterators.begin(), made.iterators.end(), is_read) ||
           std::any_of(made.updates.begin(), made.updates.end(), reads_iterators);
}

/// The first thing that is special about a definition, rarest first.
std::string kind_of(const random_program &program, const std::string &name) {
    const auto found = std::find_if(program.definitions.begin(), program.definitions.end(),
                                    [&](const auto &made) { return made.name == name; });
    if (found == program.definitions.end()) {
        return "window";
    }
    return has_run_time_bounds(*found)        ? "run-time bounds"
           : reads(found->predicate, "")      ? "condition on values"
           : !found->updates.empty()          ? "reduction or update"
           : !found->storage.empty()          ? "storage map"
           : reads(found->value, found->name) ? "reads itself"
                                              : "plain";
}

std::string verb_of(const std::string &command) {
    const std::size_t dot = command.find('.'), open = command.find('(');
    return command.empty() ? "(none)"
           : dot < open    ? command.substr(dot + 1, open - dot - 1)
                           : command.substr(0, open);
}

} // namespace

refusal_cause cause_of(const random_program &program, const schedule_error &refusal) {
    const schedule_error::broken_dependence &broken = refusal.dependence();
    const std::string source = kind_of(program, broken.source),
                      sink = kind_of(program, broken.sink);
    const std::string both = source == sink ? source : source + " -> " + sink;
    return {broken.kind, both, verb_of(refusal.call())};
}

} // namespace tiramisu::oracle
