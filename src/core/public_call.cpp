#include "core/public_call.h"

namespace tiramisu::core {

unsupported_error gives_up(const function_state &function, const public_call &call) {
    return {call.subject, call.call,
            "isl, which computes with sets of instances, gives up (" +
                poly::last_error(function.ctx) +
                "); use smaller factors and bounds, or fewer commands that mix loops (skew, "
                "transform) under split and vectorized ones",
            call.where};
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
