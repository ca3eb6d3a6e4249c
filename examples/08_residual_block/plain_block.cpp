#include "plain_block.h"

#include <algorithm>
#include <random>

namespace {

constexpr int channels = plain_block::channels, size = plain_block::size, kernel = 3;

std::vector<float> randoms(int count) {
    static std::mt19937 source;
    std::uniform_real_distribution<float> numbers(-0.1f, 0.1f);
    std::vector<float> values(static_cast<std::size_t>(count));
    std::generate(values.begin(), values.end(), [&] { return numbers(source); });
    return values;
}

float element(const std::vector<float> &image, int c, int y, int x) {
    const bool is_inside = y >= 0 && y < size && x >= 0 && x < size;
    return is_inside ? image[static_cast<std::size_t>((c * size + y) * size + x)] : 0.0f;
}

float sum_at(const std::vector<float> &src, const std::vector<float> &weights, int f, int y,
             int x) {
    float sum = 0;
    for (int c = 0; c < channels; c++) {
        for (int k = 0; k < kernel * kernel; k++) {
            const int at = (f * channels + c) * kernel * kernel + k;
            sum += weights[static_cast<std::size_t>(at)] *
                   element(src, c, y + k / kernel - 1, x + k % kernel - 1);
        }
    }
    return sum;
}

std::vector<float> convolved(const std::vector<float> &src, const std::vector<float> &weights,
                             const std::vector<float> &added) {
    std::vector<float> dst;
    for (int f = 0; f < channels; f++) {
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size; x++) {
                const float sum = sum_at(src, weights, f, y, x) + added[dst.size()];
                dst.push_back(std::max(sum, 0.0f));
            }
        }
    }
    return dst;
}

} // namespace

plain_block::plain_block()
    : src(randoms(channels * size * size)),
      first_weights(randoms(channels * channels * kernel * kernel)),
      second_weights(randoms(channels * channels * kernel * kernel)) {
    const std::vector<float> nothing(src.size(), 0.0f);
    expected = convolved(convolved(src, first_weights, nothing), second_weights, src);
}
