#include "graph/plan/plan_parts.h"

#include <algorithm>
#include <set>

#include "graph/compile/element_groups.h"
#include "graph/compile/layouts.h"
#include "graph/rewrite/layer_post_ops.h"
#include "graph/rewrite/rewrite.h"

namespace tiramisu::graph {

namespace {

/// Tells why values lie in memory, by the rules that have put them there.
class separations {
public:
    explicit separations(const typed_graph &graph)
        : graph_(graph), groups_(graph, choose_layouts(graph)) {}

    std::string why_stored(const std::string &value) const {
        const node_pointer maker = maker_of(value), reader = reader_of(value);
        const bool reads_elements = is_of_elements(*reader);
        if (reads_elements && is_of_elements(*maker)) {
            return groups_.why_apart(value);
        }
        if (reads_elements) {
            return why_not_post_op(graph_, *maker, reader);
        }
        const bool is_pooled_layer =
            (reader->op == "MaxPool" || reader->op == "AveragePool") && maker->op == "Conv";
        return is_pooled_layer ? why_not_pooled(graph_, maker, reader) : why_whole(*maker, *reader);
    }

private:
    const typed_graph &graph_;
    element_groups groups_;

    static bool is_of_elements(const node &one) {
        return typed_graph::row_of(one).element != nullptr;
    }

    static std::string why_whole(const node &maker, const node &reader) {
        return reader.op + " makes each of its elements of several of " + maker.op +
               ", and would have them computed again for each";
    }

    node_pointer maker_of(const std::string &value) const {
        return *std::find_if(
            graph_.nodes.begin(), graph_.nodes.end(),
            [&](const node_pointer &one) { return one->outputs.front() == value; });
    }

    /// Views do not read: who reads them does.
    node_pointer reader_of(const std::string &value) const {
        const node_pointer found =
            *std::find_if(graph_.nodes.begin(), graph_.nodes.end(), [&](const node_pointer &one) {
                return std::count(one->inputs.begin(), one->inputs.end(), value) != 0;
            });
        return typed_graph::row_of(*found).is_view ? reader_of(found->outputs.front()) : found;
    }
};

std::set<std::string> written_by(const step &one) {
    std::set<std::string> values;
    for (const step_argument &argument : one.arguments) {
        if (argument.is_written) {
            values.insert(argument.where.value);
        }
    }
    return values;
}

} // namespace

typed_graph rewritten_plan(const model &plan, source_place where) {
    return with_poolings(rewritten(typed(plan.bound({}, where), where)));
}

std::vector<nn::fusion_part> parts_of(const plan_graph &plan, int lanes, source_place where) {
    const typed_graph graph = rewritten_plan(plan.without_weights(), where);
    const lowered_graph lowered = lower_graph(graph, lanes, where);
    const separations why(graph);
    std::vector<nn::fusion_part> parts;
    auto operation = plan.operations().begin();
    nn::fusion_part part;
    for (const step &one : lowered.steps) {
        part.steps.push_back(one.text);
        const std::set<std::string> written = written_by(one);
        const auto last = std::find_if(
            operation, plan.operations().end(),
            [&](const plan_graph::operation &made) { return written.count(made.result) != 0; });
        if (last == plan.operations().end()) {
            continue;
        }
        for (; operation != last + 1; ++operation) {
            part.operations.push_back(operation->name);
        }
        part.one_pass = part.steps.size() == 1;
        part.why_it_ends = operation == plan.operations().end() ? "" : why.why_stored(last->result);
        parts.push_back(std::move(part));
        part = {};
    }
    return parts;
}

} // namespace tiramisu::graph
