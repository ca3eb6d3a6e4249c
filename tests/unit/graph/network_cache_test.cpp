#include "graph/network_cache.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "graph/operators/numbers.h"
#include "support/environment_setting.h"
#include "support/input_file.h"
#include "support/network_builder.h"
#include "support/temporary_folder.h"
#include "support/throws.h"

// Compiled networks on disk: when they are found, and that they are the same networks.

namespace tiramisu::testing {
namespace {

namespace fs = std::filesystem;
using graph::model;

/// x -> Conv -> Relu -> y, of so many channels.
model small_network(int filters = 8, unsigned seed = 1) {
    network_builder made("small", 17, seed);
    const std::string x = made.input("x", {1, 3, 6, 6});
    return made.with_output(made.node("Relu", {made.conv(x, 3, filters, 3)}));
}

void expect_equal(const std::map<std::string, graph::tensor> &left,
                  const std::map<std::string, graph::tensor> &right) {
    for (const auto &[name, values] : left) {
        EXPECT_EQ(graph::reals_of(values), graph::reals_of(right.at(name))) << name;
    }
}

class NetworkCache : public ::testing::Test {
protected:
    temporary_folder folder_;
    environment_setting place_ = {"TIRAMISU_CACHE", folder_.path()};

    std::size_t kept() const { return folder_.files().size(); }
};

TEST_F(NetworkCache, IsUsedForTheSameNetwork) {
    const auto inputs = random_inputs(small_network());
    const nn::network first(small_network());
    ASSERT_EQ(1U, kept());
    const std::string path = folder_ / folder_.files().front();
    const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
    fs::last_write_time(path, long_ago);
    const nn::network second(small_network());
    EXPECT_EQ(1U, kept());
    EXPECT_GT(fs::last_write_time(path), long_ago); // it was read
    expect_equal(run(first, inputs), run(second, inputs));
    EXPECT_EQ(first.report().steps.size(), second.report().steps.size());
    EXPECT_EQ(first.report().steps[0].text, second.report().steps[0].text);
    EXPECT_EQ(first.report().weights_bytes, second.report().weights_bytes);
    EXPECT_EQ(first.inputs()[0].text(), second.inputs()[0].text());
}

TEST_F(NetworkCache, DependsOnAllThatDecidesWhatIsCompiled) {
    const auto key = [](const model &network, const nn::network_options &opts = {},
                        const std::string &purpose = "test") {
        return graph::cache_key(network, opts, purpose).value();
    };
    model renamed = small_network(), retyped = small_network(), one_weight = small_network();
    renamed.name = "other";
    retyped.inputs[0].extents[0].size = 2;
    auto &weights = one_weight.constants.begin()->second;
    std::vector<float> values(weights.data<float>(), weights.data<float>() + weights.count());
    values.back() += 1e-6f;
    weights = {weights.extents(), values};
    nn::network_options exact, dense, strict, other_target, unchecked, chosen, configured;
    chosen.choices["conv2d ic=3"] = {"direct", ""};
    configured.choices["conv2d ic=3"] = {"direct", "f_vectors=2"};
    exact.layers.relaxed = false;
    dense.density = nn::weight_density::dense;
    strict.layers.compiled.strict_float = true;
    other_target.layers.compiled.target = "sse41";
    unchecked.layers.compiled.checks = argument_checks::none;
    std::vector<std::string> keys = {key(small_network()),
                                     key(renamed),
                                     key(retyped),
                                     key(one_weight),
                                     key(small_network(), exact),
                                     key(small_network(), dense),
                                     key(small_network(), strict),
                                     key(small_network(), other_target),
                                     key(small_network(), unchecked),
                                     key(small_network(), chosen),
                                     key(small_network(), configured),
                                     key(small_network(), {}, "object")};
    std::sort(keys.begin(), keys.end());
    EXPECT_EQ(keys.end(), std::adjacent_find(keys.begin(), keys.end()));
    EXPECT_EQ(key(small_network()), key(small_network()));
}

TEST_F(NetworkCache, IsLeftAloneWhereSomethingIsShownOrMeasured) {
    nn::network_options shows;
    shows.layers.compiled.debug.push_back({"notes", "1"});
    EXPECT_EQ(std::nullopt, graph::cache_key(small_network(), shows, ""));
    const nn::perf_db results("");
    nn::network_options measured;
    measured.layers.results = &results;
    EXPECT_EQ(std::nullopt, graph::cache_key(small_network(), measured, ""));
    const environment_setting report("TIRAMISU_REPORT", folder_.path());
    EXPECT_EQ(std::nullopt, graph::cache_key(small_network(), {}, ""));
}

TEST_F(NetworkCache, DamagedFilesAreMadeAgain) {
    const auto inputs = random_inputs(small_network());
    const auto expected = run(nn::network(small_network()), inputs);
    const std::string path = folder_ / folder_.files().front();
    const auto size = fs::file_size(path);
    fs::resize_file(path, size / 2);
    expect_equal(expected, run(nn::network(small_network()), inputs));
    EXPECT_EQ(size, fs::file_size(path));
}

TEST_F(NetworkCache, FailsNoCall) {
    std::ofstream(folder_ / "file") << "no folder";
    const auto inputs = random_inputs(small_network());
    const auto expected = run(nn::network(small_network()), inputs);
    for (const std::string &nowhere :
         {folder_ / "file", std::string("off"), std::string("/proc/x")}) {
        const environment_setting place("TIRAMISU_CACHE", nowhere);
        expect_equal(expected, run(nn::network(small_network()), inputs));
    }
}

TEST_F(NetworkCache, SaysWhatItsBoundMustBe) {
    const environment_setting bound("TIRAMISU_CACHE_MB", "2 GB");
    EXPECT_TRUE(
        oracle::throws<user_error>([] { graph::compiled_networks(); },
                                   {"TIRAMISU_CACHE_MB", "\"2 GB\" is no number of megabytes"}));
}

TEST_F(NetworkCache, KeepsObjectsWithTheirHeaders) {
    const temporary_folder out;
    const auto write = [&](const std::string &name) {
        nn::network::write_object(small_network(), out / (name + ".o"), "small_net");
        return support::text_of_file(out / (name + ".o")) +
               support::text_of_file(out / (name + ".h"));
    };
    const std::string first = write("one");
    EXPECT_EQ(1U, kept());
    EXPECT_EQ(first, write("one"));
    EXPECT_EQ(first, write("two"));
    EXPECT_EQ(1U, kept());
    // A header of the user's is refused as without a cache.
    std::ofstream(out / "mine.h") << "int mine;\n";
    EXPECT_TRUE(oracle::throws<io_error>([&] { write("mine"); }, {"was not generated"}));
    EXPECT_EQ("int mine;\n", support::text_of_file(out / "mine.h"));
}

TEST_F(NetworkCache, KeepsWeightsThatLieBeside) {
    const temporary_folder out;
    const auto write = [&](const std::string &name) {
        nn::network_options opts;
        opts.weight_file = out / (name + ".weights");
        nn::network::write_object(small_network(), out / (name + ".o"), "small_net", opts);
        return support::text_of_file(out / (name + ".o")) + " " +
               support::text_of_file(out / (name + ".h")) + " " +
               support::text_of_file(out / (name + ".weights"));
    };
    const std::string first = write("one");
    EXPECT_EQ(1U, kept());
    EXPECT_EQ(first, write("two"));
    nn::network::write_object(small_network(), out / "inside.o", "small_net");
    EXPECT_EQ(2U, kept());
}

} // namespace
} // namespace tiramisu::testing
