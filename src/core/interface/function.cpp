#include "tiramisu/function.h"

#include <sstream>

#include "core/commands/schedule_view.h"
#include "core/meaning/analysis.h"
#include "core/meaning/argument_guess.h"
#include "core/meaning/fixed_order.h"
#include "core/program/domain.h"
#include "core/program/loop_constants.h"
#include "core/program/public_call.h"
#include "core/report/algorithm_text.h"
#include "core/search/proof.h"
#include "core/staging/staged_analysis.h"

namespace tiramisu {

function::function(const std::string &name, source_place where)
    : state_(core::make_function_state(name, where)) {}

const std::string &function::get_name() const {
    return state_->name;
}

void function::add_context_constraints(const std::string &isl_set, source_place where) {
    const core::public_call call = {core::subject(*state_),
                                    "add_context_constraints(\"" + isl_set + "\")", where};
    core::change(*state_, call, {}, [&] {
        const isl::set constraints =
            core::parse_set(*state_, call.subject, call.call, isl_set, where);
        state_->context =
            state_->context.intersect(core::without_loop_constants(*state_, constraints.params()));
    });
}

void function::set_context_set(const std::string &isl_set, source_place where) {
    core::change(*state_, {core::subject(*state_), "set_context_set", where}, {}, [&] {
        state_->context = isl::set(state_->ctx, "{ : }");
        add_context_constraints(isl_set, where);
    });
}

void function::set_legality(legality what) {
    if (what < legality::refuse || what > legality::off) {
        throw user_error(core::subject(*state_),
                         "set_legality(" + std::to_string(static_cast<int>(what)) + ")",
                         "is none of legality::refuse, legality::warn and legality::off");
    }
    state_->on_illegal = what;
}

void function::set_complete_schedule(bool complete) {
    state_->has_complete_schedule = complete;
}

void function::set_strict_reductions(bool strict, source_place where) {
    for (const auto &definition : state_->computations) {
        if (strict && definition->merged_by != nullptr) {
            throw user_error("function \"" + state_->name + "\"", "set_strict_reductions(true)",
                             core::subject(*definition->merged_by) +
                                 " is split by rfactor, which changes the order of its updates",
                             where);
        }
    }
    state_->strict_reductions = strict;
}

bool function::check_legality_of_function(source_place where) {
    state_->acknowledged =
        core::answer(*state_, {core::subject(*state_), "check_legality_of_function", where}, [&] {
            const core::analysis now =
                core::analysis_to_prove(*state_, core::guess_arguments(*state_), where);
            return core::all_illegalities(*state_, now, where);
        });
    return state_->acknowledged.empty();
}

std::vector<std::string> function::legality_warnings() const {
    return state_->warnings;
}

std::vector<std::string> function::notes() const {
    return std::vector<std::string>(state_->notes);
}

std::string function::algorithm_text() const {
    return core::algorithm_text(*state_);
}

std::string function::dependences_text(source_place where) const {
    std::ostringstream text;
    core::answer(*state_, {core::subject(*state_), "dependences_text", where}, [&] {
        const auto meant = core::meaning_of(*state_, core::guess_arguments(*state_), where);
        core::require_named_values(*state_, meant->accesses);
        for (const poly::dependence &dep : meant->dependences) {
            text << poly::to_string(dep.kind) << " through " << dep.buffer << ": " << dep.source
                 << " -> " << dep.sink << (dep.is_reduction ? " (reduction)" : "") << ": "
                 << poly::to_text(dep.pairs) << '\n';
        }
    });
    return text.str();
}

std::string function::schedule_text() const {
    return get_schedule().text();
}

std::string function::loops_text(source_place where) const {
    return core::answer(*state_, {core::subject(*state_), "loops_text", where}, [&] {
        const core::analysis now = core::analyse_schedule(*state_, where);
        return poly::to_text(core::loops_of(*state_, now));
    });
}

} // namespace tiramisu
