// What every kind of layer can do, whichever it is.
#include "tiramisu/nn/layer_kinds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <regex>
#include <set>

#include "support/environment_setting.h"
#include "support/input_file.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/nn/layer_cache.h"
#include "unit/nn/counted_allocations.h"

namespace tiramisu::nn {
namespace {

using floats = std::vector<float>;
using role = layer_argument::role;

/// Random memory for all arguments of a layer.
class layer_data {
public:
    explicit layer_data(const any_layer &layer) {
        std::mt19937 source(1);
        for (const layer_argument &one : layer.arguments()) {
            floats &values = all_[one.name];
            values.resize(one.size());
            for (float &value : values) {
                value = static_cast<float>(source() % 2001) / 1000.0f - 1.0f;
                // Variances and means of squares are positive; some weights are zeros.
                value = one.name == "variance" || one.name == "square" ? std::abs(value)
                        : one.is == role::weights && source() % 3 != 0 ? 0.0f
                                                                       : value;
            }
            switch (one.is) {
            case role::source: memory_.sources[one.name] = {values.data(), one.type}; break;
            case role::result: memory_.results[one.name] = {values.data(), one.type}; break;
            case role::weights: weights_ = values.data();
            }
        }
    }

    const layer_memory &memory() const { return memory_; }
    any_weights packed_by(const any_layer &layer) const {
        return weights_ == nullptr ? any_weights() : layer.pack(weights_);
    }
    /// All results, one behind the other.
    floats results() const {
        floats found;
        for (const auto &result : memory_.results) {
            const floats &values = all_.at(result.first);
            found.insert(found.end(), values.begin(), values.end());
        }
        return found;
    }

private:
    std::map<std::string, floats> all_;
    layer_memory memory_;
    const float *weights_ = nullptr;
};

/// What a layer makes of the same random numbers.
floats results_of(const any_layer &layer) {
    const layer_data data(layer);
    layer.run(data.memory(), data.packed_by(layer));
    return data.results();
}

class LayerKind : public ::testing::TestWithParam<std::string> {
protected:
    const layer_kind &kind = kind_of(GetParam());
    const std::string example = kind.example();

    /// Of the example, made once for all tests.
    const any_layer &layer() const {
        static std::map<std::string, std::unique_ptr<any_layer>> made;
        std::unique_ptr<any_layer> &mine = made[GetParam()];
        mine = mine != nullptr ? std::move(mine) : kind.make(example);
        return *mine;
    }
};

TEST_P(LayerKind, MakesTheSameLayerOfItsText) {
    EXPECT_EQ(&kind_of(example), &kind);
    EXPECT_EQ(layer().text(), example);
}

TEST_P(LayerKind, ComputesWhatTheNaiveSolverDoes) {
    layer_options naive;
    naive.solver = "naive";
    const floats expected = results_of(*make_layer(example, naive));
    const floats found = results_of(layer());
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); i++) {
        ASSERT_NEAR(found[i], expected[i], 1e-4) << i;
    }
}

TEST_P(LayerKind, RunsAreRepeated) {
    const layer_data data(layer()), again(layer());
    const any_weights weights = data.packed_by(layer());
    layer().run(data.memory(), weights);
    const invocation run = layer().prepare(again.memory(), weights);
    run();
    EXPECT_EQ(again.results(), data.results());
}

TEST_P(LayerKind, CodeThatLiesOnDiskComputesTheSame) {
    const testing::temporary_folder folder;
    const testing::environment_setting place("TIRAMISU_CACHE", folder.path());
    clear_layer_cache();
    const floats expected = results_of(*make_layer(example));
    clear_layer_cache(); // as in another process
    const layer_cache_contents before = layer_cache();
    const floats found = results_of(*make_layer(example));
    EXPECT_EQ(layer_cache().compiled, before.compiled);
    EXPECT_GT(layer_cache().loaded, before.loaded);
    EXPECT_EQ(found, expected);
}

TEST_P(LayerKind, RunsThatAreRepeatedAllocateNothing) {
    const layer_data data(layer());
    execution alone; // other threads take memory of their own whenever they first come
    alone.threads = 1;
    const any_weights weights = data.packed_by(layer());
    const invocation run = layer().prepare(data.memory(), weights, alone);
    run();
    run();
    const int before = testing::allocations_here();
    run();
    EXPECT_EQ(testing::allocations_here(), before);
}

TEST_P(LayerKind, ListsItsSolversTheNaiveOneLast) {
    const std::vector<solver_verdict> all = kind.solvers(example);
    ASSERT_FALSE(all.empty());
    EXPECT_EQ(all.back().solver, "naive");
    EXPECT_EQ(all.back().why_not, "");
}

TEST_P(LayerKind, FindsWhatAFasterSolverIs) {
    const testing::temporary_folder folder;
    perf_db known(folder / "perf.sqlite");
    search_options opts;
    opts.solvers = {"naive"};
    opts.configurations = opts.repeats = 1;
    opts.results = &known;
    const std::vector<find_result> found = kind.find(example, opts);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.front().why_not, "");
    layer_options measured;
    measured.results = &known;
    EXPECT_EQ(make_layer(example, measured)->solver(), "naive");
}

TEST_P(LayerKind, WritesObjectFilesOfTheNameThatItIsGiven) {
    const testing::temporary_folder folder;
    const testing::environment_setting name("TIRAMISU_FUNCTION_NAME", "other");
    layer_options naive;
    naive.solver = "naive";
    kind.write_object(example, folder / "file.o", "wanted", naive);
    const std::string header = support::text_of_file(folder / "file.h");
    EXPECT_NE(header.find("int wanted("), std::string::npos);
    EXPECT_NE(header.find("solver=naive"), std::string::npos);
    EXPECT_GT(support::text_of_file(folder / "file.o").size(), 100u);
    const auto arguments = layer().arguments();
    const bool packs = std::any_of(arguments.begin(), arguments.end(),
                                   [](const auto &one) { return one.is == role::weights; });
    const std::string written = [&] {
        std::string all;
        for (const std::string &one : folder.files()) {
            all += one + " ";
        }
        return all;
    }();
    EXPECT_EQ(written.find("file_pack_") != std::string::npos, packs) << written;
    EXPECT_EQ(header.find("#include \"file_pack_") != std::string::npos, packs);
    EXPECT_EQ(written.find("other"), std::string::npos) << written;
}

TEST_P(LayerKind, RefusesPathsThatNameNoFile) {
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { kind.write_object(example, "folder/", "wanted"); },
        {"write_object: the object \"folder/\" names no file; write, for example, "
         "\"folder/layer.o\""}));
}

TEST_P(LayerKind, RefusesMemoryThatIsMissingOrForNothing) {
    const layer_data data(layer());
    const any_weights weights = data.packed_by(layer());
    layer_memory more = data.memory();
    more.sources["colour"] = more.sources.begin()->second;
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { layer().prepare(more, weights); },
        {"layer \"" + GetParam(), "prepare", "\"colour\" is no source of it, of which there are"}));
    for (const layer_argument &one : layer().arguments()) {
        layer_memory less = data.memory();
        less.sources.erase(one.name);
        less.results.erase(one.name);
        if (one.is == role::weights) {
            EXPECT_TRUE(oracle::throws<user_error>(
                [&] { layer().prepare(data.memory()); },
                {"weights are missing; it reads what its pack() makes"}));
            EXPECT_TRUE(oracle::throws<user_error>(
                [&] {
                    layer().prepare(data.memory(), {"other", nullptr});
                },
                {"weights were packed for another one, \"other\""}));
            EXPECT_TRUE(oracle::throws<user_error>(
                [&] {
                    layer().prepare(data.memory(), {weights.made_for(), nullptr});
                },
                {"weights say that they were packed for it, but there are none"}));
            EXPECT_TRUE(oracle::throws<user_error>([&] { layer().pack(nullptr); },
                                                   {"pack: weights is null"}));
        } else if (!one.may_be_left_out) {
            EXPECT_TRUE(oracle::throws<user_error>([&] { layer().prepare(less, weights); },
                                                   {"prepare: " + one.name + " is null"}));
        }
    }
}

TEST_P(LayerKind, WithSparseWeightsRefusesNaNsAtTheLineOfTheCall) {
    if (example.rfind("sparse_", 0) != 0 && example.rfind("spmm", 0) != 0) {
        return;
    }
    for (const layer_argument &one : layer().arguments()) {
        if (one.is == role::weights) {
            const floats nans(one.size(), std::numeric_limits<float>::quiet_NaN());
            EXPECT_TRUE(oracle::throws<user_error>([&] { layer().pack(nans.data()); },
                                                   {"layer_kinds_test.cpp:", "values[0]: is NaN"}));
        }
    }
}

TEST_P(LayerKind, OfNoImagesFindsNothingAndHasSolvers) {
    const std::string empty = std::regex_replace(example, std::regex("\\bmb=\\d+"), "mb=0");
    if (empty != example) { // products have no batch
        EXPECT_TRUE(kind.find(empty).empty());
        EXPECT_EQ(kind.solvers(empty).back().why_not, "");
        EXPECT_EQ(kind.make(empty)->workspace_bytes(), 0u);
    }
}

TEST_P(LayerKind, RefusesDevicesAndStreamsAndIsAsBefore) {
    const layer_data data(layer());
    const any_weights weights = data.packed_by(layer());
    const floats before = data.results();
    int elsewhere = 0;
    execution on_device, in_stream;
    on_device.device = in_stream.stream = &elsewhere;
    const std::string takes_none =
        ", but calls take none yet: kernels run on the device of the process; leave device and "
        "stream null";
    const auto refused = [&](const execution &opts, const std::string &what) {
        return oracle::throws<user_error>(
            [&] { layer().prepare(data.memory(), weights, opts); },
            {__FILE__, "\": prepare: is to be executed on a " + what + takes_none});
    };
    EXPECT_TRUE(refused(on_device, "device"));
    EXPECT_TRUE(refused(in_stream, "stream of a device"));
    EXPECT_EQ(data.results(), before);
    layer().prepare(data.memory(), weights)();
    EXPECT_EQ(data.results(), results_of(layer()));
}

TEST_P(LayerKind, RefusesTextsWithoutMeaning) {
    EXPECT_TRUE(oracle::throws<user_error>([&] { make_layer(example + " colour=red"); },
                                           {"colour", "is no word of such a problem"}));
    EXPECT_THROW(make_layer(kind.name()), user_error);
}

TEST_P(LayerKind, RefusesSizesThatAreOpenUnlessItIsAConvolution) {
    for (const char *const word : {"any_batch", "any_size"}) {
        const std::string open = example + " " + word + "=1";
        if (GetParam() == "conv2d") {
            EXPECT_EQ(kind.solvers(open).back().why_not, "");
            continue;
        }
        const std::vector<std::string> reason = {std::string(word) +
                                                 ": is no word of such a problem"};
        EXPECT_TRUE(oracle::throws<user_error>([&] { kind.find(open); }, reason));
        EXPECT_TRUE(oracle::throws<user_error>([&] { kind.make(open); }, reason));
    }
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const layer_kind *const one : layer_kinds()) {
        all.push_back(one->name());
    }
    return all;
}

INSTANTIATE_TEST_SUITE_P(All, LayerKind, ::testing::ValuesIn(names()),
                         [](const auto &of) { return of.param; });

TEST(LayerKinds, AreListedByName) {
    const std::vector<std::string> all = names();
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
    for (const char *const wanted :
         {"conv2d", "gemm", "lstm", "softmax", "sparse_conv2d", "sparse_gru", "spmm"}) {
        EXPECT_EQ(kind_of(wanted).name(), wanted);
    }
}

TEST(LayerKinds, AreAllThatATextMayBeginWith) {
    EXPECT_TRUE(
        oracle::throws<user_error>([] { make_layer("convolution ic=3"); },
                                   {"layer \"convolution ic=3\"",
                                    "does not begin with the name of a kind, which are "
                                    "adam, batch_norm, batch_norm_backward, batch_norm_training, "
                                    "concat, conv2d, conv2d_backward_data, "
                                    "conv2d_backward_weights, conv2d_chain, cross_entropy"}));
    EXPECT_TRUE(oracle::throws<user_error>([] { make_layer(""); }, {"layer \"\""}));
}

TEST(LayerKinds, OptionsAreWordsOfTheText) {
    const std::string problem = "conv2d ic=3 oc=4 ih=9 iw=8";
    const auto any = make_layer(problem + " any_batch=1 any_size=1 dst=nhwc");
    EXPECT_NE(any->text().find(" dst=nhwc any_batch=1 any_size=1"), std::string::npos);
    const auto refused = [&](const std::string &words, const std::string &reason) {
        return oracle::throws<user_error>([&] { make_layer(problem + words); }, {reason});
    };
    EXPECT_TRUE(refused(" any_batch=2", "any_batch: is \"2\", must be 0 or 1"));
    EXPECT_TRUE(refused(" any_batch", "any_batch: has no value; write any_batch=value"));
    EXPECT_TRUE(refused(" src=nhwc src=nhwc", "src: is given twice"));
    EXPECT_TRUE(refused(" src=nhcw", "nhcw"));
    EXPECT_TRUE(oracle::throws<user_error>([] { make_layer("spmm m=2 n=2 k=2 density=much"); },
                                           {"density: is \"much\", must be a number"}));
}

TEST(LayerKinds, FindTriesLayersOfAnySize) {
    search_options opts;
    opts.solvers = {"naive"};
    opts.configurations = opts.repeats = 1;
    const auto found =
        kind_of("conv2d").find("conv2d ic=3 oc=4 ih=9 iw=8 any_batch=1 any_size=1", opts);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.front().why_not, "");
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { kind_of("conv2d").find("conv2d ic=3 oc=4 ih=9 iw=8 oh=3 ow=3 any_size=1", opts); },
        {"any size"}));
}

TEST(LayerKinds, LayersWithoutWeightsHaveNone) {
    const auto layer = make_layer("softmax ic=4 ih=1 iw=1");
    const layer_data data(*layer);
    EXPECT_TRUE(oracle::throws<user_error>([&] { layer->pack(nullptr); },
                                           {"pack: it has no weights; run it without"}));
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            layer->prepare(data.memory(), {"other", nullptr});
        },
        {"prepare: weights are given, but it has none; leave them out"}));
}

} // namespace
} // namespace tiramisu::nn
