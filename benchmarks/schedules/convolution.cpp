#include "schedules/schedules.h"

#include "accuracy.h"
#include "aligned_floats.h"
#include "contest.h"
#include "peers/onednn_chain.h"
#include "schedules/scheduled_function.h"

#include <array>
#include <cstdint>

namespace tiramisu::bench {

namespace {

/// One image, stride 1, padding such that sizes stay.
struct convolution_sizes {
    int channels, filters, height, width, kernel;
    int padding() const { return kernel / 2; }

    nn::conv2d_problem problem() const {
        nn::conv2d_problem made;
        made.ic = channels;
        made.oc = filters;
        made.ih = height;
        made.iw = width;
        made.kh = made.kw = kernel;
        made.ph = made.pw = padding();
        return made.completed();
    }
};

constexpr convolution_sizes sizes = {64, 64, 56, 56, 3};
constexpr int block = 16;                           // of channels, which lie side by side
constexpr int filters_kept = 32, columns_kept = 14; // of the result, in registers
constexpr int padded_height = sizes.height + sizes.kernel - 1;
constexpr int padded_width = sizes.width + sizes.kernel - 1;

// Channels in blocks of 16, images with their zero border. The weights of as many filters as are
// kept lie side by side.
scheduled_function convolution() {
    init("convolution");
    const var f("f", 0, sizes.filters), y("y", 0, sizes.height), x("x", 0, sizes.width);
    const var c("c", 0, sizes.channels), ky("ky", 0, sizes.kernel), kx("kx", 0, sizes.kernel);
    const var py("py", 0, padded_height), px("px", 0, padded_width);
    buffer source_memory("source_memory",
                         {sizes.channels / block, padded_height, padded_width, block}, p_float32,
                         a_input);
    buffer weights_memory(
        "weights_memory",
        {sizes.filters / filters_kept, sizes.channels, sizes.kernel, sizes.kernel, filters_kept},
        p_float32, a_input);
    buffer result_memory("result_memory", {sizes.filters / block, sizes.height, sizes.width, block},
                         p_float32, a_output);
    input source("source", {c, py, px}, p_float32), weights("weights", {f, c, ky, kx}, p_float32);
    source.store_in(&source_memory, {c / block, py, px, c % block});
    weights.store_in(&weights_memory, {f / filters_kept, c, ky, kx, f % filters_kept});
    // Filters last, so that those copied to and from registers lie side by side.
    computation result("result", {y, x, f}, 0.0f);
    result(y, x, f) += weights(f, c, ky, kx) * source(c, y + ky, x + kx);
    result.store_in(&result_memory, {f / block, y, x, f % block});

    const var f_tile("f_tile"), f_in("f_in"), x_tile("x_tile"), x_in("x_in");
    const var c_block("c_block"), c_in("c_in"), f_vector("f_vector"), f_lane("f_lane");
    computation zeros = result.init(), sums = result.update(0);
    for (computation part : {zeros, sums}) {
        part.split(f, filters_kept, f_tile, f_in).split(x, columns_kept, x_tile, x_in);
    }
    zeros.reorder({f_tile, y, x_tile, x_in, f_in});
    sums.split(c, block, c_block, c_in);
    sums.reorder({f_tile, y, x_tile, c_block, ky, kx, c_in, x_in, f_in});
    for (computation part : {zeros, sums}) {
        part.vectorize(f_in, block, f_vector, f_lane);
        part.tag_unroll_level(x_in);
        part.tag_unroll_level(f_vector);
    }
    zeros.then(sums, x_tile);
    zeros.parallelize(y);
    sums.cache_write(x_tile, memory::registers);
    return {*global::get_implicit_function(), {source_memory, weights_memory, result_memory}};
}

/// What is convolved, as our function and everybody else has it.
struct convolution_data {
    aligned_floats source, weights, result; ///< plain: channels, rows, columns
    aligned_floats our_source, our_weights, our_result;

    convolution_data();
    void unpack_our_result();
};

std::size_t at(int a, int b, int c, int d, const std::array<int, 4> &extents) {
    return static_cast<std::size_t>(((a * extents[1] + b) * extents[2] + c) * extents[3] + d);
}

constexpr std::array<int, 4> plain_source = {1, sizes.channels, sizes.height, sizes.width};
constexpr std::array<int, 4> our_source_extents = {sizes.channels / block, padded_height,
                                                   padded_width, block};
constexpr std::array<int, 4> plain_result = {1, sizes.filters, sizes.height, sizes.width};
constexpr std::array<int, 4> our_result_extents = {sizes.filters / block, sizes.height, sizes.width,
                                                   block};
constexpr std::array<int, 4> plain_weights = {sizes.filters, sizes.channels, sizes.kernel,
                                              sizes.kernel};

aligned_floats randoms(const std::array<int, 4> &extents, unsigned seed) {
    const std::vector<float> values = random_floats(
        at(extents[0] - 1, extents[1] - 1, extents[2] - 1, extents[3], extents), seed);
    return {values.begin(), values.end()};
}

convolution_data::convolution_data()
    : source(randoms(plain_source, 5)), weights(randoms(plain_weights, 6)),
      result(at(1, 0, 0, 0, plain_result)),
      our_source(at(sizes.channels / block, 0, 0, 0, our_source_extents)),
      our_weights(weights.size()), our_result(result.size()) {
    for (int c = 0; c < sizes.channels; c++) {
        for (int y = 0; y < sizes.height; y++) {
            for (int x = 0; x < sizes.width; x++) {
                our_source[at(c / block, y + sizes.padding(), x + sizes.padding(), c % block,
                              our_source_extents)] = source[at(0, c, y, x, plain_source)];
            }
        }
    }
    constexpr int area = sizes.kernel * sizes.kernel;
    for (int f = 0; f < sizes.filters; f++) {
        for (int c = 0; c < sizes.channels; c++) {
            for (int k = 0; k < area; k++) {
                our_weights[at(f / filters_kept, c, k, f % filters_kept,
                               {1, sizes.channels, area, filters_kept})] =
                    weights[at(0, f, c, k, {1, sizes.filters, sizes.channels, area})];
            }
        }
    }
}

void convolution_data::unpack_our_result() {
    for (int f = 0; f < sizes.filters; f++) {
        for (int y = 0; y < sizes.height; y++) {
            for (int x = 0; x < sizes.width; x++) {
                result[at(0, f, y, x, plain_result)] =
                    our_result[at(f / block, y, x, f % block, our_result_extents)];
            }
        }
    }
}

std::vector<double> reference(const convolution_data &data) {
    std::vector<double> result(data.result.size(), 0.0);
    for (int f = 0; f < sizes.filters; f++) {
        for (int y = 0; y < sizes.height; y++) {
            for (int x = 0; x < sizes.width; x++) {
                double sum = 0;
                for (int c = 0; c < sizes.channels; c++) {
                    for (int ky = 0; ky < sizes.kernel; ky++) {
                        for (int kx = 0; kx < sizes.kernel; kx++) {
                            sum +=
                                static_cast<double>(data.weights[at(f, c, ky, kx, plain_weights)]) *
                                data.our_source[at(c / block, y + ky, x + kx, c % block,
                                                   our_source_extents)];
                        }
                    }
                }
                result[at(0, f, y, x, plain_result)] = sum;
            }
        }
    }
    return result;
}

std::vector<std::int64_t> extents_of(const std::array<int, 4> &extents) {
    return {extents.begin(), extents.end()};
}

} // namespace

void run_convolution(session &here) {
    const std::string id = "r50_c2_3x3_first_n1";
    if (!here.wants(id)) {
        return;
    }
    convolution_data data;
    aligned_floats of_peer(data.result.size());
    const compiled_function compiled = convolution().compile();
    const auto prepare_onednn = [&] {
        return onednn_chain(convolutions{{{sizes.problem()}}}, onednn_formats::own,
                            data.source.data(), {data.weights.data()}, of_peer.data());
    };
    prepared_chain onednn = prepare_onednn();
    contest all;
    all.id = id;
    all.variant = "dsl";
    all.operations = sizes.problem().operations();
    all.ours = [&] {
        compiled({{data.our_source.data(), extents_of(our_source_extents)},
                  {data.our_weights.data(),
                   {sizes.filters / filters_kept, sizes.channels, sizes.kernel, sizes.kernel,
                    filters_kept}},
                  {data.our_result.data(), extents_of(our_result_extents)}});
    };
    all.unpack = [&] { data.unpack_our_result(); };
    all.result = data.result.data();
    all.reference = reference(data);
    contender peer = {"onednn", {}, of_peer.data()};
    if (onednn.run) {
        // The library fixes the number of threads when it prepares a convolution.
        peer.set_threads = [&](int) { onednn = prepare_onednn(); };
        peer.work = [&] { onednn.run(); };
        peer.unpack = [&] { onednn.unpack(); };
    }
    all.peers = {peer};
    run_contest(here, all);
    time_generator(here, id, convolution);
}

} // namespace tiramisu::bench
