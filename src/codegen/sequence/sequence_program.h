#pragma once

#include <set>
#include <string>
#include <vector>

#include "codegen/prove.h"
#include "core/program/program.h"
#include "tiramisu/function_sequence.h"

namespace tiramisu::lower {

/// The C function of a sequence, without the calls: its arguments and temporaries. Throws
/// user_error where values that are given cannot be part of the code.
core::program program_of(const function_sequence &sequence, source_place where);

/// Throws user_error where a function of the sequence, which is proved, does not fit the memory and
/// the scalars that it is given.
void require_fit(const function_sequence &sequence, const sequence_call &call,
                 const core::program &function, source_place where);

/// The temporaries that calls have written, to which each is added in its turn.
class written_memory {
public:
    /// The sequence has to outlive it.
    written_memory(const function_sequence &sequence, source_place where);

    /// Of a call that fits. Throws user_error where it reads what no call before has written.
    void add(const sequence_call &call, const core::program &function);

private:
    const function_sequence &sequence_;
    source_place where_;
    std::set<std::string> names_;
};

} // namespace tiramisu::lower
