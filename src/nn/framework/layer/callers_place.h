#pragma once

#include "tiramisu/error.h"

namespace tiramisu::nn {

/// What `call` returns. What it refuses is refused at the user's line, `where`: programs of layers
/// are made in files of the library, whose lines mean nothing to the user. That a schedule of these
/// is illegal is no error of the user.
template <typename Call>
auto at_callers_place(source_place where, const Call &call) -> decltype(call()) {
    try {
        return call();
    } catch (const schedule_error &) {
        throw;
    } catch (const unsupported_error &refused) {
        throw unsupported_error(refused.subject(), refused.call(), refused.problem(), where);
    } catch (const user_error &refused) {
        throw user_error(refused.subject(), refused.call(), refused.problem(), where);
    }
}

} // namespace tiramisu::nn
