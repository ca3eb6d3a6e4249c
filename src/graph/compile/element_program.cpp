#include "graph/compile/element_program.h"

#include <algorithm>

#include "graph/operators/loops.h"
#include "tiramisu/function.h"

namespace tiramisu::graph {

namespace {

/// Whether every operand is read along both dimensions or along none of them.
bool are_one(const element_work &of, std::size_t d) {
    const std::int64_t all = of.result[d] * of.result[d + 1];
    return std::all_of(of.operands.begin(), of.operands.end(), [&](const shape &operand) {
        const std::int64_t read = operand[d] * operand[d + 1];
        return read == all || read == 1;
    });
}

void join(shape &extents, std::size_t d) {
    extents[d] *= extents[d + 1];
    extents.erase(extents.begin() + static_cast<std::ptrdiff_t>(d) + 1);
}

/// The largest divisor from 1024 to 16384 that makes whole vectors; 0: there is none.
std::int64_t piece_of(std::int64_t size) {
    constexpr std::int64_t longest = 16384, shortest = 1024, step = 16;
    for (std::int64_t piece = longest; piece >= shortest; piece -= step) {
        if (size % piece == 0 && size > piece) {
            return piece;
        }
    }
    return 0;
}

void cut_row(element_work &of) {
    const std::int64_t piece = of.result.size() == 1 ? piece_of(of.result[0]) : 0;
    if (piece == 0) {
        return;
    }
    for (shape &operand : of.operands) {
        operand = operand[0] == 1 ? shape{1, 1} : shape{operand[0] / piece, piece};
    }
    of.result = {of.result[0] / piece, piece};
}

} // namespace

element_work collapsed(const element_work &of) {
    element_work made = of;
    for (std::size_t d = made.result.size(); d-- > 1;) {
        if (are_one(made, d - 1)) {
            join(made.result, d - 1);
            for (shape &operand : made.operands) {
                join(operand, d - 1);
            }
        }
    }
    if (made.result.empty()) {
        made.result = {1};
        made.operands.assign(made.operands.size(), {1});
    }
    cut_row(made);
    return made;
}

nn::program element_program(const element_work &of, const std::string &name, int lanes) {
    const element_work work = collapsed(of);
    const function_scope scope(name);
    const std::vector<var> at = iterators(work.result);
    std::vector<buffer> arguments;
    std::vector<expr> values;
    for (std::size_t k = 0; k < work.operands.size(); k++) {
        const shape &extents = work.operands[k];
        const std::string called = "src" + std::to_string(k);
        const std::vector<var> in = iterators(extents, "in" + std::to_string(k) + "_");
        const primitive_t type = work.types.empty() ? p_float32 : work.types[k];
        input operand(called, in, type);
        arguments.emplace_back(called, buffer_sizes(extents), type, a_input);
        operand.store_in(&arguments.back());
        std::vector<expr> place;
        for (std::size_t d = 0; d < at.size(); d++) {
            place.push_back(extents[d] == 1 ? expr(0) : expr(at[d]));
        }
        values.emplace_back(operand.at(place));
    }
    computation result("result", at, work.type);
    result.set_expression(work.value(values));
    arguments.emplace_back("dst", buffer_sizes(work.result), work.type, a_output);
    result.store_in(&arguments.back());
    run_in_order(result, at, work.result, lanes);
    return {scope.get(), arguments};
}

} // namespace tiramisu::graph
