#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/program/function_snapshot.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/work_limit.h"

namespace tiramisu::core {

/// A call of the user's while it is carried out.
struct public_call {
    std::string subject, call;
    source_place where;
};

/// "function \"blur\""
inline std::string subject(const function_state &function) {
    return "function \"" + function.name + "\"";
}

/// What to say where isl has done all the work that a call may ask for, or a part of it.
unsupported_error takes_too_much_work(const function_state &function, const public_call &call);

/// What to say where isl, which has no words for the user, gives up in a call.
unsupported_error gives_up(const function_state &function, const public_call &call);

/// Bounds what isl does in one call, the calls inside of it included: in operations, not in time,
/// so that a program gets the same answer on every machine.
class call_work {
public:
    call_work(const function_state &function, const public_call &call);

    /// Throws if isl has come to the bound: what it was asked last, and has not answered, may have
    /// been taken for a no.
    void require_within_bound() const;

private:
    const function_state &function_;
    const public_call &call_;
    std::optional<poly::work_limit> limit_;
};

/// Whether an error of the user's says less than is known of the call: its place, or which call of
/// the same object it was.
bool lacks_its_call(const user_error &refused, const public_call &call);

/// Throws the user_error that is being handled, of whatever type it is, with what it lacks of
/// these.
[[noreturn]] void throw_with(const public_call &call);

/// Runs a part of a call: whatever it throws has a text and a place, and it ends.
template <typename Body>
auto restating_errors(const function_state &function, const public_call &call, const Body &body) {
    const call_work work(function, call);
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Body>>) {
            body();
            work.require_within_bound();
        } else {
            auto result = body();
            work.require_within_bound();
            return result;
        }
    } catch (const isl::exception_quota &) {
        throw takes_too_much_work(function, call);
    } catch (const isl::exception &) {
        throw gives_up(function, call);
    } catch (const user_error &refused) {
        if (lacks_its_call(refused, call)) {
            throw_with(call);
        }
        throw;
    }
}

/// Carries out a call that changes the function and of its definitions those in `changed`: as a
/// whole, or not at all.
template <typename Body>
auto change(function_state &function, const public_call &call,
            const std::vector<computation_state *> &changed, const Body &body) {
    function_snapshot all_or_nothing(function, changed);
    if constexpr (std::is_void_v<std::invoke_result_t<Body>>) {
        restating_errors(function, call, body);
        all_or_nothing.keep();
    } else {
        auto result = restating_errors(function, call, body);
        all_or_nothing.keep();
        return result;
    }
}

/// Carries out a call that asks: what the answer needs for a while, storage for what has none and
/// commands that are tried, goes with it.
template <typename Body>
auto answer(function_state &function, const public_call &call, const Body &body) {
    const function_snapshot as_it_was(function);
    return restating_errors(function, call, body);
}

} // namespace tiramisu::core
