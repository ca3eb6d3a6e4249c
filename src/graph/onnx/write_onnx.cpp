#include "graph/onnx/element_types.h"
#include "graph/onnx/onnx.pb.h"
#include "graph/onnx/tensor_data.h"
#include "support/output_files.h"
#include "tiramisu/graph/onnx.h"

namespace tiramisu::graph {

namespace {

constexpr int ir_version = 8; // the oldest one that knows opset 15 and later

void write(const model &network, onnx::Graph &graph);

/// Sets the value of an attribute, and its kind by the numbers of AttributeProto.AttributeType.
struct attribute_writer {
    onnx::Attribute &to;

    void operator()(std::int64_t value) const {
        to.set_i(value);
        to.set_type(2);
    }
    void operator()(float value) const {
        to.set_f(value);
        to.set_type(1);
    }
    void operator()(const std::string &value) const {
        to.set_s(value);
        to.set_type(3);
    }
    void operator()(const std::vector<std::int64_t> &values) const {
        *to.mutable_ints() = {values.begin(), values.end()};
        to.set_type(7);
    }
    void operator()(const std::vector<float> &values) const {
        *to.mutable_floats() = {values.begin(), values.end()};
        to.set_type(6);
    }
    void operator()(const std::vector<std::string> &values) const {
        for (const std::string &one : values) {
            to.add_strings(one);
        }
        to.set_type(8);
    }
    void operator()(const std::shared_ptr<const model> &graph) const {
        write(*graph, *to.mutable_g());
        to.set_type(5);
    }
    void operator()(const tensor &values) const {
        *to.mutable_t() = to_onnx("", values);
        to.set_type(4);
    }
};

void write(const node &from, onnx::Node &to) {
    to.set_name(from.name);
    const std::size_t point = from.op.rfind('.');
    to.set_domain(point == std::string::npos ? "" : from.op.substr(0, point));
    to.set_op_type(point == std::string::npos ? from.op : from.op.substr(point + 1));
    for (const std::string &one : from.inputs) {
        to.add_input(one);
    }
    for (const std::string &one : from.outputs) {
        to.add_output(one);
    }
    for (const auto &[name, value] : from.attributes) {
        onnx::Attribute &made = *to.add_attribute();
        made.set_name(name);
        std::visit(attribute_writer{made}, value);
    }
}

void write(const value_declaration &from, onnx::Value &to) {
    to.set_name(from.name);
    if (from.elements == p_none) {
        return; // of a graph inside of a node, which need not say it
    }
    onnx::Type::TensorType &type = *to.mutable_type()->mutable_tensor_type();
    type.set_elem_type(to_onnx(from.elements));
    if (!from.has_rank) {
        return;
    }
    type.mutable_shape();
    for (const extent &one : from.extents) {
        onnx::Shape::Dimension &size = *type.mutable_shape()->add_dim();
        if (one.is_known()) {
            size.set_dim_value(one.size);
        } else if (!one.symbol.empty()) {
            size.set_dim_param(one.symbol);
        }
    }
}

void write(const model &network, onnx::Graph &graph) {
    graph.set_name(network.name);
    for (const node_pointer &one : network.nodes) {
        write(*one, *graph.add_node());
    }
    for (const auto &[name, values] : network.constants) {
        *graph.add_initializer() = to_onnx(name, values);
    }
    for (const value_declaration &one : network.inputs) {
        write(one, *graph.add_input());
    }
    for (const value_declaration &one : network.outputs) {
        write(one, *graph.add_output());
    }
    for (const value_declaration &one : network.values) {
        write(one, *graph.add_value_info());
    }
}

} // namespace

std::string onnx_bytes(const model &network) {
    onnx::Model made;
    made.set_ir_version(ir_version);
    made.set_producer_name("tiramisu");
    made.add_opset_import()->set_version(network.opset);
    for (const auto &[domain, version] : network.domains) {
        onnx::OperatorSet &other = *made.add_opset_import();
        other.set_domain(domain);
        other.set_version(version);
    }
    write(network, *made.mutable_graph());
    return made.SerializeAsString();
}

void write_onnx(const model &network, const std::string &path) {
    support::output_files files;
    files.write(path, onnx_bytes(network));
    files.commit();
}

} // namespace tiramisu::graph
