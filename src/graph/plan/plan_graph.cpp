#include "graph/plan/plan_graph.h"

#include <algorithm>
#include <numeric>

#include "graph/model/declared_value.h"
#include "support/free_name.h"

namespace tiramisu::graph {

plan_graph::plan_graph(const shape &src) : extents_(src) {
    made_.name = "plan";
    made_.opset = 24; // in which Swish is an operator
    made_.inputs = {declared(source, {p_float32, src})};
}

void plan_graph::begin(const std::string &name) {
    operations_.push_back({name, result_});
}

std::string plan_graph::argument(const std::string &name, const shape &extents, bool is_weight) {
    const auto is_taken = [&](const std::string &wanted) {
        return std::any_of(arguments_.begin(), arguments_.end(),
                           [&](const nn::fusion_argument &one) { return one.name == wanted; });
    };
    std::string called = support::free_name(name, is_taken, 2);
    arguments_.push_back({called, operations_.back().name, extents, is_weight});
    if (!is_weight) {
        made_.inputs.push_back(declared(called, {p_float32, extents}));
    }
    return called;
}

std::string plan_graph::constant(const tensor &value) {
    std::string name = "constant@" + std::to_string(made_.constants.size());
    made_.constants[name] = value;
    return name;
}

void plan_graph::add(const std::string &op, const std::vector<std::string> &others,
                     const shape &result, const std::map<std::string, attribute> &attributes) {
    node made{operations_.back().name, op, {result_}, {}, attributes};
    made.inputs.insert(made.inputs.end(), others.begin(), others.end());
    result_ = "value@" + std::to_string(made_.nodes.size());
    made.outputs = {result_};
    made_.nodes.push_back(std::make_shared<const node>(std::move(made)));
    operations_.back().result = result_;
    extents_ = result;
}

model plan_graph::with_weights(const std::map<std::string, tensor> &weights) const {
    model made = made_;
    made.outputs = {declared(result_, {p_float32, extents_})};
    made.constants.insert(weights.begin(), weights.end());
    return made;
}

model plan_graph::without_weights() const {
    std::map<std::string, tensor> weights;
    for (const nn::fusion_argument &one : arguments_) {
        if (one.is_weight) {
            std::vector<float> values(static_cast<std::size_t>(count_of(one.extents)));
            std::iota(values.begin(), values.end(), 1.0f);
            weights.emplace(one.name, tensor(one.extents, std::move(values)));
        }
    }
    return with_weights(weights);
}

shape of_channels(const shape &result) {
    shape made(result.size() - 1, 1);
    made.front() = result[1];
    return made;
}

} // namespace tiramisu::graph
