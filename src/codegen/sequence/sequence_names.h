#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/program/program.h"
#include "tiramisu/function_sequence.h"

namespace tiramisu::lower {

/// The memory of that name; null if the sequence has none.
const sequence_memory *memory_named(const function_sequence &sequence, const std::string &name);

/// What the names that a function uses stand for in the sequence that calls it.
class sequence_names {
public:
    /// The arguments have to outlive it.
    sequence_names(const function_sequence &sequence, const sequence_call &call,
                   const core::program &function)
        : sequence_(sequence), call_(call), function_(function) {}

    /// The sequence's name of a scalar argument of the function; empty if it is none.
    std::string scalar(const std::string &of_function) const;
    /// What a scalar argument of the function is, where the sequence knows it.
    std::optional<std::int32_t> value(const std::string &of_function) const;
    /// Sizes of an argument, with numbers where the sequence knows them.
    std::vector<expr> with_values(const std::vector<expr> &sizes) const;
    /// Whether sizes of an argument are those of some memory: literals, or scalars of both.
    bool are_same(const std::vector<expr> &sizes, const std::vector<expr> &of_memory) const;
    /// The memory of that name; null if there is none.
    const sequence_memory *memory(const std::string &name) const {
        return memory_named(sequence_, name);
    }
    /// The input of the sequence that an argument of the function is, all of it and in all rounds;
    /// null if it is something else.
    const sequence_memory *whole_input(const std::string &argument) const;

private:
    const function_sequence &sequence_;
    const sequence_call &call_;
    const core::program &function_;
};

} // namespace tiramisu::lower
