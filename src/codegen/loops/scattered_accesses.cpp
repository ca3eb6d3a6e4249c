#include "codegen/loops/scattered_accesses.h"

#include <cstdlib>
#include <optional>

#include "codegen/expressions/expressions.h"
#include "core/expr/expr_walk.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;

/// Vectors of every second or fourth element are made of a few dense ones.
constexpr std::int64_t widest_step = 4;

/// Elements read, or names that only the statement's lets know.
bool is_open(const expr &index, const environment &names) {
    bool found = false;
    core::for_each_node(index, [&](const expr &node) {
        found = found || node.get_op_type() == o_access || node.get_op_type() == o_call ||
                (node.get_expr_type() == e_var && !names.has(node.get_name()));
    });
    return found;
}

/// How far the index moves from one lane to the next; nothing if that differs.
std::optional<std::int64_t> step_of(const expr &index, const environment &names,
                                    const std::string &counter) {
    if (is_open(index, names)) {
        return std::nullopt;
    }
    const Expr here = to_halide(index, names, arithmetic::indexing);
    const Expr next =
        hir::substitute(counter, hir::Variable::make(Halide::Int(32), counter) + 1, here);
    const auto step = hir::as_const_int(hir::simplify(next - here));
    return step ? std::optional<std::int64_t>(*step) : std::nullopt;
}

bool is_scattered(const std::vector<expr> &indices, const environment &names,
                  const std::string &counter) {
    for (std::size_t dim = 0; dim < indices.size(); ++dim) {
        const auto step = step_of(indices[dim], names, counter);
        const std::int64_t widest = dim + 1 == indices.size() ? widest_step : 0;
        if (!step || std::abs(*step) > widest) {
            return true;
        }
    }
    return false;
}

} // namespace

int scattered_accesses(const core::program_statement &statement, const placed_statement &place,
                       const std::string &counter) {
    int count = is_scattered(statement.index, place.names, counter) ? 1 : 0;
    for (const expr &value : {statement.value, statement.condition}) {
        core::for_each_node(value, [&](const expr &node) {
            const bool is_read = node.get_op_type() == o_access;
            count += is_read && is_scattered(node.get_operands(), place.names, counter) ? 1 : 0;
        });
    }
    return count;
}

} // namespace tiramisu::lower
