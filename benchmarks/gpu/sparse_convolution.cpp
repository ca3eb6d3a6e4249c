#include "gpu/sparse_convolution.h"

namespace tiramisu::bench {

std::string pixel_tiles::text() const {
    return std::to_string(threads) + "/" + std::to_string(own);
}

std::array<int, 4> padded_extents(const nn::conv2d_problem &s) {
    return {s.mb, s.ic, (s.oh - 1) * s.sh + (s.kh - 1) * (s.dh + 1) + 1,
            (s.ow - 1) * s.sw + (s.kw - 1) * (s.dw + 1) + 1};
}

scheduled_function device_sparse_convolution(const nn::conv2d_problem &s, int elements,
                                             const pixel_tiles &t) {
    init("device_sparse_convolution");
    const auto [images, channels, rows, columns] = padded_extents(s);
    const int in_image = s.oh * s.ow, all = s.mb * in_image,
              floats = images * channels * rows * columns;
    const var f("f", 0, s.oc), p("p", 0, all);
    input start("start", {"row"}, {expr(s.oc + 1)}, p_int32);
    input place("place", {"element"}, {expr(elements)}, p_int32);
    input value("value", {"element"}, {expr(elements)}, p_float32);
    input source("source", {"at"}, {expr(floats)}, p_float32);
    const var k("k", start(f), start(f + 1));
    // Where what a pixel reads begins.
    const expr first = p / in_image * (channels * rows * columns) +
                       p % in_image / s.ow * (s.sh * columns) + p % s.ow * s.sw;
    computation sum("sum", {f, p}, 0.0f);
    sum(f, p) += value(k) * source(place(k) + first);
    computation result("result", {f, p}, sum(f, p));

    buffer start_memory("start_memory", {s.oc + 1}, p_int32, a_input);
    buffer place_memory("place_memory", {elements}, p_int32, a_input);
    buffer value_memory("value_memory", {elements}, p_float32, a_input);
    buffer source_memory("source_memory", {floats}, p_float32, a_input);
    buffer result_memory("result_memory", {s.mb, s.oc, in_image}, p_float32, a_output);
    start.store_in(&start_memory);
    place.store_in(&place_memory);
    value.store_in(&value_memory);
    source.store_in(&source_memory);
    result.store_in(&result_memory, {p / in_image, expr(f), p % in_image});

    // Neighbouring threads have neighbouring pixels.
    const var p_block("p_block"), p_in("p_in"), p_own("p_own"), p_thread("p_thread");
    computation zeros = sum.init(), sums = sum.update(0);
    for (computation part : {zeros, sums, result}) {
        part.split(p, t.threads * t.own, p_block, p_in).split(p_in, t.threads, p_own, p_thread);
    }
    for (computation part : {zeros, result}) {
        part.reorder({f, p_block, p_thread, p_own});
    }
    sums.reorder({f, p_block, p_thread, k, p_own});
    for (computation part : {zeros, sums, result}) {
        part.gpu_block(f).gpu_block(p_block).gpu_thread(p_thread).tag_unroll_level(p_own);
    }
    zeros.then(sums, p_thread).then(result, p_thread);
    buffer kept("kept", {t.own}, p_float32, a_temporary);
    sum.store_in(&kept, {p / t.threads % t.own});
    kept.allocate_at(result, p_thread);
    return {*global::get_implicit_function(),
            {start_memory, place_memory, value_memory, source_memory, result_memory}};
}

} // namespace tiramisu::bench
