#include "graph/compile/weight_file.h"

#include <cstring>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/compile/network_program.h"
#include "runtime/weight_file.h"
#include "support/input_file.h"
#include "support/network_builder.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/runtime.h"

// Networks whose weights lie in a file beside the object file; docs/networks.md runs one.

namespace tiramisu::testing {
namespace {

using graph::model;
using oracle::throws;
using ::testing::HasSubstr;
using ::testing::Not;

model small_network(unsigned seed = 1) {
    network_builder made("small", 17, seed);
    const std::string x = made.input("x", {1, 3, 6, 6});
    return made.with_output(made.node("Relu", {made.conv(x, 3, 8, 3)}));
}

nn::network_options beside(const std::string &path) {
    nn::network_options opts;
    opts.weight_file = path;
    return opts;
}

class WeightsBeside : public ::testing::Test {
protected:
    temporary_folder folder_;
    const std::string object_ = folder_ / "net.o", weights_ = folder_ / "net.weights";

    nn::network_report write(const std::string &weights, unsigned seed = 1) {
        return nn::network::write_object(small_network(seed), object_, "net", beside(weights));
    }
    std::string header() const { return support::text_of_file(folder_ / "net.h"); }
};

TEST_F(WeightsBeside, AreReadByTheHeadersFunction) {
    const nn::network_report report = write(weights_);
    EXPECT_THAT(header(), HasSubstr("net_open_weights(const char *path, tiramisu_weight_file *"));
    EXPECT_THAT(header(),
                HasSubstr("net_run(const tiramisu_weight_file *weights, const net_inputs"));
    EXPECT_THAT(header(), HasSubstr("net_run_in(tiramisu_execution *workspace, const "
                                    "tiramisu_weight_file *weights, const net_inputs"));
    EXPECT_THAT(header(), HasSubstr("net_run(weights, in, out);"));
    EXPECT_THAT(header(), HasSubstr("weights->floats"));
    EXPECT_THAT(header(), Not(HasSubstr("const float *weights")));
    const std::string file = support::text_of_file(weights_);
    tiramisu_weight_file_header found;
    std::memcpy(&found, file.data(), sizeof found);
    EXPECT_EQ(report.weights_bytes, found.floats * sizeof(float));
    tiramisu_weight_file opened;
    ASSERT_EQ(0, tiramisu_open_weight_file(weights_.c_str(), found.fingerprint, &opened));
    tiramisu_close_weight_file(&opened);
}

TEST_F(WeightsBeside, AreNotInTheObject) {
    write("");
    const std::size_t whole = support::text_of_file(object_).size();
    const nn::network_report report = write(weights_);
    EXPECT_LT(support::text_of_file(object_).size() + report.weights_bytes / 2, whole);
}

/// Parameters and variables of the function that calls it do not hide it.
TEST_F(WeightsBeside, AreOfFunctionsOfAnyName) {
    for (const auto &[name, hidden_else] : std::vector<std::pair<std::string, std::string>>{
             {"in", "const in_inputs *in_, const in_outputs *out)"},
             {"out", "const out_inputs *in, const out_outputs *out_)"},
             {"weights", "_run(const tiramisu_weight_file *weights_, "},
             {"tensor_1", "halide_buffer_t tensor_1_;"},
             {"sizes_2", "int32_t sizes_2_[] ="},
             {"dimensions_3", "halide_dimension_t dimensions_3_["},
             {"workspace", "workspace_run_in(tiramisu_execution *workspace_, "},
             {"before", "    tiramisu_set_execution(before_);"},
             {"status", "    return status_;"}}) {
        nn::network::write_object(small_network(), object_, name, beside(weights_));
        EXPECT_THAT(header(), HasSubstr(hidden_else));
        EXPECT_THAT(header(), HasSubstr("    return " + name + "(&tensor_1"));
    }
}

TEST_F(WeightsBeside, HaveAFingerprintOfTheirOwn) {
    write(weights_, 1);
    const std::string first = header();
    write(weights_, 2);
    EXPECT_NE(first, header());
    write(weights_, 1);
    EXPECT_EQ(first, header());
}

TEST_F(WeightsBeside, ReplaceNothingElse) {
    std::ofstream(weights_) << "a thesis";
    EXPECT_TRUE(throws<io_error>([&] { write(weights_); },
                                 {weights_, "something else than weights", "is not replaced"}));
    EXPECT_EQ("a thesis", support::text_of_file(weights_));
    EXPECT_EQ(std::vector<std::string>{"net.weights"}, folder_.files());
}

TEST_F(WeightsBeside, NeedAFileOfTheirOwn) {
    EXPECT_TRUE(
        throws<user_error>([&] { write(folder_ / ""); }, {"network \"small\"", "write_object",
                                                          "names no file; write", "net.weights"}));
    for (const char *const same : {"net.o", "./net.h"}) {
        EXPECT_TRUE(throws<user_error>([&] { write(folder_ / same); },
                                       {"is also what the object or its header is called"}));
    }
    EXPECT_TRUE(throws<io_error>([&] { write(folder_ / "none/net.weights"); },
                                 {"none/net.weights", "does not exist"}));
    EXPECT_TRUE(folder_.files().empty());
}

} // namespace
} // namespace tiramisu::testing
