#include "graph/onnx/label_constants.h"

#include <numeric>
#include <stdexcept>
#include <vector>

#include "graph/onnx/element_types.h"

namespace tiramisu::graph {

namespace {

/// Whether a node takes elements of its first input, whatever they are.
bool picks_elements(const onnx::Node &one) {
    return one.domain() == "ai.onnx.ml" && one.op_type() == "ArrayFeatureExtractor";
}

/// What nodes read of which only elements are taken, and what they read otherwise.
struct readings {
    std::set<std::string> picked, used;

    void add(const onnx::Graph &of) {
        for (const onnx::Node &one : of.node()) {
            for (int i = 0; i < one.input_size(); i++) {
                (i == 0 && picks_elements(one) ? picked : used).insert(one.input(i));
            }
            for (const onnx::Attribute &inside : one.attribute()) {
                add(inside.g());
            }
        }
    }
};

} // namespace

std::set<std::string> label_constants(const onnx::Graph &of) {
    readings all;
    all.add(of);
    std::set<std::string> found;
    for (const onnx::Tensor &one : of.initializer()) {
        const bool is_text = onnx_type_name(one.data_type()) == "string";
        if (is_text && all.picked.count(one.name()) != 0 && all.used.count(one.name()) == 0) {
            found.insert(one.name());
        }
    }
    return found;
}

tensor numbers_of_labels(const onnx::Tensor &from) {
    const shape extents(from.dims().begin(), from.dims().end());
    if (from.string_data_size() != count_of(extents)) {
        throw std::runtime_error("has " + std::to_string(from.string_data_size()) +
                                 " values, its sizes " + to_text(extents) + " say " +
                                 std::to_string(count_of(extents)));
    }
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(from.string_data_size()));
    std::iota(numbers.begin(), numbers.end(), 0);
    return {extents, std::move(numbers)};
}

} // namespace tiramisu::graph
