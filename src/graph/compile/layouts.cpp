#include "graph/compile/layouts.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace tiramisu::graph {

namespace {

/// What it costs to have values in layouts, counted in elements that are moved.
class layout_costs {
public:
    explicit layout_costs(const typed_graph &graph) : graph_(graph) {
        for (const node_pointer &one : graph.nodes) {
            const operator_row &row = typed_graph::row_of(*one);
            rules_.push_back(rule_of(graph, one, row));
        }
        const std::set<std::string> ends = [&] {
            std::set<std::string> names(graph.inputs.begin(), graph.inputs.end());
            names.insert(graph.outputs.begin(), graph.outputs.end());
            return names;
        }();
        for (std::size_t i = 0; i < graph.nodes.size(); i++) {
            const std::string &made = graph.nodes[i]->outputs.front();
            if (rules_[i] != layout_rule::plain && ends.count(made) == 0 &&
                can_lie_in_blocks(graph.type(made))) {
                free_.push_back(made);
            }
        }
    }

    /// Values whose layout can be chosen.
    const std::vector<std::string> &choices() const { return free_; }

    /// Of them, those that nodes which want them alike hold together: to change one of a run alone
    /// never pays.
    std::vector<std::set<std::string>> runs() const {
        std::vector<std::set<std::string>> all;
        for (std::size_t i = 0; i < graph_.nodes.size(); i++) {
            std::set<std::string> run = rules_[i] == layout_rule::same
                                            ? free_values_of(*graph_.nodes[i])
                                            : std::set<std::string>();
            for (auto one = all.begin(); one != all.end() && !run.empty();) {
                const bool meets =
                    std::any_of(run.begin(), run.end(),
                                [&](const std::string &value) { return one->count(value) != 0; });
                if (meets) {
                    run.insert(one->begin(), one->end());
                }
                one = meets ? all.erase(one) : std::next(one);
            }
            if (!run.empty()) {
                all.push_back(std::move(run));
            }
        }
        return all;
    }

    double of(const std::set<std::string> &blocked) const {
        double cost = 0;
        std::set<std::pair<std::string, bool>> reordered;
        for (std::size_t i = 0; i < graph_.nodes.size(); i++) {
            const node &one = *graph_.nodes[i];
            const bool out = blocked.count(one.outputs.front()) != 0;
            cost += of_layer(rules_[i], one, blocked);
            for (std::size_t k = 0; k < one.inputs.size(); k++) {
                const std::string &read = one.inputs[k];
                const bool takes_any =
                    reads_as_it_lies(rules_[i], graph_.type(one.outputs.front()), k);
                const bool wanted = rules_[i] != layout_rule::plain && out;
                if (!takes_any && matters(read) && wanted != (blocked.count(read) != 0) &&
                    reordered.insert({read, wanted}).second) {
                    cost += of_reorder * elements(read);
                }
            }
        }
        return cost;
    }

private:
    static constexpr double of_reorder = 2, of_plain_src = 1, of_plain_dst = 0.5,
                            of_plain_same = 0.3;

    const typed_graph &graph_;
    std::vector<layout_rule> rules_; ///< of the nodes
    std::vector<std::string> free_;

    std::set<std::string> free_values_of(const node &one) const {
        std::vector<std::string> values = one.inputs;
        values.push_back(one.outputs.front());
        std::set<std::string> made;
        for (const std::string &value : values) {
            if (std::find(free_.begin(), free_.end(), value) != free_.end()) {
                made.insert(value);
            }
        }
        return made;
    }

    /// What can lie in one way alone is never reordered.
    bool matters(const std::string &value) const {
        return !value.empty() && !graph_.is_constant(value) &&
               can_lie_in_blocks(graph_.type(value));
    }

    double elements(const std::string &value) const {
        return static_cast<double>(count_of(graph_.type(value).extents));
    }

    double of_layer(layout_rule rule, const node &one, const std::set<std::string> &blocked) const {
        if (rule == layout_rule::plain) {
            return 0;
        }
        const bool in = blocked.count(one.inputs.front()) != 0;
        const bool out = blocked.count(one.outputs.front()) != 0;
        if (rule == layout_rule::either) {
            return (in ? 0 : of_plain_src * elements(one.inputs.front())) +
                   (out ? 0 : of_plain_dst * elements(one.outputs.front()));
        }
        return rule == layout_rule::same && !out ? of_plain_same * elements(one.outputs.front())
                                                 : 0;
    }

    /// Of `same`, all that is read has to be able to lie as the result, or be read in the same way
    /// whatever it lies as.
    static layout_rule rule_of(const typed_graph &graph, const node_pointer &one,
                               const operator_row &row) {
        const layout_rule rule = row.rule_for(graph.call_of(one));
        if (rule != layout_rule::same) {
            return rule;
        }
        const bool is_pooling_or_joined = row.element == nullptr;
        for (const std::string &read : one->inputs) {
            if (read.empty()) {
                continue;
            }
            const tensor_type &type = graph.type(read);
            const bool is_spread = !is_pooling_or_joined && lies_alike(type.extents);
            if (!is_spread && (graph.is_constant(read) || !can_lie_in_blocks(type))) {
                return layout_rule::plain;
            }
        }
        return layout_rule::same;
    }

    /// Operands with one pixel, or with one channel of one pixel.
    static bool lies_alike(const shape &extents) {
        const std::size_t rank = extents.size();
        const bool one_pixel =
            (rank < 1 || extents[rank - 1] == 1) && (rank < 2 || extents[rank - 2] == 1);
        return one_pixel && rank <= 4 &&
               (rank < 3 || extents[rank - 3] == 1 || extents[rank - 3] % block_channels == 0);
    }
};

} // namespace

bool can_lie_in_blocks(const tensor_type &type) {
    const shape &extents = type.extents;
    return type.elements == p_float32 && extents.size() == 4 && extents[1] % block_channels == 0 &&
           extents[1] > 0 && extents[2] * extents[3] > 1;
}

bool reads_as_it_lies(layout_rule rule, const tensor_type &result, std::size_t i) {
    const shape &extents = result.extents;
    const bool is_one_pixel =
        extents.size() == 4 && extents[2] * extents[3] == 1 && extents[1] % block_channels == 0;
    return i == 0 && (rule == layout_rule::either || (rule == layout_rule::same && is_one_pixel));
}

shape stored_extents(const tensor_type &type, nn::layout format) {
    if (format == nn::layout::nchw) {
        return type.extents;
    }
    shape extents(4, 1); // with the dimensions that it does not have
    std::copy_backward(type.extents.begin(), type.extents.end(), extents.end());
    const bool is_spread = extents[1] == 1;
    return {extents[0], is_spread ? 1 : extents[1] / block_channels, extents[2], extents[3],
            is_spread ? 1 : block_channels};
}

std::map<std::string, nn::layout> choose_layouts(const typed_graph &graph) {
    const layout_costs costs(graph);
    const std::vector<std::set<std::string>> runs = costs.runs();
    std::set<std::string> blocked(costs.choices().begin(), costs.choices().end());
    double best = costs.of(blocked);
    bool changes = true;
    const auto try_out = [&](std::set<std::string> other) {
        const double cost = costs.of(other);
        if (cost < best) {
            best = cost;
            blocked = std::move(other);
            changes = true;
        }
    };
    constexpr int most_rounds = 4;
    for (int round = 0; round < most_rounds && changes; round++) {
        changes = false;
        for (const std::string &value : costs.choices()) {
            std::set<std::string> other = blocked;
            if (other.erase(value) == 0) {
                other.insert(value);
            }
            try_out(std::move(other));
        }
        for (const std::set<std::string> &run : runs) {
            std::set<std::string> with = blocked, without;
            with.insert(run.begin(), run.end());
            std::set_difference(blocked.begin(), blocked.end(), run.begin(), run.end(),
                                std::inserter(without, without.end()));
            try_out(std::move(without));
            try_out(std::move(with));
        }
    }
    std::map<std::string, nn::layout> made;
    for (const std::string &value : blocked) {
        made[value] = nn::layout::nchw16c;
    }
    return made;
}

} // namespace tiramisu::graph
