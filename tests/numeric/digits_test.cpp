#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "support/network_builder.h"

// Networks that were trained on digits of people's hands, one of them pruned, classify digits that
// they were not trained with: tools/models/digits made them.

namespace tiramisu::testing {
namespace {

using graph::model;
using graph::tensor;

model file(const std::string &name) {
    return graph::read_onnx(
        (std::filesystem::path(__FILE__).parent_path() / "digits" / (name + ".onnx")).string());
}

/// Places of the largest scores.
std::vector<std::int64_t> classes(const tensor &scores) {
    const std::int64_t count = scores.extents()[1];
    std::vector<std::int64_t> all;
    for (std::int64_t i = 0; i < scores.extents()[0]; i++) {
        const float *const row = scores.data<float>() + i * count;
        all.push_back(std::max_element(row, row + count) - row);
    }
    return all;
}

int equal(const std::vector<std::int64_t> &left, const std::vector<std::int64_t> &right) {
    int count = 0;
    for (std::size_t i = 0; i < left.size(); i++) {
        count += left[i] == right[i] ? 1 : 0;
    }
    return count;
}

/// Compares with what numpy computed where it was trained: scores, and what the images are taken
/// for. At least so many of them are right.
void expect_classifies(const std::string &name, const std::string &scores, int right) {
    const std::map<std::string, tensor> cases = file("digits_cases").constants;
    const tensor &images = cases.at("images"), &expected = cases.at(scores);
    const std::vector<std::int64_t> labels = cases.at("labels").integers();
    for (const auto density :
         {nn::weight_density::automatic, nn::weight_density::dense, nn::weight_density::sparse}) {
        nn::network_options opts;
        opts.density = density;
        opts.input_shapes["image"] = images.extents();
        const tensor found = run(nn::network(file(name), opts), {{"image", images}}).at("scores");
        EXPECT_LE(difference(found, expected), 1e-4);
        EXPECT_EQ(classes(expected), classes(found));
        EXPECT_EQ(equal(classes(expected), labels), equal(classes(found), labels));
        EXPECT_GE(equal(classes(found), labels), right);
    }
}

TEST(Digits, AreClassified) {
    expect_classifies("digits", "scores", 170);
}

TEST(Digits, AreClassifiedByAPrunedNetwork) {
    const model pruned = file("digits_pruned");
    std::int64_t zeros = 0, count = 0;
    for (const auto &[name, values] : pruned.constants) {
        if (values.extents().size() > 1) {
            const float *const first = values.data<float>();
            zeros += std::count(first, first + values.count(), 0.0f);
            count += values.count();
        }
    }
    EXPECT_EQ(15248, count);
    EXPECT_EQ(13418, zeros); // all but 12 %, exactly
    expect_classifies("digits_pruned", "pruned_scores", 170);
}

} // namespace
} // namespace tiramisu::testing
