#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/onnx/onnx.pb.h"
#include "graph/onnx/tensor_data.h"
#include "support/network_builder.h"
#include "support/throws.h"
#include "tiramisu/graph/graph.h"

// Functions that an ONNX file has of its own.

namespace tiramisu::testing {
namespace {

namespace onnx = graph::onnx;
using graph::shape;
using graph::tensor;
using oracle::throws;

void add_node(google::protobuf::RepeatedPtrField<onnx::Node> *to, const std::string &op,
              const std::vector<std::string> &inputs, const std::vector<std::string> &outputs,
              const std::string &domain = "") {
    onnx::Node &one = *to->Add();
    one.set_op_type(op);
    one.set_domain(domain);
    for (const std::string &input : inputs) {
        one.add_input(input);
    }
    for (const std::string &output : outputs) {
        one.add_output(output);
    }
}

onnx::Attribute real(const std::string &name, float value) {
    onnx::Attribute made;
    made.set_name(name);
    made.set_type(1);
    made.set_f(value);
    return made;
}

void add_reference(onnx::Node &to, const std::string &name, const std::string &of_function) {
    onnx::Attribute &one = *to.add_attribute();
    one.set_name(name);
    one.set_type(1);
    one.set_ref_attr_name(of_function);
}

onnx::Function &add_function(onnx::Model &to, const std::string &name,
                             const std::vector<std::string> &inputs,
                             const std::vector<std::string> &outputs) {
    onnx::Function &made = *to.add_functions();
    made.set_name(name);
    made.set_domain("own");
    for (const std::string &input : inputs) {
        made.add_input(input);
    }
    for (const std::string &output : outputs) {
        made.add_output(output);
    }
    onnx::OperatorSet &opset = *made.add_opset_import();
    opset.set_version(17);
    return made;
}

/// y = f(f(x)) of 4 floats, where f(x) = x - LeakyRelu(x). Both nodes of f are called "inner", and
/// so are their values.
onnx::Model called_twice() {
    network_builder builder("called", 17);
    builder.input("x", {4});
    graph::model outside = builder.with_output(builder.node("Neg", {"x"}));
    onnx::Model made;
    made.ParseFromString(graph::onnx_bytes(outside));
    const std::string y = made.graph().output(0).name();
    made.mutable_graph()->clear_node();
    add_node(made.mutable_graph()->mutable_node(), "Rest", {"x"}, {"inner"}, "own");
    add_node(made.mutable_graph()->mutable_node(), "Rest", {"inner"}, {y}, "own");
    onnx::Function &rest = add_function(made, "Rest", {"in"}, {"out"});
    add_node(rest.mutable_node(), "LeakyRelu", {"in"}, {"inner"});
    add_reference(*rest.mutable_node(0), "alpha", "slope");
    add_node(rest.mutable_node(), "Sub", {"in", "inner"}, {"out"});
    return made;
}

std::vector<float> result_of(const onnx::Model &of, const std::vector<float> &x) {
    const graph::model network = graph::parse_onnx(of.SerializeAsString());
    const tensor y =
        graph::evaluate(network, {{"x", tensor(shape{4}, x)}}).at(network.outputs.front().name);
    return {y.data<float>(), y.data<float>() + y.count()};
}

auto reading(const onnx::Model &of) {
    return [of] { graph::parse_onnx(of.SerializeAsString()); };
}

TEST(LocalFunctions, AttributesOfCallsOrOfTheFunctionOrNeitherAreTaken) {
    onnx::Model given = called_twice();
    for (onnx::Node &call : *given.mutable_graph()->mutable_node()) {
        *call.add_attribute() = real("slope", 0.5f);
    }
    EXPECT_THAT(result_of(given, {1, -8, 0, -4}), ::testing::ElementsAre(0, -2, 0, -1));
    onnx::Model of_function = called_twice();
    *of_function.mutable_functions(0)->add_attribute_proto() = real("slope", 0.75f);
    EXPECT_THAT(result_of(of_function, {1, -16, 0, -4}), ::testing::ElementsAre(0, -1, 0, -0.25f));
    // LeakyRelu's own slope is 0.01.
    EXPECT_NEAR(result_of(called_twice(), {1, -1, 0, 1})[1], -0.9801f, 1e-6f);
}

TEST(LocalFunctions, MayCallOthersAndReturnWhatTheyAreGiven) {
    onnx::Model made = called_twice();
    onnx::Function &outer = add_function(made, "Both", {"a", "left_out"}, {"a", "b"});
    add_node(outer.mutable_node(), "Rest", {"a"}, {"b"}, "own");
    const std::string y = made.graph().output(0).name();
    made.mutable_graph()->clear_node();
    add_node(made.mutable_graph()->mutable_node(), "Both", {"x"}, {"same", "rest"}, "own");
    add_node(made.mutable_graph()->mutable_node(), "Sub", {"same", "rest"}, {y});
    const std::vector<float> y_values = result_of(made, {1, -100, 3, 0});
    EXPECT_THAT(y_values,
                ::testing::Pointwise(::testing::FloatNear(1e-5f), std::vector<float>{1, -1, 3, 0}));
}

/// then: f(x), else: x, by a condition.
TEST(LocalFunctions, AreCalledInsideOfBranches) {
    for (const bool condition : {true, false}) {
        onnx::Model made = called_twice();
        const std::string y = made.graph().output(0).name();
        onnx::Graph &whole = *made.mutable_graph();
        whole.clear_node();
        *whole.add_initializer() = graph::to_onnx(
            "condition",
            tensor(graph::tensor_type{p_boolean, {}},
                   std::vector<std::uint8_t>{condition ? std::uint8_t{1} : std::uint8_t{0}}));
        onnx::Function &choose = add_function(made, "Choose", {"if", "in"}, {"out"});
        add_node(choose.mutable_node(), "If", {"if"}, {"out"});
        for (const std::string name : {"then_branch", "else_branch"}) {
            onnx::Attribute &branch = *choose.mutable_node(0)->add_attribute();
            branch.set_name(name);
            branch.set_type(5);
            const bool is_then = name == "then_branch";
            add_node(branch.mutable_g()->mutable_node(), is_then ? "Rest" : "Neg", {"in"}, {"made"},
                     is_then ? "own" : "");
            branch.mutable_g()->add_output()->set_name("made");
        }
        add_node(whole.mutable_node(), "Choose", {"condition", "x"}, {y}, "own");
        EXPECT_NEAR(result_of(made, {1, -100, 0, 0})[1], condition ? -99 : 100, 1e-4);
    }
}

TEST(LocalFunctions, ThatCallThemselvesAreRefused) {
    onnx::Model made = called_twice();
    made.mutable_functions(0)->mutable_node(0)->set_op_type("Rest");
    made.mutable_functions(0)->mutable_node(0)->set_domain("own");
    EXPECT_TRUE(throws<unsupported_error>(
        reading(made), {"function \"own.Rest\": is called inside of 64 functions: no function may "
                        "call itself"}));
}

TEST(LocalFunctions, OfAnOpsetThatMeansSomethingElseAreRefused) {
    onnx::Model made = called_twice();
    made.mutable_functions(0)->mutable_opset_import(0)->set_version(12);
    EXPECT_TRUE(throws<unsupported_error>(
        reading(made), {"function \"own.Rest\": is of opset 12, supported is the network's, 17, or "
                        "one in which operators mean the same"}));
    made.mutable_functions(0)->mutable_opset_import(0)->set_version(15);
    EXPECT_NO_THROW(reading(made)());
}

TEST(LocalFunctions, ThatAreThereTwiceOrGetTooMuchAreRefused) {
    onnx::Model made = called_twice();
    *made.add_functions() = made.functions(0);
    made.mutable_graph()->mutable_node(0)->add_input("x");
    made.mutable_graph()->mutable_node(0)->set_name("first");
    EXPECT_TRUE(throws<unsupported_error>(
        reading(made), {"function \"own.Rest\": is there twice",
                        "node \"first\" (own.Rest): has 2 inputs and 1 outputs, its function has 1 "
                        "and 1"}));
}

} // namespace
} // namespace tiramisu::testing
