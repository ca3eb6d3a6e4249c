#include <algorithm>
#include <cmath>
#include <sstream>

#include "graph/operators/operator.h"
#include "graph/operators/strides.h"

// BatchNormalization with the statistics of training, and Softmax.

namespace tiramisu::graph {

namespace {

void require_float(const node_call &call) {
    if (call.type(0).elements != p_float32 || call.extents(0).empty()) {
        throw refusal("input is " + to_text(call.type(0)) +
                      ", must be float32 of at least 1 dimension");
    }
}

std::vector<tensor_type> batch_norm_types(const node_call &call) {
    require_float(call);
    if (call.integer("training_mode", 0) != 0) {
        throw refusal("attribute training_mode is 1: only inference is supported");
    }
    if (call.integer("spatial", 1) != 1) {
        throw refusal("attribute spatial is 0: only a number for each channel is supported");
    }
    if (call.extents(0).size() < 2) {
        throw refusal("input is " + to_text(call.type(0)) + ", must have at least 2 dimensions");
    }
    for (std::size_t i = 1; i < 5; i++) {
        if (call.type(i) != tensor_type{p_float32, {call.extents(0)[1]}}) {
            throw refusal("input " + std::to_string(i + 1) + " is " + to_text(call.type(i)) +
                          ", must be float32 " + std::to_string(call.extents(0)[1]));
        }
    }
    return {call.type(0)};
}

std::vector<tensor> batch_norm_reference(const node_call &call, const tensor_list &inputs) {
    const shape &extents = inputs[0]->extents();
    const float epsilon = call.real("epsilon", 1e-5f);
    std::vector<float> values;
    for (index_walk at(extents); !at.is_done(); at.next()) {
        const auto c = static_cast<std::size_t>(at.index()[1]);
        const auto of_channel = [&](std::size_t i) { return inputs[i]->data<float>()[c]; };
        const float x = inputs[0]->data<float>()[values.size()];
        values.push_back((x - of_channel(3)) / std::sqrt(of_channel(4) + epsilon) * of_channel(1) +
                         of_channel(2));
    }
    return {tensor(extents, std::move(values))};
}

void add_batch_norm(operator_table &all) {
    operator_row row;
    row.name = "BatchNormalization";
    row.attributes = {"epsilon", "momentum", "spatial", "training_mode"};
    row.types = batch_norm_types;
    row.reference = batch_norm_reference;
    row.steps = [](const lowering &) -> std::vector<step> {
        throw refusal("scale, bias, mean and variance must be constants");
    };
    all.add(std::move(row));
}

/// Exponentials over their sum, or the logarithms of that.
enum class softmax_kind { shares, logarithms };

/// They are along the middle one of three dimensions.
struct softmax_rows {
    std::int64_t before = 1, along = 1, after = 1;
};

/// Before opset 13 the axis and all after it are one.
softmax_rows rows_of(const node_call &call) {
    if (call.type(0).elements != p_float64) {
        require_float(call);
    }
    const shape &extents = call.extents(0);
    const bool joins = call.opset() < 13;
    const std::size_t axis =
        node_call::axis_of(call.integer("axis", joins ? 1 : -1), extents.size());
    softmax_rows made;
    for (std::size_t d = 0; d < extents.size(); d++) {
        std::int64_t &size = d < axis ? made.before : d == axis || joins ? made.along : made.after;
        size *= extents[d];
    }
    return made;
}

std::vector<tensor> softmax_reference(const node_call &call, const tensor_list &inputs,
                                      softmax_kind what) {
    const softmax_rows rows = rows_of(call);
    const float *const src = inputs[0]->data<float>();
    std::vector<float> values(static_cast<std::size_t>(inputs[0]->count()));
    for (std::int64_t row = 0; row < rows.before * rows.after; row++) {
        const std::int64_t first = row / rows.after * rows.along * rows.after + row % rows.after;
        const auto at = [&](std::int64_t k) { return first + k * rows.after; };
        float largest = src[at(0)];
        for (std::int64_t k = 1; k < rows.along; k++) {
            largest = std::max(largest, src[at(k)]);
        }
        double sum = 0;
        for (std::int64_t k = 0; k < rows.along; k++) {
            sum += std::exp(static_cast<double>(src[at(k)] - largest));
        }
        for (std::int64_t k = 0; k < rows.along; k++) {
            const double distance = static_cast<double>(src[at(k)] - largest);
            values[static_cast<std::size_t>(at(k))] =
                static_cast<float>(what == softmax_kind::logarithms ? distance - std::log(sum)
                                                                    : std::exp(distance) / sum);
        }
    }
    return {tensor(inputs[0]->extents(), std::move(values))};
}

/// Of doubles, for which there is no layer.
void softmax_of_doubles(expansion &to, softmax_kind what) {
    const shape extents = to.extents(to.input(0));
    const softmax_rows rows = rows_of(to.call);
    const std::string x = to.reshaped(to.input(0), {rows.before, rows.along, rows.after});
    const std::string distances = to.add("Sub", {x, to.reduced("ReduceMax", x, {1})});
    const std::string powers = to.add("Exp", {distances});
    const std::string sum = to.reduced("ReduceSum", powers, {1});
    const std::string result = what == softmax_kind::logarithms
                                   ? to.add("Sub", {distances, to.add("Log", {sum})})
                                   : to.add("Div", {powers, sum});
    to.result(0, to.reshaped(result, extents));
}

void add_softmax(operator_table &all, const std::string &name, softmax_kind what) {
    operator_row row;
    row.name = name;
    row.attributes = {"axis"};
    row.first_opset = 1;
    row.expand = [what](expansion &to) { softmax_of_doubles(to, what); };
    row.expands = [](const node_call &call) { return call.type(0).elements == p_float64; };
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        rows_of(call);
        return {call.type(0)};
    };
    row.reference = [what](const node_call &call, const tensor_list &inputs) {
        return softmax_reference(call, inputs, what);
    };
    row.steps = [what](const lowering &of) -> std::vector<step> {
        const softmax_rows rows = rows_of(of.call);
        std::ostringstream text;
        text << "softmax mb=" << rows.before << " ic=" << rows.along << " ih=1 iw=" << rows.after
             << " axis=1" << (what == softmax_kind::logarithms ? " log=1" : "") << " layout=nchw";
        step made;
        made.text = text.str();
        made.arguments = {{"src", {of.input(0)}}, {"dst", {of.output()}, true}};
        return {made};
    };
    all.add(std::move(row));
}

} // namespace

void add_normalizations(operator_table &all) {
    add_batch_norm(all);
    add_softmax(all, "Softmax", softmax_kind::shares);
    add_softmax(all, "LogSoftmax", softmax_kind::logarithms);
}

} // namespace tiramisu::graph
