#include "core/staging/cache_lines.h"

#include <numeric>
#include <optional>

#include "core/expr/expr_walk.h"
#include "core/program/storage.h"

namespace tiramisu::core {

namespace {

/// v op n, for a constant n.
std::optional<long> operand_beside(const expr &value, const std::string &name, op_t operation) {
    if (value.get_expr_type() != e_op || value.get_op_type() != operation ||
        !is_variable(value.get_operand(0), name) || !value.get_operand(1).is_constant()) {
        return std::nullopt;
    }
    return value.get_operand(1).get_int_val();
}

int uses_of(const expr &value, const std::string &name) {
    int uses = 0;
    for_each_node(value, [&](const expr &node) { uses += is_variable(node, name) ? 1 : 0; });
    return uses;
}

/// Whether every use of the variable among the indices is one in v / n.
bool only_chooses_blocks(const std::vector<expr> &indices, const std::string &name, long n) {
    int uses = 0, quotients = 0;
    for (const expr &index : indices) {
        uses += uses_of(index, name);
        for_each_node(index, [&](const expr &node) {
            quotients += operand_beside(node, name, o_div) == n ? 1 : 0;
        });
    }
    return uses == quotients;
}

/// How many neighbours along the variable one line holds wherever it begins: a whole line of them,
/// or, in blocks of no whole lines, the largest part of a line that blocks are whole multiples of.
/// 1 where neighbours are not neighbours in memory.
long neighbours_in_line(std::vector<expr> indices, const std::string &name, long line) {
    const expr last = indices.back();
    indices.pop_back();
    if (is_variable(last, name)) {
        return only_chooses_blocks(indices, name, 0) ? line : 1;
    }
    const std::optional<long> block = operand_beside(last, name, o_mod);
    const bool in_blocks = block && *block > 0 && only_chooses_blocks(indices, name, *block);
    return in_blocks ? std::gcd(*block, line) : 1;
}

} // namespace

line_of_values line_along(const computation_state &values) {
    const std::size_t dims = values.iterators.size();
    line_of_values found = {dims == 0 ? 0 : dims - 1, 1};
    if (dims == 0 || values.storage == nullptr) {
        return found; // one element, or a temporary, which is refused later
    }
    const std::vector<expr> indices = storage_map(values);
    const long line = bytes_in_line / size_in_bytes(values.type);
    for (std::size_t dim = dims; dim-- > 0;) {
        const long elements = neighbours_in_line(indices, values.iterators[dim].name, line);
        if (elements > found.elements) {
            found = {dim, elements};
        }
    }
    return found;
}

} // namespace tiramisu::core
