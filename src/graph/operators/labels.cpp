#include <algorithm>
#include <cmath>

#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"

// LabelEncoder of ONNX's domain ai.onnx.ml.

namespace tiramisu::graph {

namespace {

/// What is mapped from or to: "keys" or "values", of integers, floats or as a tensor.
tensor list_of(const node_call &call, const std::string &what) {
    if (!call.texts(what + "_strings").empty()) {
        throw refusal("its " + what + " are strings (\"" + call.texts(what + "_strings").front() +
                      "\", ...), which networks here cannot have");
    }
    const auto found = call.what().attributes.find(what + "_tensor");
    if (found != call.what().attributes.end()) {
        if (const auto *values = std::get_if<tensor>(&found->second)) {
            return values->reshaped({values->count()});
        }
    }
    const std::vector<float> reals = call.reals(what + "_floats");
    if (!reals.empty()) {
        return {shape{static_cast<std::int64_t>(reals.size())}, reals};
    }
    const auto integers = call.integers(what + "_int64s", std::vector<std::int64_t>());
    if (integers.empty()) {
        throw refusal("has no " + what);
    }
    return {shape{static_cast<std::int64_t>(integers.size())}, integers};
}

tensor default_of(const node_call &call, primitive_t type) {
    const auto found = call.what().attributes.find("default_tensor");
    if (found != call.what().attributes.end()) {
        if (const auto *value = std::get_if<tensor>(&found->second)) {
            return value->reshaped({1});
        }
    }
    return is_float(type)
               ? tensor_of({type, {1}},
                           std::vector<double>{static_cast<double>(call.real("default_float", 0))})
               : tensor_of({type, {1}},
                           std::vector<std::int64_t>{call.integer("default_int64", -1)});
}

/// Each element is compared with all keys: at the place behind them lies what others become.
void encode(expansion &to) {
    const tensor keys = list_of(to.call, "keys"), values = list_of(to.call, "values");
    const std::string &x = to.input(0);
    if (keys.count() != values.count() || keys.elements() != to.type(x).elements) {
        throw refusal("maps " + to_text(keys.type()) + " to " + to_text(values.type()) +
                      ", its input is " + to_text(to.type(x)));
    }
    shape apart = to.extents(x);
    const auto axis = static_cast<std::int64_t>(apart.size());
    apart.push_back(1);
    const std::string wide = to.reshaped(x, apart), wanted = to.constant(keys);
    std::string is_equal = to.add("Equal", {wide, wanted});
    if (is_float(keys.elements())) {
        const std::string both =
            to.add("And", {to.add("IsNaN", {wide}), to.add("IsNaN", {wanted})});
        is_equal = to.add("Or", {is_equal, both});
    }
    shape last = apart;
    const std::string found = to.concatenated(
        {to.cast(is_equal, p_int32), to.add("Expand", {to.number(1, p_int32), to.integers(last)})},
        axis);
    const std::string place =
        to.add("ArgMax", {found}, {{"axis", axis}, {"keepdims", std::int64_t{0}}});
    const std::string all = to.concatenated(
        {to.constant(values), to.constant(default_of(to.call, values.elements()))}, 0);
    to.result(0, to.add("Gather", {all, place}));
}

/// Scores stay a table, a column for each class in the order of its labels, where ONNX makes a list
/// of maps from labels to scores of it.
void name_columns(expansion &to) {
    const auto labels = std::max(to.call.integers("classlabels_int64s", {}).size(),
                                 to.call.texts("classlabels_strings").size());
    const shape &scores = to.call.extents(0);
    if (scores.empty() || scores.back() != static_cast<std::int64_t>(labels)) {
        throw refusal("has " + std::to_string(labels) + " labels for columns of " +
                      to_text(to.call.type(0)));
    }
    to.result(0, to.input(0));
}

} // namespace

void add_labels(operator_table &all) {
    all.add_expanded("ai.onnx.ml.LabelEncoder",
                     {"default_float", "default_int64", "default_string", "default_tensor",
                      "keys_floats", "keys_int64s", "keys_strings", "keys_tensor", "values_floats",
                      "values_int64s", "values_strings", "values_tensor"},
                     2, encode);
    all.add_expanded("ai.onnx.ml.ZipMap", {"classlabels_int64s", "classlabels_strings"}, 1,
                     name_columns);
}

} // namespace tiramisu::graph
