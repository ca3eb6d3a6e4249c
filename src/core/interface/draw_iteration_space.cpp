#include "core/program/public_call.h"
#include "core/report/iteration_space_svg.h"
#include "core/staging/staged_analysis.h"
#include "support/output_files.h"
#include "tiramisu/function.h"

namespace tiramisu {

namespace {

constexpr int most_rows = 100;

core::iteration_space_request request(const core::function_state &function,
                                      const std::vector<computation *> &computations,
                                      const std::string &call, source_place where) {
    const std::string who = "function \"" + function.name + "\"";
    core::iteration_space_request asked;
    if (computations.empty()) {
        throw user_error(who, call, "the list of computations is empty; name at least one", where);
    }
    for (const computation *one : computations) {
        if (one == nullptr || one->part()->owner != &function) {
            throw user_error(who, call, "one of the computations is null or of another function",
                             where);
        }
        if (one->part()->is_input()) {
            throw user_error(core::subject(*one->part()), call,
                             "has no expression, so it is not executed and has no instances",
                             where);
        }
        if (one->part()->is_inlined) {
            throw user_error(core::subject(*one->part()), call,
                             "is computed inline, where it is read, and has no instances", where);
        }
        asked.computations.push_back(one->part());
    }
    return asked;
}

} // namespace

std::string function::iteration_space_svg(const std::vector<computation *> &computations,
                                          const var &rows, const var &columns,
                                          const std::map<std::string, int> &parameters, int largest,
                                          source_place where) const {
    const std::string call =
        "draw_iteration_space(" + rows.get_name() + ", " + columns.get_name() + ")";
    core::iteration_space_request asked = request(*state_, computations, call, where);
    asked.rows = rows.get_name();
    asked.columns = columns.get_name();
    asked.parameters = parameters;
    asked.largest = largest;
    if (largest < 1 || largest > most_rows) {
        throw user_error("function \"" + state_->name + "\"", call,
                         "is to show " + std::to_string(largest) +
                             " rows and columns, must be from 1 to " + std::to_string(most_rows),
                         where);
    }
    return core::answer(*state_, {core::subject(*state_), call, where}, [&] {
        const core::analysis now = core::analyse_schedule(*state_, where);
        return core::to_svg(core::find_iteration_space(*state_, now, asked, call, where));
    });
}

void function::draw_iteration_space(const std::string &path,
                                    const std::vector<computation *> &computations, const var &rows,
                                    const var &columns,
                                    const std::map<std::string, int> &parameters, int largest,
                                    source_place where) const {
    support::output_files files;
    files.write(path, iteration_space_svg(computations, rows, columns, parameters, largest, where));
    files.commit();
}

} // namespace tiramisu
