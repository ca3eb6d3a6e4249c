// Runs four sequences of different lengths through LSTM layers that were made when this program was
// built, for up to 50 steps at a time: longer sequences come in pieces, which pass their states on.
#include "lstm_sequences.h"
#include "plain_lstm.h"

#include <HalideBuffer.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace {

using floats = Halide::Runtime::Buffer<float>;

constexpr int layers = plain_lstm::layers, channels = plain_lstm::channels;
constexpr int units = plain_lstm::units, sequences = 4, most_steps = 50;

/// The first one is longer than a piece.
constexpr int lengths[sequences] = {120, 50, 1, 73};

/// What three sensors tell, step after step.
std::vector<float> sequence(int which) {
    std::vector<float> values;
    for (int t = 0; t < lengths[which]; t++) {
        for (int c = 0; c < channels; c++) {
            values.push_back(static_cast<float>(std::sin(0.1 * (which + 1) * t + c)));
        }
    }
    return values;
}

/// Hidden states of each sequence, as plain_lstm::run() leaves them.
class states_by_sequence {
public:
    states_by_sequence() : packed_(lstm_sequences_packed_weights_size) {
        plain_lstm plain;
        floats weights(plain.weights.data(), static_cast<int>(plain.weights.size()));
        is_right_ = lstm_sequences_pack_weights(weights, packed_) == 0;
        // Sizes are innermost first.
        for (floats *states : {&hidden_, &cell_, &next_hidden_, &next_cell_}) {
            *states = floats(units, sequences, layers);
            states->fill(0);
        }
    }

    /// Runs all of them from this step on, as far as a piece goes. Returns false if none goes on.
    bool run_piece(int first) {
        int left = 0;
        Halide::Runtime::Buffer<int> lengths_of_piece(sequences);
        for (int n = 0; n < sequences; n++) {
            lengths_of_piece(n) = std::clamp(lengths[n] - first, 0, most_steps);
            left = std::max(left, lengths_of_piece(n));
        }
        if (left == 0) {
            return false;
        }
        floats src(channels, sequences, left), dst(units, sequences, left);
        src.fill(0);
        src.for_each_element([&](int c, int n, int t) {
            if (t < lengths_of_piece(n)) {
                src(c, n, t) = inputs_[n][static_cast<std::size_t>((first + t) * channels + c)];
            }
        });
        is_right_ &= lstm_sequences(src, packed_, hidden_, cell_, lengths_of_piece, dst,
                                    next_hidden_, next_cell_, left) == 0;
        std::swap(hidden_, next_hidden_);
        std::swap(cell_, next_cell_);
        for (int n = 0; n < sequences; n++) {
            for (int t = 0; t < lengths_of_piece(n); t++) {
                results_[n].insert(results_[n].end(), &dst(0, n, t), &dst(0, n, t) + units);
            }
        }
        return true;
    }

    bool is_right() const { return is_right_; }
    const std::vector<float> &of(int which) const { return results_[which]; }
    /// Of the last layer, after its last step.
    float last(int unit, int which) const { return hidden_(unit, which, layers - 1); }

private:
    floats packed_, hidden_, cell_, next_hidden_, next_cell_;
    std::vector<float> inputs_[sequences] = {sequence(0), sequence(1), sequence(2), sequence(3)};
    std::vector<float> results_[sequences];
    bool is_right_ = true;
};

/// The largest difference from plain loops over the whole of a sequence.
float difference(const states_by_sequence &found, int which) {
    const std::vector<float> expected = plain_lstm().run(sequence(which));
    float largest = found.of(which).size() == expected.size() ? 0.0f : INFINITY;
    for (std::size_t i = 0; i < expected.size() && std::isfinite(largest); i++) {
        largest = std::max(largest, std::fabs(found.of(which)[i] - expected[i]));
    }
    for (int unit = 0; unit < units && std::isfinite(largest); unit++) {
        const float end = expected[expected.size() - units + static_cast<std::size_t>(unit)];
        largest = std::max(largest, std::fabs(found.last(unit, which) - end));
    }
    return largest;
}

} // namespace

int main() {
    states_by_sequence found;
    int pieces = 0;
    while (found.run_piece(pieces * most_steps)) {
        pieces++;
    }
    std::printf("%d pieces of up to %d steps\n", pieces, most_steps);
    bool is_right = found.is_right();
    for (int n = 0; n < sequences; n++) {
        const float largest = difference(found, n);
        std::printf("%3d steps, largest difference %.1g\n", lengths[n], largest);
        is_right &= largest < 1e-5f;
    }
    return is_right ? 0 : 1;
}
