#include "tiramisu/graph/fusion_plan.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

#include "support/environment_number.h"
#include "support/network_builder.h"

// Plans, compiled, against each operation by itself by its definition (graph/reference).

namespace tiramisu::testing {
namespace {

using graph::shape;
using graph::tensor;
using integers = std::vector<std::int64_t>;
using nn::fusion_plan;

/// A plan with what its result has to be, as far as it was made.
class checked_plan {
public:
    explicit checked_plan(const shape &src, unsigned seed = 1)
        : plan(src), random_(seed), arguments_{{"src", random(src)}}, result_(arguments_["src"]) {}

    fusion_plan plan;

    const shape &extents() const { return result_.extents(); }

    /// The operation that was just added to the plan is this node of ONNX, whose operands are its
    /// arguments, in another shape where one is given.
    void follows(const std::string &op, const network_builder::attributes &with = {},
                 const std::optional<shape> &of_arguments = std::nullopt) {
        std::vector<tensor> operands;
        for (; known_ < plan.arguments().size(); known_++) {
            const nn::fusion_argument &one = plan.arguments()[known_];
            // Variances are positive.
            const tensor value = random(one.extents, one.name.find("variance") == 0 ? 1.5f : 0);
            arguments_[one.name] = value;
            operands.push_back(of_arguments ? value.reshaped(*of_arguments) : value);
        }
        result_ = evaluated(op, with, operands);
    }
    /// The same of constants that are part of the operation.
    void follows_with(const std::string &op, const std::vector<float> &constants) {
        std::vector<tensor> operands;
        for (const float one : constants) {
            operands.emplace_back(shape{}, std::vector<float>{one});
        }
        result_ = evaluated(op, {}, operands);
    }
    void is_flattened() { result_ = evaluated("Flatten", {}, {}); }

    void expect_computed() {
        nn::network_arrays weights, others;
        for (const auto &[name, value] : arguments_) {
            (is_weight(name) ? weights : others).insert({name, value.data<float>()});
        }
        plan.set_weights(weights);
        std::vector<float> dst(static_cast<std::size_t>(graph::count_of(plan.dst_extents())));
        plan.run(others, dst.data());
        EXPECT_LT(difference(tensor(plan.dst_extents(), dst), result_), 1e-4);
    }

private:
    std::mt19937 random_;
    std::map<std::string, tensor> arguments_;
    std::size_t known_ = 0;
    tensor result_;

    tensor random(const shape &extents, float middle = 0) {
        std::uniform_real_distribution<float> from(middle - 1, middle + 1);
        std::vector<float> values(static_cast<std::size_t>(graph::count_of(extents)));
        for (float &one : values) {
            one = from(random_);
        }
        return {extents, std::move(values)};
    }

    bool is_weight(const std::string &name) const {
        for (const nn::fusion_argument &one : plan.arguments()) {
            if (one.name == name) {
                return one.is_weight;
            }
        }
        return false;
    }

    tensor evaluated(const std::string &op, const network_builder::attributes &with,
                     const std::vector<tensor> &operands) const {
        network_builder made("by_itself", 24);
        std::vector<std::string> inputs = {made.input("x", result_.extents())};
        for (const tensor &one : operands) {
            inputs.push_back(made.constant(one));
        }
        const std::string y = made.node(op, inputs, with);
        return graph::evaluate(made.with_output(y), {{"x", result_}}).at(y);
    }
};

/// An operation of a plan and of its definition.
struct operation {
    std::string name;
    bool takes_images;
    std::function<void(checked_plan &)> add;
};

void add_convolution(checked_plan &to, int kernel, int stride, int padding, int groups) {
    nn::conv2d_problem what;
    what.oc = 16;
    what.kh = what.kw = kernel;
    what.sh = what.sw = stride;
    what.ph = what.pw = padding;
    what.g = groups;
    to.plan.convolution(what);
    to.follows("Conv", {{"strides", integers{stride, stride}},
                        {"pads", integers(4, padding)},
                        {"group", std::int64_t{groups}}});
}

const std::vector<operation> &operations() {
    static const std::vector<operation> all = {
        {"convolution", true, [](checked_plan &to) { add_convolution(to, 3, 1, 1, 1); }},
        {"grouped", true, [](checked_plan &to) { add_convolution(to, 3, 1, 1, 4); }},
        {"bias", false,
         [](checked_plan &to) {
             to.plan.bias();
             shape each(to.extents().size() - 1, 1);
             each[0] = to.extents()[1];
             to.follows("Add", {}, each);
         }},
        {"batch_norm", false,
         [](checked_plan &to) {
             to.plan.batch_norm(1e-3f);
             to.follows("BatchNormalization", {{"epsilon", 1e-3f}});
         }},
        {"relu", false,
         [](checked_plan &to) {
             to.plan.activation("relu");
             to.follows("Relu");
         }},
        {"residual", false,
         [](checked_plan &to) {
             to.plan.residual();
             to.follows("Add");
         }},
        {"pooling", true,
         [](checked_plan &to) {
             to.plan.pooling("max_pool:3x3:2x2:1x1");
             to.follows("MaxPool", {{"kernel_shape", integers{3, 3}},
                                    {"strides", integers{2, 2}},
                                    {"pads", integers(4, 1)}});
         }},
        {"gemm", false,
         [](checked_plan &to) {
             to.plan.gemm(20);
             to.is_flattened();
             to.follows("MatMul");
         }},
        {"eltwise mul", false,
         [](checked_plan &to) {
             to.plan.eltwise("mul");
             to.follows("Mul");
         }},
        {"softmax", false,
         [](checked_plan &to) {
             to.plan.softmax();
             to.follows("Softmax", {{"axis", std::int64_t{1}}});
         }},
    };
    return all;
}

/// Calls `check` for each sequence of so many operations that can follow each other.
void for_sequences(std::size_t length,
                   const std::function<void(const std::vector<operation> &)> &check,
                   const std::vector<operation> &begun = {}) {
    if (begun.size() == length) {
        check(begun);
        return;
    }
    bool has_product = false;
    for (const operation &one : begun) {
        has_product = has_product || one.name == "gemm";
    }
    for (const operation &one : operations()) {
        if (!has_product || !one.takes_images) {
            std::vector<operation> longer = begun;
            longer.push_back(one);
            for_sequences(length, check, longer);
        }
    }
}

std::string text_of(const std::vector<operation> &sequence) {
    std::string text;
    for (const operation &one : sequence) {
        text += (text.empty() ? "" : ", ") + one.name;
    }
    return text;
}

/// That it is one pass, or is refused with a reason and computed in parts; what it computes.
void expect_decided_and_computed(const std::vector<operation> &sequence) {
    SCOPED_TRACE(text_of(sequence));
    checked_plan made({2, 16, 6, 7});
    for (const operation &one : sequence) {
        one.add(made);
    }
    const auto parts = made.plan.parts();
    std::size_t count = 0;
    for (std::size_t i = 0; i < parts.size(); i++) {
        count += parts[i].operations.size();
        EXPECT_EQ(parts[i].why_it_ends.empty(), i + 1 == parts.size());
    }
    EXPECT_EQ(count, sequence.size());
    const bool is_one_pass = parts.size() == 1 && parts.front().one_pass;
    if (is_one_pass) {
        made.plan.compile();
    } else {
        EXPECT_THROW(made.plan.compile(), unsupported_error);
        made.plan.allow_parts().compile();
    }
    made.expect_computed();
}

/// TIRAMISU_PLAN_OPERATIONS: all sequences of up to so many (default 1), and some of those that are
/// longer by one or two.
TEST(FusionPlans, ComputeWhatEachOperationComputesByItself) {
    const unsigned most = oracle::environment_number("TIRAMISU_PLAN_OPERATIONS", 1);
    for (unsigned length = 1; length <= most; length++) {
        for_sequences(length, expect_decided_and_computed);
    }
    // Every 7th and 67th: with no factor in common with the number of operations.
    for (const auto &[length, every] : {std::pair(most + 1, 7u), std::pair(most + 2, 67u)}) {
        unsigned number = 0;
        for_sequences(length, [&, step = every](const std::vector<operation> &sequence) {
            if (number++ % step == 0) {
                expect_decided_and_computed(sequence);
            }
        });
    }
}

/// Kernels and strides of MIOpen's table of fused operations, beside what that refuses: groups.
TEST(FusionPlans, ComputeConvolutionsWithBiasNormAndActivation) {
    for (const int kernel : {1, 3, 5, 7, 9, 11}) {
        for (const int stride : {1, 2}) {
            for (const int groups : {1, 4}) {
                SCOPED_TRACE(std::to_string(kernel) + "/" + std::to_string(stride) + " in " +
                             std::to_string(groups));
                checked_plan made({1, 16, 12, 13});
                add_convolution(made, kernel, stride, kernel == 1 ? 0 : 2, groups);
                for (const std::size_t next : {2, 3, 4}) { // bias, batch_norm, relu
                    operations()[next].add(made);
                }
                made.plan.compile();
                made.expect_computed();
            }
        }
    }
}

TEST(FusionPlans, ComputeAllActivations) {
    const std::vector<std::tuple<std::string, std::string, network_builder::attributes>> all = {
        {"leaky_relu:0.25", "LeakyRelu", {{"alpha", 0.25f}}},
        {"sigmoid", "Sigmoid", {}},
        {"tanh", "Tanh", {}},
        {"swish", "Swish", {}},
        {"hard_swish", "HardSwish", {}}};
    for (const auto &[words, op, attributes] : all) {
        SCOPED_TRACE(words);
        checked_plan made({1, 3, 5, 4});
        made.plan.batch_norm(1e-5f);
        made.follows("BatchNormalization", {{"epsilon", 1e-5f}});
        made.plan.activation(words);
        made.follows(op, attributes);
        made.plan.compile();
        made.expect_computed();
    }
    checked_plan made({1, 3, 5, 4});
    made.plan.activation("clip:-0.25:0.5");
    made.follows_with("Clip", {-0.25f, 0.5f});
    made.plan.compile();
    made.expect_computed();
}

TEST(FusionPlans, ComputeAllPoolings) {
    for (const std::string kind : {"max_pool", "avg_pool", "avg_pool_padded"}) {
        SCOPED_TRACE(kind);
        checked_plan made({1, 16, 9, 8});
        add_convolution(made, 3, 1, 1, 1);
        made.plan.pooling(kind + ":3x2:2x1:1x0");
        network_builder::attributes attributes = {{"kernel_shape", integers{3, 2}},
                                                  {"strides", integers{2, 1}},
                                                  {"pads", integers{1, 0, 1, 0}}};
        if (kind == "avg_pool_padded") {
            attributes["count_include_pad"] = std::int64_t{1};
        }
        made.follows(kind == "max_pool" ? "MaxPool" : "AveragePool", attributes);
        made.plan.compile();
        made.expect_computed();
    }
}

/// One channel's numbers are constants of one element, which become a part of the code.
TEST(FusionPlans, TakeOtherWeightsOnceTheyAreCompiled) {
    for (const int channels : {1, 16}) {
        SCOPED_TRACE(channels);
        fusion_plan plan({1, channels, 2, 3});
        plan.bias().activation("relu");
        plan.compile();
        const auto size = static_cast<std::size_t>(channels) * 6;
        std::vector<float> src(size, 1.0f), dst(size);
        for (const float bias : {0.5f, 0.5f, -2.0f, 3.0f}) {
            const std::vector<float> biases(static_cast<std::size_t>(channels), bias);
            plan.set_weights({{"bias", biases.data()}});
            plan.run({{"src", src.data()}}, dst.data());
            EXPECT_EQ(dst, std::vector<float>(size, std::max(0.0f, 1 + bias)));
        }
    }
}

} // namespace
} // namespace tiramisu::testing
