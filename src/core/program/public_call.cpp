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

bool lacks_its_place(const user_error &refused) {
    return refused.where().line == 0;
}

/// Which call of the same object it was.
bool lacks_its_text(const user_error &refused, const public_call &call) {
    return refused.call().empty() && refused.subject() == call.subject;
}

} // namespace

bool lacks_its_call(const user_error &refused, const public_call &call) {
    return lacks_its_place(refused) || lacks_its_text(refused, call);
}

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

void throw_with(const public_call &call) {
    const auto completed = [&](const user_error &one) {
        return public_call{one.subject(), lacks_its_text(one, call) ? call.call : one.call(),
                           lacks_its_place(one) ? call.where : one.where()};
    };
    try {
        throw;
    } catch (const schedule_error &one) {
        const public_call known = completed(one);
        throw schedule_error(known.subject, known.call, one.dependence(), one.problem(),
                             known.where);
    } catch (const unsupported_error &one) {
        const public_call known = completed(one);
        throw unsupported_error(known.subject, known.call, one.problem(), known.where);
    } catch (const user_error &one) {
        const public_call known = completed(one);
        throw user_error(known.subject, known.call, one.problem(), known.where);
    }
}

} // namespace tiramisu::core
