#include <random>

#include <gtest/gtest.h>

#include "support/environment_number.h"
#include "support/network_builder.h"

// Random networks, compiled, against the definitions of their operators; half as many some of whose
// sizes follow from values. TIRAMISU_NETWORKS says how many (default 12), TIRAMISU_SEED with which
// the first is made.

namespace tiramisu::testing {
namespace {

using graph::model;
using graph::shape;
using integers = std::vector<std::int64_t>;

/// Images that have been made so far, and nodes that make more of them. Where it says so, some have
/// heights that follow from values: a negative number, the same one where the height is the same.
class random_network {
public:
    explicit random_network(unsigned seed, bool has_open_heights = false)
        : random_(seed), made_("random_" + std::to_string(seed), 17, seed),
          has_open_heights_(has_open_heights) {
        const shape extents = {one_of({1, 2}), one_of({3, 16, 32, 20}), one_of({5, 8, 12}),
                               one_of({6, 8, 13})};
        images_.push_back({made_.input("x", extents), extents});
    }

    model network() {
        const int nodes = one_of({3, 5, 8});
        for (int i = 0; i < nodes; i++) {
            add_node();
        }
        if (has_open_heights_ || one_of({0, 1}) == 1) {
            return made_.with_output(images_.back().name);
        }
        const image &last = images_.back();
        const std::string flat = made_.node("Flatten", {last.name});
        const auto width = static_cast<int>(graph::count_of(last.extents) / last.extents[0]);
        return made_.with_outputs(
            {made_.node("Softmax", {made_.dense(flat, width, 7)}), last.name});
    }

private:
    struct image {
        std::string name;
        shape extents;

        int channels() const { return static_cast<int>(extents[1]); }
    };

    std::mt19937 random_;
    network_builder made_;
    std::vector<image> images_;
    bool has_open_heights_;
    std::int64_t open_heights_ = 0;

    int one_of(const std::vector<int> &values) { return values[random_() % values.size()]; }
    /// Rather a late one.
    const image &some_image() {
        return random_() % 3 != 0 ? images_.back() : images_[random_() % images_.size()];
    }

    void add(const std::string &name, shape extents) {
        images_.push_back({name, std::move(extents)});
    }

    void add_node() {
        const image src = some_image();
        if (has_open_heights_ && one_of({0, 0, 1}) == 1) {
            one_of({0, 1}) == 0 ? add_kept_rows(src) : add_repeated_rows(src);
            return;
        }
        switch (one_of({0, 0, 0, 1, 2, 2, 3, 4, 5, 6, 7})) {
        case 0: add_convolution(src); break;
        case 1: add(made_.batch_norm(src.name, src.channels()), src.extents); break;
        case 2: add_activation(src); break;
        case 3: add_pooling(src); break;
        case 4: add_sum(src); break;
        case 5: add_joined(src); break;
        case 6: add_gate(src); break;
        default:
            add(made_.node("Mul", {src.name, made_.weights({src.extents[1], 1, 1})}), src.extents);
        }
    }

    void add_convolution(const image &src) {
        const int kernel = one_of({1, 3}), stride = one_of({1, 1, 2});
        const bool is_depthwise = one_of({0, 0, 1}) == 1;
        const int filters = is_depthwise ? src.channels() : one_of({8, 16, 32, 48});
        const auto after = [&](std::int64_t size) {
            return stride == 1 ? size : size < 0 ? --open_heights_ : (size - 1) / stride + 1;
        };
        add(made_.conv(src.name, src.channels(), filters, kernel, stride,
                       is_depthwise ? src.channels() : 1, one_of({0, 1}) == 1),
            {src.extents[0], filters, after(src.extents[2]), after(src.extents[3])});
    }

    void add_activation(const image &src) {
        const std::vector<std::string> all = {"Relu", "LeakyRelu", "Sigmoid", "Tanh", "HardSwish"};
        add(made_.node(all[random_() % all.size()], {src.name}), src.extents);
    }

    void add_pooling(const image &src) {
        const std::string op = one_of({0, 1}) == 0 ? "MaxPool" : "AveragePool";
        const std::int64_t before = one_of({0, 1}), after = one_of({0, 1});
        const auto size = [&](std::int64_t in) { return (in + before + after - 3) / 2 + 1; };
        if (src.extents[2] < 3 || src.extents[3] < 3) {
            return;
        }
        add(made_.node(op, {src.name},
                       {{"kernel_shape", integers{3, 3}},
                        {"strides", integers{2, 2}},
                        {"pads", integers{before, before, after, after}}}),
            {src.extents[0], src.extents[1], size(src.extents[2]), size(src.extents[3])});
    }

    /// Of two images of one size, where there are.
    void add_sum(const image &src) {
        for (const image &other : images_) {
            if (other.extents == src.extents) {
                add(made_.node("Add", {src.name, other.name}), src.extents);
                return;
            }
        }
    }

    void add_joined(const image &src) {
        for (const image &other : images_) {
            shape both = other.extents;
            both[1] = src.extents[1];
            if (both == src.extents) {
                both[1] += other.extents[1];
                add(made_.node("Concat", {src.name, other.name}, {{"axis", std::int64_t{1}}}),
                    both);
                return;
            }
        }
    }

    /// A number for each row: its mean, roughly.
    std::string row_values(const image &src) {
        return made_.node("ReduceMean", {src.name},
                          {{"axes", integers{0, 1, 3}}, {"keepdims", std::int64_t{0}}});
    }

    void add_taken_rows(const image &src, const std::string &rows) {
        add(made_.node("Gather", {src.name, rows}, {{"axis", std::int64_t{2}}}),
            {src.extents[0], src.extents[1], --open_heights_, src.extents[3]});
    }

    /// Those that are not below the mean of all.
    void add_kept_rows(const image &src) {
        const std::string values = row_values(src);
        const std::string mean = made_.node("ReduceMean", {values});
        const std::string is_above = made_.node("GreaterOrEqual", {values, mean});
        const std::string rows = made_.node("NonZero", {is_above});
        add_taken_rows(src, made_.node("Squeeze", {rows, made_.numbers({0})}));
    }

    /// The first ones, as many as a value says, and all again.
    void add_repeated_rows(const image &src) {
        const std::string value =
            made_.node("ReduceMax", {made_.node("Sigmoid", {row_values(src)})},
                       {{"keepdims", std::int64_t{1}}});
        const std::string count =
            made_.node("Cast", {made_.node("Ceil", {made_.node("Mul", {value, made_.number(3)})})},
                       {{"to", std::int64_t{7}}});
        const std::string first =
            made_.node("Slice", {src.name, made_.numbers({0}), count, made_.numbers({2})});
        add(made_.node("Concat", {first, src.name}, {{"axis", std::int64_t{2}}}),
            {src.extents[0], src.extents[1], --open_heights_, src.extents[3]});
    }

    /// A number for each channel, of the image itself.
    void add_gate(const image &src) {
        const std::string pooled = made_.node("GlobalAveragePool", {src.name});
        const std::string gate =
            made_.node("Sigmoid", {made_.conv(pooled, src.channels(), src.channels(), 1)});
        add(made_.node("Mul", {src.name, gate}), src.extents);
    }
};

TEST(RandomNetworks, ComputeWhatTheirOperatorsAreDefinedToDo) {
    const unsigned count = oracle::environment_number("TIRAMISU_NETWORKS", 12);
    const unsigned first = oracle::environment_number("TIRAMISU_SEED", 1);
    for (unsigned i = 0; i < count; i++) {
        SCOPED_TRACE("TIRAMISU_SEED=" + std::to_string(first + i) + " TIRAMISU_NETWORKS=1");
        expect_computes_as_defined(random_network(first + i).network());
    }
}

TEST(RandomNetworks, ComputeTheSameInStages) {
    const unsigned count = (oracle::environment_number("TIRAMISU_NETWORKS", 12) + 1) / 2;
    const unsigned first = oracle::environment_number("TIRAMISU_SEED", 1);
    for (unsigned i = 0; i < count; i++) {
        SCOPED_TRACE("TIRAMISU_SEED=" + std::to_string(first + i) + " TIRAMISU_NETWORKS=1");
        const model network = random_network(first + i, true).network();
        const auto inputs = random_inputs(network);
        // Of constants, nothing is cut.
        const auto expected = graph::evaluate(network.with_values(inputs), {});
        for (const auto &[name, found] : nn::staged_network(network).run(inputs)) {
            EXPECT_LE(difference(found, expected.at(name)), 1e-4) << name;
        }
    }
}

} // namespace
} // namespace tiramisu::testing
