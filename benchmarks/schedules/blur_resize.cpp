#include "schedules/schedules.h"

#include "accuracy.h"
#include "aligned_floats.h"
#include "contest.h"
#include "peers/halide_blur.h"
#include "schedules/scheduled_function.h"

namespace tiramisu::bench {

namespace {

using sizes = blur_sizes;
constexpr double operations =
    12.0 * sizes::result * sizes::result + 4.0 * sizes::result * sizes::result;

// Bands of rows of the result: what they need of `rows` stays in the second cache, and blurred
// elements, each read once, are computed where they are read.
scheduled_function blur_resize() {
    init("blur_resize");
    const var y("y", 0, sizes::result), x("x", 0, sizes::result);
    const var r("r", 0, sizes::source), s("s", 0, sizes::source);
    const var v("v", 0, sizes::blurred), u("u", 0, sizes::blurred);
    buffer source_memory("source_memory", {sizes::source, sizes::source}, p_float32, a_input);
    buffer half_memory("half_memory", {sizes::result, sizes::result}, p_float32, a_output);
    input source("source", {r, s}, p_float32);
    source.store_in(&source_memory);
    computation rows("rows", {r, u}, (source(r, u) + source(r, u + 1) + source(r, u + 2)) / 3.0f);
    computation blurred("blurred", {v, u}, (rows(v, u) + rows(v + 1, u) + rows(v + 2, u)) / 3.0f);
    computation half("half", {y, x},
                     (blurred(2 * y, 2 * x) + blurred(2 * y, 2 * x + 1) +
                      blurred(2 * y + 1, 2 * x) + blurred(2 * y + 1, 2 * x + 1)) *
                         0.25f);
    half.store_in(&half_memory);

    const var band("band"), y_in("y_in");
    blurred.compute_inline();
    half.split(y, 32, band, y_in);
    half.parallelize(band);
    half.vectorize(x, 16);
    rows.vectorize(u, 16);
    rows.compute_at(half, band);
    return {*global::get_implicit_function(), {source_memory, half_memory}};
}

std::vector<double> reference(const aligned_floats &source) {
    const auto sum_of_three = [&](int r, int c) {
        const float *const at = source.data() + r * sizes::source + c;
        return static_cast<double>(at[0]) + at[1] + at[2];
    };
    std::vector<double> half;
    for (int y = 0; y < sizes::result; y++) {
        for (int x = 0; x < sizes::result; x++) {
            double sum = 0;
            for (int c = 2 * x; c < 2 * x + 2; c++) {
                for (int r = 2 * y; r < 2 * y + 2; r++) {
                    sum += sum_of_three(r, c) + sum_of_three(r + 1, c) + sum_of_three(r + 2, c);
                }
            }
            half.push_back(sum / 36);
        }
    }
    return half;
}

} // namespace

void run_blur_resize(session &here) {
    const std::string id = "blur_resize_2048";
    if (!here.wants(id)) {
        return;
    }
    const std::vector<float> start = random_floats(sizes::source * sizes::source, 4);
    const aligned_floats source(start.begin(), start.end());
    aligned_floats ours(sizes::result * sizes::result), theirs(ours.size());
    const compiled_function compiled = blur_resize().compile();
    contest all;
    all.id = id;
    all.variant = "dsl";
    all.operations = operations;
    all.ours = [&] {
        compiled({{source.data(), {sizes::source, sizes::source}},
                  {ours.data(), {sizes::result, sizes::result}}});
    };
    all.result = ours.data();
    all.reference = reference(source);
    for (const auto &[plugin, name] : {std::pair("autoschedule_mullapudi2016", "Mullapudi2016"),
                                       std::pair("autoschedule_adams2019", "Adams2019")}) {
        contender peer = {std::string("halide_") + name, {}, theirs.data()};
        if (const auto pipeline = halide_blur(plugin, name)) {
            peer.work = [&, pipeline] { pipeline(source.data(), theirs.data()); };
            peer.set_threads = [work = peer.work](int threads) {
                set_halide_threads(threads, work);
            };
        }
        all.peers.push_back(std::move(peer));
    }
    run_contest(here, all);
    time_generator(here, id, blur_resize);
}

} // namespace tiramisu::bench
