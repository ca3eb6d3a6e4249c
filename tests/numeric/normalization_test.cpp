#include <cmath>

#include "support/training_run.h"
#include "tiramisu/nn/batch_norm_training.h"
#include "tiramisu/nn/layer_norm.h"

namespace tiramisu {
namespace {

using namespace oracle;

/// Groups of plain images: which mean and which scale a value has.
struct grouping {
    std::array<int, 4> extents;
    std::function<std::size_t(std::size_t)> mean, scale;
    std::size_t means = 0, scales = 0;
};

struct normalized {
    std::vector<double> dst, mean, inverse_deviation, variance;
};

normalized normalize(const grouping &by, const std::vector<double> &src,
                     const std::vector<double> &scale, const std::vector<double> &shift,
                     double epsilon) {
    normalized made;
    made.mean.assign(by.means, 0.0);
    made.variance.assign(by.means, 0.0);
    const double count = static_cast<double>(src.size()) / static_cast<double>(by.means);
    for (std::size_t i = 0; i < src.size(); i++) {
        made.mean[by.mean(i)] += src[i] / count;
    }
    for (std::size_t i = 0; i < src.size(); i++) {
        made.variance[by.mean(i)] += std::pow(src[i] - made.mean[by.mean(i)], 2) / count;
    }
    for (const double one : made.variance) {
        made.inverse_deviation.push_back(1 / std::sqrt(one + epsilon));
    }
    for (std::size_t i = 0; i < src.size(); i++) {
        made.dst.push_back((src[i] - made.mean[by.mean(i)]) * made.inverse_deviation[by.mean(i)] *
                               scale[by.scale(i)] +
                           shift[by.scale(i)]);
    }
    return made;
}

grouping by_channel(const nn::images &of) {
    const auto pixels = static_cast<std::size_t>(of.ih * of.iw),
               channels = static_cast<std::size_t>(of.ic);
    const auto channel = [=](std::size_t i) { return i / pixels % channels; };
    return {of.src_extents(), channel, channel, channels, channels};
}

grouping by_place(const nn::images &of) {
    const auto places = static_cast<std::size_t>(of.ic * of.ih * of.iw);
    const auto place = [=](std::size_t i) { return i % places; };
    return {of.src_extents(), place, place, places, places};
}

grouping by_image(const nn::images &of) {
    const auto places = static_cast<std::size_t>(of.ic * of.ih * of.iw);
    return {of.src_extents(), [=](std::size_t i) { return i / places; },
            [=](std::size_t i) { return i % places; }, static_cast<std::size_t>(of.mb), places};
}

grouping grouping_of(const nn::batch_norm_training_problem &problem) {
    return problem.per == nn::batch_statistics::per_channel ? by_channel(problem)
                                                            : by_place(problem);
}

std::vector<double> exact(const std::vector<float> &values) {
    return {values.begin(), values.end()};
}

normalized normalize(const grouping &by, const plain_values &sources, double epsilon) {
    return normalize(by, exact(sources[0]), exact(sources[1]), exact(sources[2]), epsilon);
}

const std::vector<std::string> batches = {"mb=4 ic=5 ih=3 iw=4 per=channel epsilon=0.001",
                                          "mb=5 ic=19 ih=1 iw=3 per=activation epsilon=0.01 "
                                          "factor=0.25"};

TEST(BatchNormTraining, NormalisesByTheBatchAndKeepsRunningStatistics) {
    for (const std::string &text : batches) {
        const auto problem = nn::batch_norm_training_problem::parse("batch_norm_training " + text);
        const plain_values sources = random_tensors(problem.sources()),
                           before = random_tensors(problem.results(), 2);
        const grouping by = grouping_of(problem);
        const normalized all = normalize(by, sources, static_cast<double>(problem.epsilon));
        const double count = static_cast<double>(sources[0].size()) / static_cast<double>(by.means);
        exact_values expected = {all.dst, all.mean, all.inverse_deviation, {}, {}};
        for (std::size_t i = 0; i < by.means; i++) {
            const double factor = static_cast<double>(problem.factor);
            expected[3].push_back(before[3][i] * (1 - factor) + all.mean[i] * factor);
            expected[4].push_back(before[4][i] * (1 - factor) +
                                  all.variance[i] * count / (count - 1) * factor);
        }
        in_every_layout(problem, [&](const nn::batch_norm_training_problem &one) {
            expect_results(one, sources, before, expected);
        });
    }
}

/// Of several blocks of segments in each layout; of one number of pixels that nothing divides.
const std::vector<std::string> larger_batches = {"mb=2 ic=19 ih=23 iw=37", "mb=3 ic=33 ih=32 iw=40",
                                                 "mb=2 ic=3 ih=97 iw=89"};

TEST(BatchNormTraining, SumsUpLargerImages) {
    for (const std::string &text : larger_batches) {
        const auto problem = nn::batch_norm_training_problem::parse("batch_norm_training " + text);
        const plain_values sources = random_tensors(problem.sources()),
                           before = random_tensors(problem.results(), 2);
        const normalized all =
            normalize(by_channel(problem), sources, static_cast<double>(problem.epsilon));
        in_every_layout(problem, [&](const nn::batch_norm_training_problem &one) {
            const nn::tensor_layer<nn::batch_norm_training_problem> layer(one);
            const plain_values found = run_results(layer, sources, before);
            EXPECT_LE(largest_error(all.dst, found[0]), 1e-5) << one.text();
            EXPECT_LE(largest_error(all.mean, found[1]), 1e-6) << one.text();
        });
    }
}

TEST(BatchNormTraining, SumsOfMoreValuesThanAFloatCountsAreRight) {
    constexpr int side = 4200; // 17.6 million: 2^24 + 1 is no float32
    std::vector<float> src(std::size_t{side} * side, 1.0f), dst(src.size());
    const auto problem = nn::batch_norm_training_problem::parse(
        "batch_norm_training ic=1 ih=4200 iw=4200 epsilon=0.25 factor=0.5");
    float scale = 1, shift = 0, mean = 0, inverse = 0, running_mean = 1, running_variance = 1;
    nn::layer_options strict;
    strict.compiled.strict_float = true;
    for (const nn::layer_options &opts : {nn::layer_options(), strict}) {
        nn::batch_norm_training(problem, opts)
            .run({src.data(), &scale, &shift},
                 {dst.data(), &mean, &inverse, &running_mean, &running_variance});
        EXPECT_NEAR(mean, 1, 1e-5);
        EXPECT_NEAR(inverse, 2, 1e-4);
    }
}

TEST(BatchNormTraining, OfOneValueHasNoVariance) {
    const auto problem = nn::batch_norm_training_problem::parse(
        "batch_norm_training ic=1 ih=1 iw=1 epsilon=0.25 factor=0.5");
    const float src = 3, scale = 2, shift = 7;
    float dst = 0, mean = 0, inverse = 0, running_mean = 1, running_variance = 1;
    nn::batch_norm_training(problem).run({&src, &scale, &shift},
                                         {&dst, &mean, &inverse, &running_mean, &running_variance});
    EXPECT_EQ(std::vector<float>({dst, mean, inverse, running_mean, running_variance}),
              std::vector<float>({7, 3, 2, 2, 0.5f}));
}

/// Derivatives by src, scale and shift of the sum of dst * diff_dst.
exact_values derivatives(const grouping &by, const plain_values &forward, double epsilon,
                         const std::vector<float> &diff_dst) {
    exact_values made;
    for (std::size_t number = 0; number < 3; number++) {
        made.push_back(finite_differences(forward[number], [&](const std::vector<double> &at) {
            exact_values all = {exact(forward[0]), exact(forward[1]), exact(forward[2])};
            all[number] = at;
            const std::vector<double> dst = normalize(by, all[0], all[1], all[2], epsilon).dst;
            double sum = 0;
            for (std::size_t i = 0; i < dst.size(); i++) {
                sum += dst[i] * diff_dst[i];
            }
            return sum;
        }));
    }
    return made;
}

/// src, diff_dst, mean, inverse_deviation, scale, as the layer forward leaves them.
plain_values sources_backward(const grouping &by, const plain_values &forward, double epsilon,
                              const std::vector<float> &diff_dst) {
    const normalized all = normalize(by, forward, epsilon);
    return {forward[0],
            diff_dst,
            {all.mean.begin(), all.mean.end()},
            {all.inverse_deviation.begin(), all.inverse_deviation.end()},
            forward[1]};
}

template <typename Problem>
void expect_derivatives(const Problem &problem, const grouping &by, const plain_values &forward,
                        double epsilon) {
    const std::vector<float> diff_dst = random_tensors({problem.sources()[1]}, 9).front();
    const plain_values sources = sources_backward(by, forward, epsilon, diff_dst);
    const exact_values expected = derivatives(by, forward, epsilon, diff_dst);
    in_every_layout(problem, [&](const Problem &one) {
        expect_results(one, sources, random_tensors(one.results(), 3), expected, 1e-5);
    });
}

TEST(BatchNormBackward, IsTheDerivativeByImageScaleAndShift) {
    for (const std::string &text : batches) {
        const auto forward = nn::batch_norm_training_problem::parse("batch_norm_training " + text);
        nn::batch_norm_backward_problem problem;
        static_cast<nn::images &>(problem) = forward;
        problem.per = forward.per;
        expect_derivatives(problem, grouping_of(forward), random_tensors(forward.sources()),
                           static_cast<double>(forward.epsilon));
    }
}

/// diff_src, diff_scale and diff_shift, by the formulas of Ioffe and Szegedy (2015), section 3.
exact_values backward_by_channel(const grouping &by, const plain_values &sources) {
    const double count = static_cast<double>(sources[0].size()) / static_cast<double>(by.means);
    const auto normal = [&](std::size_t i) {
        const std::size_t c = by.mean(i);
        return (static_cast<double>(sources[0][i]) - static_cast<double>(sources[2][c])) *
               static_cast<double>(sources[3][c]);
    };
    exact_values made = {
        {}, std::vector<double>(by.scales, 0.0), std::vector<double>(by.scales, 0.0)};
    for (std::size_t i = 0; i < sources[1].size(); i++) {
        made[1][by.scale(i)] += static_cast<double>(sources[1][i]) * normal(i);
        made[2][by.scale(i)] += static_cast<double>(sources[1][i]);
    }
    for (std::size_t i = 0; i < sources[1].size(); i++) {
        const std::size_t c = by.mean(i);
        made[0].push_back(
            (static_cast<double>(sources[1][i]) - (made[2][c] + normal(i) * made[1][c]) / count) *
            static_cast<double>(sources[4][c]) * static_cast<double>(sources[3][c]));
    }
    return made;
}

TEST(BatchNormBackward, SumsUpLargerImages) {
    for (const std::string &text : larger_batches) {
        const auto forward = nn::batch_norm_training_problem::parse("batch_norm_training " + text);
        nn::batch_norm_backward_problem problem;
        static_cast<nn::images &>(problem) = forward;
        const grouping by = by_channel(problem);
        const plain_values sources =
            sources_backward(by, random_tensors(forward.sources()), 1e-5,
                             random_tensors({problem.sources()[1]}, 9).front());
        const exact_values expected = backward_by_channel(by, sources);
        in_every_layout(problem, [&](const nn::batch_norm_backward_problem &one) {
            const nn::tensor_layer<nn::batch_norm_backward_problem> layer(one);
            const plain_values found =
                run_results(layer, sources, random_tensors(one.results(), 3));
            for (std::size_t number = 0; number < 3; number++) {
                EXPECT_LE(largest_error(expected[number], found[number]), 2e-5)
                    << one.text() << ", result " << number;
            }
        });
    }
}

TEST(LayerNorm, NormalisesEachImage) {
    const auto problem = nn::layer_norm_problem::parse("layer_norm mb=3 ic=18 ih=2 iw=3");
    const plain_values sources = random_tensors(problem.sources());
    const normalized all =
        normalize(by_image(problem), sources, static_cast<double>(problem.epsilon));
    in_every_layout(problem, [&](const nn::layer_norm_problem &one) {
        expect_results(one, sources, random_tensors(one.results(), 2),
                       {all.dst, all.mean, all.inverse_deviation});
    });
}

TEST(LayerNormBackward, IsTheDerivativeByImageScaleAndShift) {
    const auto forward = nn::layer_norm_problem::parse("layer_norm mb=3 ic=18 ih=1 iw=3");
    nn::layer_norm_backward_problem problem;
    static_cast<nn::images &>(problem) = forward;
    expect_derivatives(problem, by_image(forward), random_tensors(forward.sources()),
                       static_cast<double>(forward.epsilon));
}

} // namespace
} // namespace tiramisu
