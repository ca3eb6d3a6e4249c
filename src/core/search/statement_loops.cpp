#include "core/search/statement_loops.h"

#include <algorithm>
#include <numeric>

#include "polyhedral/index_steps.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"

namespace tiramisu::core {

using poly::scheduled_statement;

namespace {

template <typename T>
void insert(std::vector<T> &list, int at, T what) {
    list.insert(list.begin() + at, std::move(what));
}

template <typename T>
void erase(std::vector<T> &list, int at) {
    list.erase(list.begin() + at);
}

/// The same loops as they are written most simply where each of them is an iterator of its own.
poly::loop_relation simplified(const scheduled_statement &statement) {
    const isl::map loops = statement.loops.substituted().intersect_domain(statement.domain);
    const int depth = poly::range_dims(loops);
    const auto steps = poly::index_steps(loops.reverse());
    if (!steps || depth != poly::set_dims(statement.domain)) {
        return statement.loops;
    }
    std::vector<int> order(static_cast<std::size_t>(depth));
    for (std::size_t iterator = 0; iterator < steps->size(); ++iterator) {
        const std::vector<long> &of_loops = (*steps)[iterator];
        const auto loop = std::find(of_loops.begin(), of_loops.end(), 1L);
        if (std::count(of_loops.begin(), of_loops.end(), 0L) + 1 != depth ||
            loop == of_loops.end()) {
            return statement.loops;
        }
        order[static_cast<std::size_t>(loop - of_loops.begin())] = static_cast<int>(iterator);
    }
    const poly::loop_relation simple = poly::permute(poly::identity_loops(statement.domain), order);
    return simple.substituted().is_equal(loops) ? simple : statement.loops;
}

} // namespace

bool is_plain(const scheduled_statement &statement, int level) {
    const auto at = static_cast<std::size_t>(level);
    return statement.kinds[at] == poly::loop_kind::serial && !statement.cuts[at].separated &&
           !statement.cuts[at].is_peeled();
}

bool asks_for_registers(const scheduled_statement &statement) {
    return std::any_of(statement.kinds.begin(), statement.kinds.end(), [](poly::loop_kind kind) {
        return poly::asks_for_registers(kind) || poly::runs_on_gpu(kind);
    });
}

scheduled_statement permuted(const scheduled_statement &statement, const std::vector<int> &order) {
    scheduled_statement moved = statement;
    moved.loops = poly::permute(statement.loops, order);
    for (std::size_t level = 0; level < order.size(); ++level) {
        const auto from = static_cast<std::size_t>(order[level]);
        moved.loop_names[level] = statement.loop_names[from];
        moved.kinds[level] = statement.kinds[from];
        moved.cuts[level] = statement.cuts[from];
        moved.masked_lanes[level] = statement.masked_lanes[from];
    }
    return moved;
}

std::vector<int> moved_before(int loops, int from, int to) {
    std::vector<int> order(static_cast<std::size_t>(loops));
    std::iota(order.begin(), order.end(), 0);
    std::rotate(order.begin() + from, order.begin() + from + 1, order.begin() + to);
    return order;
}

scheduled_statement with_blocks(const scheduled_statement &statement, int level, int size,
                                const std::string &name_of_blocks) {
    scheduled_statement blocks = statement;
    blocks.loops = poly::split(statement.loops, level, size);
    insert(blocks.loop_names, level, name_of_blocks);
    insert(blocks.kinds, level + 1, poly::loop_kind::serial);
    insert(blocks.cuts, level, poly::loop_cut());
    insert(blocks.masked_lanes, level, 0);
    insert(blocks.position, level + 1, 0);
    return blocks;
}

scheduled_statement without_blocks(const scheduled_statement &statement, int level, long size,
                                   const std::string &name) {
    scheduled_statement whole = statement;
    whole.loops = poly::collapse(statement.loops, level, 0, size);
    const int inside = level + 1;
    erase(whole.loop_names, inside);
    erase(whole.kinds, inside);
    erase(whole.cuts, inside);
    erase(whole.masked_lanes, inside);
    erase(whole.position, inside);
    whole.loop_names[static_cast<std::size_t>(level)] = name;
    whole.loops = simplified(whole);
    return whole;
}

} // namespace tiramisu::core
