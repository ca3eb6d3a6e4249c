#include "tiramisu/graph/onnx.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/onnx/onnx.pb.h"
#include "graph/onnx/tensor_data.h"
#include "support/network_builder.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/graph/evaluate.h"

namespace tiramisu::testing {
namespace {

using graph::model;
using graph::shape;
using graph::tensor;
using oracle::throws;

/// Every kind of attribute and of constant.
model varied() {
    network_builder made("varied");
    const std::string x = made.input("x", {1, 2});
    made.constant(tensor(shape{2}, std::vector<double>{1, 2}));
    made.constant(tensor(graph::tensor_type{p_boolean, {3}}, std::vector<std::uint8_t>{1, 0, 1}));
    made.constant(tensor(shape{1}, std::vector<std::int8_t>{-5}));
    made.numbers({7, -8});
    return made.with_output(made.node("Anything", {x, "", made.number(3)},
                                      {{"whole", std::int64_t{-3}},
                                       {"real", 0.5f},
                                       {"text", std::string("NOTSET")},
                                       {"wholes", std::vector<std::int64_t>{1, 2}},
                                       {"reals", std::vector<float>{1, 2.5f}},
                                       {"texts", std::vector<std::string>{"a", "b"}},
                                       {"tensor", tensor(shape{1}, std::vector<float>{4})}}));
}

void write(const std::string &path, const std::string &bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

/// A network with a constant of 2x3 floats that lies in a file beside it.
std::string with_external_data(const std::map<std::string, std::string> &entries) {
    graph::onnx::Model made;
    made.ParseFromString(graph::onnx_bytes(varied()));
    graph::onnx::Tensor &values = *made.mutable_graph()->add_initializer();
    values.set_name("outside");
    values.add_dims(2);
    values.add_dims(3);
    values.set_data_type(1);
    values.set_data_location(1);
    for (const auto &[key, value] : entries) {
        graph::onnx::Entry &one = *values.add_external_data();
        one.set_key(key);
        one.set_value(value);
    }
    return made.SerializeAsString();
}

TEST(Onnx, ANetworkComesBackAsItWasWritten) {
    const model from = varied();
    const model to = graph::parse_onnx(graph::onnx_bytes(from));
    EXPECT_EQ(graph::onnx_bytes(to), graph::onnx_bytes(from));
    EXPECT_EQ(to.name, "varied");
    EXPECT_EQ(to.opset, 17);
    ASSERT_EQ(to.nodes.size(), 1U);
    EXPECT_EQ(to.nodes[0]->inputs, from.nodes[0]->inputs);
    EXPECT_EQ(std::get<std::string>(to.nodes[0]->attributes.at("text")), "NOTSET");
    EXPECT_EQ(to.constants.size(), from.constants.size());
    EXPECT_FALSE(to.outputs[0].has_rank);
}

TEST(Onnx, SymbolsOfSizesAreKept) {
    model from = varied();
    from.inputs[0].extents[0] = {-1, "batch"};
    EXPECT_EQ(graph::parse_onnx(graph::onnx_bytes(from)).inputs[0].text(), "x float32 [batch, 2]");
}

TEST(Onnx, WhatIsDeclaredBesideInputsAndOutputsIsKept) {
    network_builder made("declared");
    auto body = std::make_shared<model>();
    body->opset = 17;
    body->inputs = {{"it", p_int64, {}},
                    {"v", p_float32, {{2, ""}, {-1, "n"}}},
                    {"untyped", p_none, {}, false}};
    body->outputs = {{"v", p_float32, {{2, ""}, {-1, "n"}}}};
    const std::string x = made.input("x", {2, 3});
    model given = made.with_output(
        made.node("Loop", {"", "", x}, {{"body", std::shared_ptr<const model>(std::move(body))}}));
    given.values = {{"between", p_int32, {{4, ""}, {-1, "batch"}}}};
    given.domains = {{"other", 3}};
    const model read = graph::parse_onnx(onnx_bytes(given));
    const auto &inside =
        std::get<std::shared_ptr<const model>>(read.nodes[0]->attributes.at("body"));
    EXPECT_EQ("it int64 []", inside->inputs[0].text());
    EXPECT_EQ("v float32 [2, n]", inside->inputs[1].text());
    EXPECT_EQ(p_none, inside->inputs[2].elements);
    EXPECT_EQ("v float32 [2, n]", inside->outputs[0].text());
    ASSERT_EQ(1U, read.values.size());
    EXPECT_EQ("between int32 [4, batch]", read.values[0].text());
    EXPECT_EQ(given.domains, read.domains);
}

TEST(Onnx, ConstantsListedAmongInputsAreNone) {
    model from = varied();
    graph::value_declaration constant = from.inputs[0];
    constant.name = from.constants.begin()->first;
    from.inputs.push_back(constant);
    EXPECT_EQ(graph::parse_onnx(graph::onnx_bytes(from)).inputs.size(), 1U);
}

TEST(Onnx, ConstantsAreReadFromFilesBesideTheNetwork) {
    const temporary_folder folder;
    std::filesystem::create_directory(folder / "data");
    const std::vector<float> values = {9, 1, 2, 3, 4, 5, 6};
    write(folder / "data/weights", {reinterpret_cast<const char *>(values.data()), 28});
    write(folder / "net.onnx",
          with_external_data({{"location", "data/weights"}, {"offset", "4"}, {"length", "24"}}));
    const tensor found = graph::read_onnx(folder / "net.onnx").constants.at("outside");
    EXPECT_EQ(graph::to_text(found.type()), "float32 2x3");
    EXPECT_EQ(found.data<float>()[0], 1);
    EXPECT_EQ(found.data<float>()[5], 6);
}

TEST(Onnx, FilesThatCannotBeReadAreRefused) {
    const temporary_folder folder;
    EXPECT_TRUE(throws<io_error>([&] { graph::read_onnx(folder / "none.onnx"); }, {"none.onnx"}));
    write(folder / "text.onnx", "this is no protobuf message");
    EXPECT_TRUE(throws<io_error>([&] { graph::read_onnx(folder / "text.onnx"); },
                                 {"text.onnx", "it is no ONNX file, or not all of one"}));
    const std::string bytes = graph::onnx_bytes(varied());
    write(folder / "cut.onnx", bytes.substr(0, bytes.size() / 2));
    EXPECT_TRUE(throws<io_error>([&] { graph::read_onnx(folder / "cut.onnx"); },
                                 {"it is no ONNX file, or not all of one"}));
    write(folder / "empty.onnx", "");
    EXPECT_TRUE(throws<io_error>([&] { graph::read_onnx(folder / "empty.onnx"); },
                                 {"it has no ONNX graph"}));
}

/// Reading a network with such external data.
auto reading(const temporary_folder &folder, const std::map<std::string, std::string> &entries) {
    write(folder / "net.onnx", with_external_data(entries));
    return [&folder] { graph::read_onnx(folder / "net.onnx"); };
}

TEST(Onnx, FilesOfConstantsStayInTheFolder) {
    const temporary_folder folder;
    write(folder / "secret", std::string(24, 'x'));
    std::filesystem::create_directory(folder / "inner");
    for (const std::string &location : std::vector<std::string>{
             "../secret", "/etc/passwd", "a/../../secret", "", "inner/../../x"}) {
        EXPECT_TRUE(throws<unsupported_error>(
            reading(folder, {{"location", location}}),
            {"constant \"outside\": external data: location \"" + location + "\"",
             "leads out of the network's folder, must be a path inside of it"}));
    }
    const temporary_folder elsewhere;
    write(elsewhere / "secret", std::string(24, 'x'));
    std::filesystem::create_symlink(elsewhere / "secret", folder / "link");
    EXPECT_TRUE(throws<unsupported_error>(reading(folder, {{"location", "link"}}),
                                          {"leads out of the network's folder"}));
}

TEST(Onnx, FilesOfConstantsHoldAsManyBytesAsSizesSay) {
    const temporary_folder folder;
    write(folder / "weights", std::string(23, 'x'));
    EXPECT_TRUE(throws<unsupported_error>(
        reading(folder, {{"location", "weights"}}),
        {"external data: 24 bytes from 0 on are not in", "which has 23"}));
    EXPECT_TRUE(
        throws<unsupported_error>(reading(folder, {{"location", "weights"}, {"length", "20"}}),
                                  {"external data: length is 20, its sizes say 24"}));
    EXPECT_TRUE(throws<unsupported_error>(
        reading(folder, {{"location", "weights"}, {"offset", "9223372036854775800"}}),
        {"external data: offset is \"9223372036854775800\", must be a number"}));
    EXPECT_TRUE(throws<unsupported_error>(reading(folder, {{"location", "nowhere"}}),
                                          {"nowhere cannot be read"}));
}

TEST(Onnx, SizesThatDoNotFitAreRefused) {
    graph::onnx::Model made;
    made.ParseFromString(graph::onnx_bytes(varied()));
    graph::onnx::Tensor &values = *made.mutable_graph()->mutable_initializer(0);
    values.clear_dims();
    values.add_dims(std::int64_t{1} << 40);
    values.add_dims(std::int64_t{1} << 40);
    EXPECT_TRUE(
        throws<unsupported_error>([&] { graph::parse_onnx(made.SerializeAsString()); },
                                  {"must have less than 2^63 elements, none of them below 0"}));
    values.clear_dims();
    values.add_dims(5);
    EXPECT_TRUE(throws<unsupported_error>([&] { graph::parse_onnx(made.SerializeAsString()); },
                                          {"bytes, its sizes 5 say"}));
}

TEST(Onnx, WhatIsNotSupportedIsListedInOneError) {
    graph::onnx::Model made;
    made.ParseFromString(graph::onnx_bytes(varied()));
    made.mutable_graph()->mutable_initializer(0)->set_data_type(8);
    made.mutable_graph()->mutable_input(0)->mutable_type()->mutable_tensor_type()->set_elem_type(8);
    graph::onnx::Attribute &body = *made.mutable_graph()->mutable_node(0)->add_attribute();
    body.set_name("body");
    body.set_type(13);
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { graph::parse_onnx(made.SerializeAsString()); },
        {"3 things are not supported, or wrong:", "elements of string are not supported",
         "value \"x\": is no tensor of a supported type (string)",
         "node \"Anything_6\" (Anything): attribute body is of a kind that is not supported"}));
}

/// A constant [2, 3] of which the file has two values.
std::string with_sparse_constant(const std::vector<std::int64_t> &places,
                                 const shape &places_extents) {
    graph::onnx::Model made;
    made.ParseFromString(graph::onnx_bytes(varied()));
    graph::onnx::SparseTensor &sparse = *made.mutable_graph()->add_sparse_initializer();
    *sparse.mutable_values() =
        graph::to_onnx("sparse", tensor(shape{2}, std::vector<std::int64_t>{7, -1}));
    *sparse.mutable_indices() = graph::to_onnx("", tensor(places_extents, places));
    sparse.add_dims(2);
    sparse.add_dims(3);
    return made.SerializeAsString();
}

TEST(Onnx, SparseConstantsAreReadWithTheirZeros) {
    for (const std::string &bytes :
         {with_sparse_constant({1, 5}, {2}), with_sparse_constant({0, 1, 1, 2}, {2, 2})}) {
        const tensor found = graph::parse_onnx(bytes).constants.at("sparse");
        EXPECT_EQ(graph::to_text(found.type()), "int64 2x3");
        EXPECT_THAT(found.integers(), ::testing::ElementsAre(0, 7, 0, 0, 0, -1));
    }
}

/// Labels and maps of scores: what makes them says which tensor of numbers there is.
TEST(Onnx, OutputsThatAreNoTensorsOfNumbersHaveNoType) {
    graph::onnx::Model made;
    made.ParseFromString(graph::onnx_bytes(varied()));
    made.mutable_graph()->mutable_output(0)->mutable_type()->mutable_tensor_type()->set_elem_type(
        8);
    EXPECT_FALSE(graph::parse_onnx(made.SerializeAsString()).outputs.at(0).has_rank);
    made.mutable_graph()->mutable_output(0)->mutable_type()->clear_tensor_type();
    EXPECT_FALSE(graph::parse_onnx(made.SerializeAsString()).outputs.at(0).has_rank);
}

/// A network that picks labels of classes from a constant of strings, by a node of this operator.
graph::onnx::Model with_labels(const std::string &domain, const std::string &op) {
    network_builder built("labelled", 17);
    const std::string place = built.input("place", {2}, p_int64);
    const model whole = built.with_output(built.node("Identity", {place}));
    graph::onnx::Model made;
    made.ParseFromString(graph::onnx_bytes(whole));
    graph::onnx::Tensor &labels = *made.mutable_graph()->add_initializer();
    labels.set_name("labels");
    labels.set_data_type(8);
    labels.add_dims(3);
    for (const char *one : {"no", "perhaps", "yes"}) {
        labels.add_string_data(one);
    }
    graph::onnx::Node &picks = *made.mutable_graph()->mutable_node(0);
    picks.set_domain(domain);
    picks.set_op_type(op);
    picks.clear_input();
    picks.add_input("labels");
    picks.add_input("place");
    made.mutable_graph()->mutable_output(0)->mutable_type()->mutable_tensor_type()->set_elem_type(
        8);
    return made;
}

TEST(Onnx, LabelsThatAreOnlyPickedAreTheirNumbers) {
    const model read =
        graph::parse_onnx(with_labels("ai.onnx.ml", "ArrayFeatureExtractor").SerializeAsString());
    const tensor places(shape{2}, std::vector<std::int64_t>{2, 1});
    const auto found = graph::evaluate(read, {{"place", places}});
    EXPECT_THAT(found.at(read.outputs[0].name).integers(), ::testing::ElementsAre(2, 1));
}

TEST(Onnx, OtherStringsAreRefused) {
    EXPECT_TRUE(throws<unsupported_error>(
        [] { graph::parse_onnx(with_labels("", "Equal").SerializeAsString()); },
        {"constant \"labels\": elements of string are not supported"}));
    graph::onnx::Model fewer = with_labels("ai.onnx.ml", "ArrayFeatureExtractor");
    graph::onnx::Graph &of = *fewer.mutable_graph();
    of.mutable_initializer(of.initializer_size() - 1)->set_dims(0, 4);
    EXPECT_TRUE(
        throws<unsupported_error>([&] { graph::parse_onnx(fewer.SerializeAsString()); },
                                  {"constant \"labels\": has 3 values, its sizes 4 say 4"}));
}

/// Operators of other domains become ONNX's own.
TEST(Onnx, AFileMayImportOtherDomainsOnly) {
    graph::onnx::Model made;
    made.ParseFromString(graph::onnx_bytes(varied()));
    made.mutable_opset_import(0)->set_domain("ai.onnx.ml");
    EXPECT_EQ(graph::parse_onnx(made.SerializeAsString()).opset, 21);
}

/// A node Constant that lists what is not 0.
TEST(Onnx, SparseValuesOfNodesAreReadWithTheirZeros) {
    graph::onnx::Model made;
    made.ParseFromString(with_sparse_constant({1, 5}, {2}));
    graph::onnx::Node &node = *made.mutable_graph()->add_node();
    node.set_op_type("Constant");
    node.add_output("sparse_of_node");
    graph::onnx::Attribute &value = *node.add_attribute();
    value.set_name("sparse_value");
    value.set_type(11);
    *value.mutable_sparse_tensor() = made.graph().sparse_initializer(0);
    const graph::node_pointer found = graph::parse_onnx(made.SerializeAsString()).nodes.back();
    EXPECT_THAT(std::get<tensor>(found->attributes.at("value")).integers(),
                ::testing::ElementsAre(0, 7, 0, 0, 0, -1));
}

TEST(Onnx, SparseConstantsOfPlacesThatAreNotThereAreRefused) {
    const auto refused = [](const std::vector<std::int64_t> &places, const shape &extents,
                            const std::string &reason) {
        return throws<unsupported_error>(
            [&] { graph::parse_onnx(with_sparse_constant(places, extents)); },
            {"sparse constant \"sparse\": " + reason});
    };
    EXPECT_TRUE(refused({1, 6}, {2}, "has a value at element 6 of 6"));
    EXPECT_TRUE(refused({0, 1, 2, 0}, {2, 2}, "has a value at 2 of dimension 1, which has 2"));
    EXPECT_TRUE(refused({1, 2, 3}, {3},
                        "has values of int64 2 at places of int64 3, must have a row of values, "
                        "and places of integers 2 or 2x2"));
}

/// Weights of 4 bits that a node reads.
std::string with_narrow_constant(const std::string &op, const std::string &bytes) {
    graph::onnx::Model made;
    made.ParseFromString(graph::onnx_bytes(varied()));
    graph::onnx::Tensor &narrow = *made.mutable_graph()->add_initializer();
    narrow.set_name("narrow");
    narrow.set_data_type(22);
    narrow.add_dims(3);
    narrow.set_raw_data(bytes);
    graph::onnx::Node &node = *made.mutable_graph()->add_node();
    node.set_name("reader");
    node.set_op_type(op);
    node.add_input("narrow");
    node.add_output("read");
    return made.SerializeAsString();
}

TEST(Onnx, IntegersOfLessThanAByteAreReadAsBytes) {
    const tensor found =
        graph::parse_onnx(with_narrow_constant("Cast", "\x9f\x07")).constants.at("narrow");
    EXPECT_EQ(graph::to_text(found.type()), "int8 3");
    EXPECT_THAT(found.integers(), ::testing::ElementsAre(-1, -7, 7));
    EXPECT_TRUE(throws<unsupported_error>(
        [] { graph::parse_onnx(with_narrow_constant("Cast", "\x9f")); },
        {"constant \"narrow\": has 1 bytes, its sizes 3 of 4 bits say 2"}));
    EXPECT_TRUE(throws<unsupported_error>(
        [] { graph::parse_onnx(with_narrow_constant("QuantizeLinear", "\x9f\x07")); },
        {"node \"reader\" (QuantizeLinear): makes integers of the type of \"narrow\", which has "
         "less than a byte; supported are constants of such types that DequantizeLinear, Cast and "
         "the like read"}));
}

} // namespace
} // namespace tiramisu::testing
