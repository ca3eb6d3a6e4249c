#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"
#include "graph/operators/strides.h"

// Fourier transforms and the windows before them. A transform along an axis is a product with a
// matrix of cosines and sines, that of frames of a signal a convolution: lengths are those of
// frames of speech, so there is no need of a fast transform.

namespace tiramisu::graph {

namespace {

constexpr double turn = 6.283185307179586; // 2 pi
constexpr std::int64_t most_factors = std::int64_t{1} << 25;

/// Frequencies of so many samples. The last size of a tensor is 1 for real numbers, 2 for complex.
struct transform {
    std::int64_t samples = 0, frequencies = 0, parts = 1;
    bool is_inverse = false;

    /// What that part of a sample adds to that part of a frequency.
    double factor(std::int64_t sample, std::int64_t frequency, std::int64_t from,
                  std::int64_t into) const {
        const double angle = turn * static_cast<double>(sample * frequency % samples) /
                             static_cast<double>(samples) * (is_inverse ? 1 : -1);
        const double value = from == into ? std::cos(angle)
                             : from == 0  ? std::sin(angle)
                                          : -std::sin(angle);
        return is_inverse ? value / static_cast<double>(samples) : value;
    }
};

transform transform_of(const expansion &to, std::int64_t samples, std::int64_t parts,
                       bool is_one_sided, bool is_inverse) {
    if (samples < 1 || (parts != 1 && parts != 2)) {
        throw refusal(
            "input is " + to_text(to.call.type(0)) + " for " + std::to_string(samples) +
            " samples, must have at least one and end with 1 (real numbers) or 2 (complex)");
    }
    if (is_one_sided && (parts == 2 || is_inverse)) {
        throw refusal("attribute onesided is 1, which is supported of real numbers, and not "
                      "backwards");
    }
    const transform made{samples, is_one_sided ? samples / 2 + 1 : samples, parts, is_inverse};
    if (samples > most_factors || samples > most_factors / (made.frequencies * 2 * parts)) {
        throw refusal("transforms " + std::to_string(samples) +
                      " samples as a product with their matrix, supported are some thousands");
    }
    return made;
}

/// Rows of (sample, part), columns of (frequency, part).
tensor matrix_of(const transform &what, std::int64_t rows, primitive_t type) {
    std::vector<double> values;
    for (index_walk at({rows, what.parts, what.frequencies, 2}); !at.is_done(); at.next()) {
        const auto &i = at.index();
        values.push_back(what.factor(i[0], i[2], i[1], i[3]));
    }
    return tensor_of({type, {rows * what.parts, what.frequencies * 2}}, values);
}

/// An input of one number, or what is taken where it is left out.
std::int64_t whole_number(const expansion &to, std::size_t input, const char *called,
                          std::int64_t otherwise) {
    if (!to.has(input)) {
        return otherwise;
    }
    const auto given = to.call.integers(input, called);
    if (given.size() != 1) {
        throw refusal(std::string(called) + " has " + std::to_string(given.size()) +
                      " numbers, must have one");
    }
    return given[0];
}

void fourier(expansion &to) {
    shape from = to.call.extents(0);
    const std::size_t rank = from.size();
    const std::int64_t usual = to.call.opset() < 20 ? to.call.integer("axis", 1) : -2;
    const std::size_t axis = node_call::axis_of(whole_number(to, 2, "the axis", usual), rank);
    if (axis + 1 == rank) {
        throw refusal("axis is " + std::to_string(axis) +
                      ", the last, which has the parts of complex numbers");
    }
    const transform what =
        transform_of(to, whole_number(to, 1, "the length", from[axis]), from.back(),
                     to.call.integer("onesided", 0) != 0, to.call.integer("inverse", 0) != 0);
    std::string x = to.input(0);
    if (from[axis] > what.samples) {
        x = to.sliced(x, static_cast<std::int64_t>(axis), 0, what.samples);
        from[axis] = what.samples;
    }
    // Samples and their parts come last, as rows for the product.
    std::vector<std::int64_t> order(rank), back(rank);
    std::iota(order.begin(), order.end(), 0);
    std::rotate(order.begin() + static_cast<std::ptrdiff_t>(axis),
                order.begin() + static_cast<std::ptrdiff_t>(axis) + 1, order.end() - 1);
    shape rows;
    for (std::size_t d = 0; d < rank; d++) {
        back[static_cast<std::size_t>(order[d])] = static_cast<std::int64_t>(d);
        rows.push_back(from[static_cast<std::size_t>(order[d])]);
    }
    rows.pop_back();
    rows.back() *= what.parts;
    x = to.reshaped(to.transposed(x, order), rows);
    const std::string y =
        to.add("MatMul", {x, to.constant(matrix_of(what, from[axis], to.call.type(0).elements))});
    rows.back() = what.frequencies;
    rows.push_back(2);
    to.result(0, to.transposed(to.reshaped(y, rows), back));
}

/// Factors of the samples of a frame.
std::vector<double> window_of(const expansion &to, std::int64_t length) {
    if (!to.has(2)) {
        return std::vector<double>(static_cast<std::size_t>(length), 1);
    }
    const std::string must_be = "the window is " + to_text(to.call.type(2)) +
                                ", must be a constant of " + std::to_string(length) + " numbers";
    const tensor &given = to.call.known(2, must_be);
    if (given.count() != length) {
        throw refusal(must_be);
    }
    return reals_of(given);
}

/// Of signals, their samples and parts. PyTorch's exporter leaves the one part of real samples out,
/// as ONNX Runtime lets it.
shape signal_of(const node_call &call) {
    shape extents = call.extents(0);
    if (extents.size() == 2) {
        extents.push_back(1);
    }
    if (extents.size() != 3) {
        throw refusal("input is " + to_text(call.type(0)) + ", must have 2 or 3 dimensions");
    }
    return extents;
}

void frames(expansion &to) {
    const shape signal = signal_of(to.call);
    const std::int64_t step = whole_number(to, 1, "the step of frames", 0);
    const std::int64_t length = whole_number(to, 3, "the length of a frame",
                                             to.has(2) ? count_of(to.call.extents(2)) : signal[1]);
    if (step < 1 || length < 1 || length > signal[1]) {
        throw refusal("has frames of " + std::to_string(length) + " samples each " +
                      std::to_string(step) + " of " + std::to_string(signal[1]));
    }
    const transform what =
        transform_of(to, length, signal[2], to.call.integer("onesided", 1) != 0, false);
    const std::vector<double> window = window_of(to, length);
    std::vector<double> weights;
    for (index_walk at({what.frequencies, 2, what.parts, length}); !at.is_done(); at.next()) {
        const auto &i = at.index();
        weights.push_back(window[static_cast<std::size_t>(i[3])] *
                          what.factor(i[3], i[0], i[2], i[1]));
    }
    const tensor_type type = {to.call.type(0).elements, {what.frequencies * 2, what.parts, length}};
    const std::string y = to.add("Conv",
                                 {to.transposed(to.reshaped(to.input(0), signal), {0, 2, 1}),
                                  to.constant(tensor_of(type, weights))},
                                 {{"strides", std::vector<std::int64_t>{step}}});
    const std::int64_t count = (signal[1] - length) / step + 1;
    to.result(0,
              to.transposed(to.reshaped(y, {signal[0], what.frequencies, 2, count}), {0, 3, 1, 2}));
}

/// A sum of cosines of multiples of the angle, from the multiple 0 on.
void add_window(operator_table &all, const std::string &name,
                const std::vector<double> &amplitudes) {
    all.add_expanded(name, {"output_datatype", "periodic"}, 17, [=](expansion &to) {
        const std::int64_t size = whole_number(to, 0, "the size", 0);
        if (size < 1 || size > most_factors) {
            throw refusal("the size is " + std::to_string(size) + ", must be from 1 to " +
                          std::to_string(most_factors));
        }
        const std::int64_t period =
            std::max<std::int64_t>(1, to.call.integer("periodic", 1) != 0 ? size : size - 1);
        std::vector<double> values;
        for (std::int64_t i = 0; i < size; i++) {
            double sum = 0;
            for (std::size_t k = 0; k < amplitudes.size(); k++) {
                sum +=
                    amplitudes[k] * std::cos(turn * static_cast<double>(k) *
                                             static_cast<double>(i) / static_cast<double>(period));
            }
            values.push_back(sum);
        }
        const primitive_t type = type_of_number(to.call.integer("output_datatype", 1));
        to.result(0, to.constant(tensor_of({type, {size}}, values)));
    });
}

/// From hertz to mel, and back.
double mel_of(double hertz) {
    return 2595 * std::log10(1 + hertz / 700);
}
double hertz_of(double mel) {
    return 700 * (std::pow(10, mel / 2595) - 1);
}

double known_number(const node_call &call, std::size_t i, const char *called) {
    const std::string must_be = std::string(called) + " (input " + std::to_string(i + 1) +
                                ") must be one number that is known while compiling";
    const tensor &value = call.known(i, must_be);
    if (value.count() != 1) {
        throw refusal(must_be);
    }
    return reals_of(value).front();
}

/// Triangles whose corners are the bins of frequencies at equal distances in mel: one of `count`,
/// from `corners[i]` over `corners[i + 1]` to `corners[i + 2]`.
std::vector<double> triangles(const std::vector<std::int64_t> &corners, std::int64_t count,
                              std::int64_t bins) {
    std::vector<double> made(static_cast<std::size_t>(bins * count));
    for (std::int64_t i = 0; i < count; i++) {
        const std::int64_t *const at = &corners[static_cast<std::size_t>(i)];
        const auto share = [](std::int64_t part, std::int64_t whole) {
            return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
        };
        for (std::int64_t bin = at[0]; bin < std::max(at[1] + 1, at[2]); bin++) {
            made[static_cast<std::size_t>(bin * count + i)] =
                bin <= at[1] ? share(bin - at[0], at[1] - at[0])
                             : share(at[2] - bin, at[2] - at[1]);
        }
    }
    return made;
}

void mel_weights(expansion &to) {
    const double bands = known_number(to.call, 0, "the number of bands"),
                 samples = known_number(to.call, 1, "the length of the DFT");
    const double rate = known_number(to.call, 2, "the sample rate");
    const double low = mel_of(known_number(to.call, 3, "the lowest frequency")),
                 high = mel_of(known_number(to.call, 4, "the highest frequency"));
    constexpr double most = 1 << 16;
    const bool is_sane = bands >= 1 && bands <= most && samples >= 1 && samples <= most;
    if (!is_sane || !(rate > 0) || !(low <= high)) {
        std::ostringstream text;
        text << "makes " << bands << " bands of a DFT of " << samples << " at a rate of " << rate
             << ", must be from 1 to " << most << " of frequencies that rise, at a rate above 0";
        throw refusal(text.str());
    }
    const auto count = static_cast<std::int64_t>(bands),
               length = static_cast<std::int64_t>(samples);
    const std::int64_t bins = length / 2 + 1;
    const double step = (high - low) / static_cast<double>(count + 2);
    std::vector<std::int64_t> corners;
    for (std::int64_t i = 0; i < count + 2; i++) {
        const double bin = std::floor(static_cast<double>(length + 1) *
                                      hertz_of(low + step * static_cast<double>(i)) / rate);
        if (!(bin >= 0 && bin < static_cast<double>(bins))) {
            throw refusal("has a frequency above half the sample rate");
        }
        corners.push_back(static_cast<std::int64_t>(bin));
    }
    const primitive_t type = type_of_number(to.call.integer("output_datatype", 1));
    to.result(0, to.constant(tensor_of({type, {bins, count}}, triangles(corners, count, bins))));
}

} // namespace

void add_spectra(operator_table &all) {
    all.add_expanded("DFT", {"axis", "inverse", "onesided"}, 17, fourier);
    all.add_expanded("MelWeightMatrix", {"output_datatype"}, 17, mel_weights);
    all.add_expanded("STFT", {"onesided"}, 17, frames);
    add_window(all, "HannWindow", {0.5, -0.5});
    add_window(all, "HammingWindow", {25.0 / 46, -21.0 / 46});
    add_window(all, "BlackmanWindow", {0.42, -0.5, 0.08});
}

} // namespace tiramisu::graph
