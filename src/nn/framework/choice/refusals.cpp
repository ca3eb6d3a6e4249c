#include "nn/framework/choice/refusals.h"

namespace tiramisu::nn {

namespace {

std::string quoted(const std::string &what, const std::string &name) {
    return what + " \"" + name + "\"";
}

} // namespace

void refuse_solver(const std::string &problem, const std::string &solver, const std::string &reason,
                   source_place where) {
    throw user_error(quoted("problem", problem), quoted("solver", solver), reason, where);
}

void refuse_unknown_solver(const std::string &problem, const std::string &solver,
                           const std::vector<solver_verdict> &known, const std::string &others,
                           source_place where) {
    std::string names = others;
    for (const solver_verdict &one : known) {
        names += (&one == &known.front() ? "\"" : ", \"") + one.solver + "\"";
    }
    refuse_solver(problem, solver, "is not known; there are " + names, where);
}

std::string why_not_of_type(element_type type) {
    return "type " + to_string(type) + ", which it does not compute";
}

void refuse_all(const std::string &problem, const std::vector<solver_verdict> &why,
                source_place where) {
    std::string reasons;
    for (const solver_verdict &one : why) {
        reasons +=
            (reasons.empty() ? "" : "; ") + quoted("solver", one.solver) + ": " + one.why_not;
    }
    throw user_error(quoted("problem", problem), "", "no solver can do it: " + reasons, where);
}

void refuse_configuration(const std::string &problem, const std::string &values,
                          source_place where) {
    throw user_error(quoted("problem", problem), quoted("configuration", values),
                     "is given without the solver that it belongs to", where);
}

configuration read_configuration(const std::string &problem, const std::string &solver,
                                 const std::string &values, const std::vector<tunable> &tunables,
                                 source_place where) {
    const std::string call = quoted("configuration", values) + " of " + quoted("solver", solver);
    const std::optional<configuration> given = parse_configuration(values);
    if (!given) {
        throw user_error(quoted("problem", problem), call,
                         "is not of the form name=number,name=number", where);
    }
    const std::string invalid = why_not_valid(*given, tunables);
    if (!invalid.empty()) {
        throw user_error(quoted("problem", problem), call, invalid, where);
    }
    return *given;
}

} // namespace tiramisu::nn
