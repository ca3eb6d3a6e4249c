// Trains a small network on digits of people's hands with the layers of the library alone, and
// draws how it went: the loss of each step, and the accuracy on digits that it was not trained
// with.
#include "curve.h"
#include "digits.h"
#include "network.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>

namespace {

constexpr unsigned seed = 7;
constexpr int epochs = 30;

/// The share of images whose label has the largest score.
float accuracy(network &trained, const digits &on) {
    int right = 0;
    for (int first = 0; first + network::batch <= on.count(); first += network::batch) {
        const std::vector<float> &scores =
            trained.classify(on.images.data() + std::ptrdiff_t{first} * digits::pixels);
        for (int i = 0; i < network::batch; i++) {
            const auto row = scores.begin() + std::ptrdiff_t{i} * digits::classes;
            const auto found = std::max_element(row, row + digits::classes) - row;
            right += found == on.labels[static_cast<std::size_t>(first + i)] ? 1 : 0;
        }
    }
    return static_cast<float>(right) / static_cast<float>(on.count());
}

progress train(network &made, const divided_digits &all) {
    std::mt19937 order(seed);
    progress so_far;
    for (int epoch = 1; epoch <= epochs; epoch++) {
        const digits shuffled = all.train.shuffled(order);
        const float rate = 3e-3f * std::pow(0.9f, static_cast<float>(epoch - 1));
        for (int first = 0; first + network::batch <= shuffled.count(); first += network::batch) {
            so_far.losses.push_back(
                made.train(shuffled.images.data() + std::ptrdiff_t{first} * digits::pixels,
                           shuffled.labels.data() + first, rate));
        }
        so_far.accuracies.push_back(accuracy(made, all.test));
        std::printf("epoch %2d  loss %.4f  accuracy %.4f\n", epoch,
                    static_cast<double>(so_far.losses.back()),
                    static_cast<double>(so_far.accuracies.back()));
    }
    return so_far;
}

} // namespace

int main() {
    try {
        const divided_digits all = read_digits(TIRAMISU_DIGITS);
        network made(seed);
        const progress done = train(made, all);
        draw_png(done, "training.png");
        const float reached = done.accuracies.back();
        std::printf("%.1f %% of %d digits that it had not seen; curve: training.png\n",
                    static_cast<double>(100 * reached), all.test.count());
        return reached > 0.97f ? 0 : 1;
    } catch (const std::exception &failed) {
        std::fprintf(stderr, "%s\n", failed.what());
        return 1;
    }
}
