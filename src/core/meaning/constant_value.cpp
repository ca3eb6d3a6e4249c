#include "core/meaning/constant_value.h"

#include <algorithm>

#include "core/program/memory_accesses.h"

namespace tiramisu::core {

namespace {

using poly::memory_access;

/// The computation that `reader` copies: each instance is an instance of that one and nothing else.
const computation_state *copied(const function_state &function, const computation_state &reader,
                                const std::vector<memory_access> &accesses) {
    if (reader.value.get_op_type() != o_access || reader.predicate.is_defined()) {
        return nullptr;
    }
    const auto read = std::find_if(accesses.begin(), accesses.end(), [&](const auto &access) {
        return !access.is_write() && access.statement == reader.id && access.instances;
    });
    if (read == accesses.end() || read->named != reader.value.get_name()) {
        return nullptr;
    }
    const computation_state *named = function.find_definition(read->named);
    const bool is_of_instances = named != &reader && !named->is_input() &&
                                 read->instances->range().is_subset(executed_domain(*named));
    return is_of_instances ? named : nullptr;
}

} // namespace

std::optional<expr> constant_value(const function_state &function, const computation_state &base,
                                   const std::vector<memory_access> &accesses) {
    const computation_state *at = &base;
    for (std::size_t step = 0; at != nullptr && step <= function.computations.size(); ++step) {
        if (at->base != at || !at->updates.empty()) {
            return std::nullopt;
        }
        if (at->value.is_constant()) {
            return at->value;
        }
        at = copied(function, *at, accesses);
    }
    return std::nullopt;
}

} // namespace tiramisu::core
