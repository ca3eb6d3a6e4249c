#include "graph/compile/separate_calls.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>

#include "nn/framework/program/kernel.h"

namespace tiramisu::graph {

namespace {

/// Where a sequence's memory begins, and what its elements are.
struct beginning {
    char *first;
    primitive_t type;
};

std::size_t bytes_of(const sequence_memory &one) {
    std::size_t bytes = static_cast<std::size_t>(size_in_bytes(one.type));
    for (const expr &size : one.sizes) {
        bytes *= static_cast<std::size_t>(size.get_int_val());
    }
    return bytes;
}

/// What has no constant size has as many elements as the call's scalar counts.
std::vector<std::int64_t> extents_of(const buffer &argument, std::optional<std::int32_t> counted) {
    return argument.has_constant_extents() ? nn::extents_of(argument)
                                           : std::vector<std::int64_t>{counted.value()};
}

} // namespace

separate_calls::separate_calls(const function_sequence &sequence,
                               const std::vector<jit_argument> &arguments, const options &opts) {
    constexpr std::size_t line = 64; // bytes
    std::map<std::string, beginning> memory;
    std::size_t given = 0;
    for (const sequence_memory &one : sequence.memory) {
        if (one.role != a_temporary) {
            memory[one.name] = {static_cast<char *>(arguments.at(given++).data()), one.type};
            continue;
        }
        temporaries_.push_back(
            std::make_unique<std::uint64_t[]>((bytes_of(one) + line) / sizeof(std::uint64_t) + 1));
        void *first = temporaries_.back().get();
        std::size_t room = bytes_of(one) + line;
        memory[one.name] = {static_cast<char *>(std::align(line, bytes_of(one), first, room)),
                            one.type};
    }
    std::map<const void *, compiled_function> compiled;
    for (const sequence_call &call : sequence.calls) {
        compiled_function &code = compiled[call.what.state()];
        if (!code) {
            code = nn::program{call.what, call.arguments}.compile(opts);
        }
        const std::optional<std::int32_t> counted =
            call.scalars.empty() ? std::nullopt
                                 : std::optional(sequence.constants.at(call.scalars.front()));
        std::vector<jit_argument> places;
        for (std::size_t i = 0; i < call.where.size(); i++) {
            const sequence_place &where = call.where[i];
            const beginning &from = memory.at(where.memory);
            const primitive_t type = where.read_as == p_none ? from.type : where.read_as;
            places.emplace_back(from.first + where.first * size_in_bytes(type), type,
                                extents_of(call.arguments[i], counted));
        }
        if (counted) {
            places.emplace_back(*counted);
        }
        calls_.push_back(code.prepare(places));
    }
}

std::vector<double> separate_calls::run() const {
    using clock = std::chrono::steady_clock;
    std::vector<double> seconds;
    for (const prepared_call &call : calls_) {
        const auto start = clock::now();
        if (call() != 0) {
            throw error(compiled_function::error_text());
        }
        seconds.push_back(std::chrono::duration<double>(clock::now() - start).count());
    }
    return seconds;
}

} // namespace tiramisu::graph
