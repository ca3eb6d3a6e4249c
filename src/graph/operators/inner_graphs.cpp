#include "graph/operators/inner_graphs.h"

namespace tiramisu::graph {

const model &graph_of(const expansion &to, const std::string &name) {
    const auto found = to.call.what().attributes.find(name);
    const auto *graph = found == to.call.what().attributes.end()
                            ? nullptr
                            : std::get_if<std::shared_ptr<const model>>(&found->second);
    if (graph == nullptr) {
        throw refusal("attribute " + name + " must be a graph");
    }
    return **graph;
}

bool is_true(const tensor &condition) {
    return condition.count() == 1 && condition.integers().front() != 0;
}

std::string stacked(expansion &to, const std::vector<std::string> &values, std::int64_t axis) {
    const shape one = to.extents(values.front());
    const std::size_t place = node_call::axis_of(axis, one.size() + 1);
    shape row = one;
    row.insert(row.begin() + static_cast<std::ptrdiff_t>(place), 1);
    std::vector<std::string> rows;
    for (const std::string &value : values) {
        if (to.extents(value) != one) {
            throw refusal("makes values of the sizes " + to_text(one) + " and " +
                          to_text(to.extents(value)) + ", which are to be rows of one output");
        }
        rows.push_back(to.reshaped(value, row));
    }
    return to.concatenated(rows, static_cast<std::int64_t>(place));
}

} // namespace tiramisu::graph
