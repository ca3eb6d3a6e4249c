#include <algorithm>
#include <iostream>

#include "core/commands/schedule_view.h"
#include "core/program/command_kind.h"
#include "core/program/public_call.h"
#include "core/program/state.h"
#include "polyhedral/isl_bridge.h"
#include "support/environment_variable.h"
#include "tiramisu/function.h"

// codegen() in the steps in which older programs call it, and what they print between.

namespace tiramisu {

namespace {

/// Programs that say nothing of checks may be older ones, which pass other types and extents than
/// they declare.
options without_options() {
    const std::string asked =
        support::environment_variable("TIRAMISU_CHECKS", {"exact", "memory", "none"});
    options opts;
    opts.checks = asked == "exact"  ? argument_checks::exact
                  : asked == "none" ? argument_checks::none
                                    : argument_checks::memory;
    return opts;
}

options for_cuda(options opts) {
    opts.target = "host-cuda";
    return opts;
}

bool has_loops_on_gpu(const core::function_state &function) {
    return std::any_of(
        function.commands.begin(), function.commands.end(),
        [](const command &given) { return core::has_trait(given, core::runs_on_gpu); });
}

void require_no_python(const function &what, bool python, const std::string &call,
                       source_place where) {
    if (python) {
        throw unsupported_error("function \"" + what.get_name() + "\"", call,
                                "cannot be made a Python module by this version; link the object",
                                where);
    }
}

void require_arguments(const function &what, const std::string &step, source_place where) {
    if (!what.state()->arguments) {
        throw user_error("function \"" + what.get_name() + "\"", step,
                         "has no arguments yet; call set_arguments() first", where);
    }
}

} // namespace

void older_function_calls::codegen(const std::vector<buffer *> &arguments,
                                   const std::string &object, bool cuda, bool python,
                                   source_place where) {
    require_no_python(self(), python, "codegen", where);
    self().codegen(arguments, object, cuda ? for_cuda(without_options()) : without_options(),
                   where);
    set_arguments(arguments, where);
}

void codegen(const std::vector<buffer *> &arguments, const std::string &object, bool cuda,
             bool python, source_place where) {
    global::get_implicit_function(where)->codegen(arguments, object, cuda, python, where);
}

void older_function_calls::set_arguments(const std::vector<buffer *> &arguments,
                                         source_place where) {
    for (const buffer *argument : arguments) {
        if (argument == nullptr) {
            throw user_error("function \"" + self().get_name() + "\"", "set_arguments",
                             "one of the arguments is a null pointer", where);
        }
    }
    self().state()->arguments = arguments;
}

void older_function_calls::gen_time_space_domain(source_place where) {
    require_arguments(self(), "gen_time_space_domain", where);
}

void older_function_calls::gen_isl_ast(source_place where) {
    require_arguments(self(), "gen_isl_ast", where);
}

void older_function_calls::gen_halide_stmt(source_place where) {
    require_arguments(self(), "gen_halide_stmt", where);
}

void older_function_calls::gen_halide_obj(const std::string &object, bool python,
                                          source_place where) {
    require_arguments(self(), "gen_halide_obj", where);
    require_no_python(self(), python, "gen_halide_obj", where);
    const bool cuda = has_loops_on_gpu(*self().state());
    self().codegen(*self().state()->arguments, object,
                   cuda ? for_cuda(without_options()) : without_options(), where);
}

void older_function_calls::gen_cuda_stmt(source_place where) {
    require_arguments(self(), "gen_cuda_stmt", where);
}

void older_function_calls::dump_halide_stmt(std::ostream &out, source_place where) const {
    require_arguments(self(), "dump_halide_stmt", where);
    out << self().stmt_text(*self().state()->arguments, without_options(), where);
}

void older_function_calls::gen_c_code(std::ostream &out, source_place where) const {
    out << self().loops_text(where);
}

void older_function_calls::dump(bool exhaustive) const {
    std::cout << self().algorithm_text() << (exhaustive ? self().schedule_text() : "");
}

void older_function_calls::dump_dep_graph(std::ostream &out, source_place where) const {
    out << self().dependences_text(where);
}

void older_function_calls::dump_schedule(std::ostream &out, source_place where) const {
    out << self().schedule_outline(where);
}

void older_function_calls::dump_iteration_domain(std::ostream &out) const {
    for (const core::computation_state *definition : self().state()->executed()) {
        out << poly::to_text(definition->domain) << '\n';
    }
}

void older_function_calls::dump_time_processor_domain(std::ostream &out, source_place where) const {
    core::function_state &function = *self().state();
    core::answer(function, {core::subject(function), "dump_time_processor_domain", where}, [&] {
        for (const auto &[name, times] :
             core::timestamps_of(core::scheduled_statements(function))) {
            out << poly::to_text(times) << '\n';
        }
    });
}

} // namespace tiramisu
