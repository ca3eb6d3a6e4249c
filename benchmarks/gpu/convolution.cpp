#include "gpu/convolution.h"

namespace tiramisu::bench {

scheduled_function device_convolution(const nn::conv2d_problem &s, const device_tiles &t) {
    init("device_convolution");
    const int pixels = s.mb * s.oh * s.ow;
    const var f("f", 0, s.oc), p("p", 0, pixels), c("c", 0, s.ic);
    const var ky("ky", 0, s.kh), kx("kx", 0, s.kw);
    const var n("n", 0, s.mb), y("y", 0, s.ih), x("x", 0, s.iw);
    input source("source", {n, c, y, x}, p_float32), weights("weights", {ky, kx, c, f}, p_float32);

    // What a pixel reads, with the zeros around images.
    const expr row = p / s.ow % s.oh * s.sh + ky - s.ph, column = p % s.ow * s.sw + kx - s.pw;
    const expr is_inside = row >= 0 && row < s.ih && column >= 0 && column < s.iw;
    computation read(
        "read", {ky, kx, c, p},
        select(is_inside,
               source(p / (s.oh * s.ow), c, clamp(row, 0, s.ih - 1), clamp(column, 0, s.iw - 1)),
               expr(0.0f)));
    computation sum("sum", {f, p}, 0.0f);
    sum(f, p) += weights(ky, kx, c, f) * read(ky, kx, c, p);
    buffer bias_memory("bias_memory", {s.oc}, p_float32, a_input);
    expr value = sum(f, p);
    if (s.bias) {
        input bias("bias", {f}, p_float32);
        bias.store_in(&bias_memory);
        value = value + bias(f);
    }
    computation result("result", {f, p}, s.post_ops.empty() ? value : max(value, expr(0.0f)));

    buffer source_memory("source_memory", {s.mb, s.ic, s.ih, s.iw}, p_float32, a_input);
    buffer weights_memory("weights_memory", {s.kh, s.kw, s.ic, s.oc}, p_float32, a_input);
    buffer result_memory("result_memory", {s.mb, s.oc, s.oh * s.ow}, p_float32, a_output);
    source.store_in(&source_memory);
    weights.store_in(&weights_memory);
    result.store_in(&result_memory, {p / (s.oh * s.ow), expr(f), p % (s.oh * s.ow)});

    const var f_block("f_block"), f_in("f_in"), f_thread("f_thread"), f_own("f_own");
    const var p_block("p_block"), p_in("p_in"), p_thread("p_thread"), p_own("p_own");
    const var c_tile("c_tile"), c_in("c_in");
    computation zeros = sum.init(), sums = sum.update(0);
    for (computation part : {zeros, sums, result}) {
        part.tile(f, p, t.rows, t.columns, f_block, p_block, f_in, p_in);
        part.split(f_in, t.own_rows, f_thread, f_own).split(p_in, t.own_columns, p_thread, p_own);
    }
    sums.split(c, t.depth, c_tile, c_in);
    for (computation part : {zeros, result}) {
        part.reorder({f_block, p_block, f_thread, p_thread, f_own, p_own});
    }
    sums.reorder({f_block, p_block, ky, kx, c_tile, f_thread, p_thread, c_in, f_own, p_own});
    for (computation part : {zeros, sums, result}) {
        part.gpu_block(f_block).gpu_block(p_block).gpu_thread(f_thread).gpu_thread(p_thread);
        part.tag_unroll_level(f_own);
        part.tag_unroll_level(p_own);
    }
    sums.tag_unroll_level(c_in);
    zeros.then(sums, p_block).then(result, p_block);
    buffer kept("kept", {t.rows, t.columns}, p_float32, a_temporary);
    sum.store_in(&kept, {f % t.rows, p % t.columns});
    kept.allocate_at(result, p_block);

    const var wc("wc"), wf("wf"), w1("w1"), w2("w2");
    computation weights_tile = sums.cache_read(weights, c_tile, memory::shared, {w1, w2, wc, wf});
    weights_tile.gpu_spread(4);
    if (t.rows * t.depth > 4 * (t.rows / t.own_rows) * (t.columns / t.own_columns)) {
        weights_tile.tag_unroll_level(var("turn"));
    }

    // By the same threads.
    const var c_turn("c_turn"), c_here("c_here"), p_turn("p_turn"), p_here("p_here");
    read.compute_at(sums, c_tile);
    read.split(c, t.rows / t.own_rows, c_turn, c_here);
    read.split(p, t.columns / t.own_columns, p_turn, p_here);
    read.reorder({p_turn, c_turn, c_here, p_here}).gpu_thread(c_here).gpu_thread(p_here);
    read.tag_unroll_level(p_turn);
    read.tag_unroll_level(c_turn);
    sums.pipeline(c_tile);
    std::vector<buffer> arguments = {source_memory, weights_memory, result_memory};
    if (s.bias) {
        arguments.insert(arguments.begin() + 2, bias_memory);
    }
    return {*global::get_implicit_function(), arguments};
}

} // namespace tiramisu::bench
