#include "core/program/public_call.h"

#include "core/program/costly_commands.h"

namespace tiramisu::core {

namespace {

/// Proofs take about 10000 operations a computation; searches for skews, a million and more, layers
/// with poolings several millions. A million take about a second.
unsigned long most_work(const function_state &function) {
    constexpr unsigned long first = 40000000, next = 1000000;
    return first + next * function.computations.size();
}

/// " (most of all for computation "C": tile(i, j, 7, 11))"
std::string costly_part(const function_state &function) {
    const given_command costly = costliest_command(function);
    return costly.given == nullptr ? ""
                                   : " (most of all for " + subject(*costly.definition) + ": " +
                                         call_text(*costly.given) + ")";
}

} // namespace

unsupported_error takes_too_much_work(const function_state &function, const public_call &call) {
    return {call.subject, call.call,
            "takes too much work to prove" + costly_part(function) +
                ": what isl, which computes with sets of instances, has to find out is more "
                "than a call may ask of it; use fewer commands that split or mix loops, "
                "factors that divide each other, or indices with fewer / and %",
            call.where};
}

unsupported_error gives_up(const function_state &function, const public_call &call) {
    if (poly::is_work_limit_reached(function.ctx)) {
        return takes_too_much_work(function, call);
    }
    return {call.subject, call.call,
            "isl, which computes with sets of instances, gives up" +
                poly::last_error_in_brackets(function.ctx) +
                "; use smaller factors and bounds, or fewer commands that mix loops (skew, "
                "transform) under split and vectorized ones",
            call.where};
}

call_work::call_work(const function_state &function, const public_call &call)
    : function_(function), call_(call) {
    if (!poly::has_work_limit(function.ctx)) {
        limit_.emplace(function.ctx, most_work(function));
    }
}

void call_work::require_within_bound() const {
    if (limit_ && limit_->is_reached()) {
        throw takes_too_much_work(function_, call_);
    }
}

void throw_at(source_place where) {
    try {
        throw;
    } catch (const schedule_error &one) {
        throw schedule_error(one.subject(), one.call(), one.dependence(), one.problem(), where);
    } catch (const unsupported_error &one) {
        throw unsupported_error(one.subject(), one.call(), one.problem(), where);
    } catch (const user_error &one) {
        throw user_error(one.subject(), one.call(), one.problem(), where);
    }
}

} // namespace tiramisu::core
