#include "support/gpu_programs.h"

namespace tiramisu::oracle {

namespace {

constexpr int own = 8; ///< elements that a thread keeps, in both directions

function begun(const std::string &name) {
    init(name);
    return *global::get_implicit_function();
}

/// The arguments live as long as their function.
gpu_program finished(const function &what, const std::vector<std::string> &arguments) {
    gpu_program made = {what, {}};
    for (const std::string &name : arguments) {
        made.arguments.push_back(what.get_buffer_by_name(name));
    }
    return made;
}

/// A copy of a block's elements, in the threads that keep them.
void keep_in_threads(computation &copy, const var &rows, const var &columns) {
    const std::string row = rows.get_name(), column = columns.get_name();
    const var row_thread(row + "_thread"), row_own(row + "_own"), column_thread(column + "_thread"),
        column_own(column + "_own");
    copy.split(rows, own, row_thread, row_own).split(columns, own, column_thread, column_own);
    copy.reorder({row_thread, column_thread, row_own, column_own});
    copy.gpu_thread(row_thread).gpu_thread(column_thread);
    copy.tag_unroll_level(row_own);
    copy.tag_unroll_level(column_own);
}

/// Keeps what a block computes, a window of `level`, in registers. `rows` and `columns` are the
/// places of both in the loops of the window's copies, counted from the end.
void keep_sums(computation &sums, const var &level, std::size_t rows, std::size_t columns) {
    staged_copies copies = sums.cache_write(level);
    for (computation *copy : {&copies.load, &copies.store}) {
        const std::vector<std::string> names = copy->get_loop_names();
        keep_in_threads(*copy, var(names.at(names.size() - rows)),
                        var(names.at(names.size() - columns)));
    }
}

/// All threads copy; which element is whose next is known while compiling.
void spread(computation &copy) {
    copy.gpu_spread();
    copy.tag_unroll_level(var("turn"));
}

} // namespace

gpu_program shared_tiles_product(int size) {
    const function what = begun("tiles");
    const var i("i", 0, size), j("j", 0, size), k("k", 0, size);
    buffer b_a("b_a", {size, size}, p_float32, a_input),
        b_b("b_b", {size, size}, p_float32, a_input), b_c("b_c", {size, size}, p_float32, a_output);
    input a("a", {i, k}, p_float32), b("b", {k, j}, p_float32);
    computation c("c", {i, j}, expr(0.0f));
    a.store_in(&b_a);
    b.store_in(&b_b);
    c.store_in(&b_c);
    c(i, j) += a(i, k) * b(k, j);
    const var i0("i0"), j0("j0"), i1("i1"), j1("j1"), k0("k0"), k1("k1");
    computation zero = c.init();
    zero.gpu_tile(i, j, 8, 8, i0, j0, i1, j1);
    c.tile(i, j, 8, 8, i0, j0, i1, j1).split(k, 32, k0, k1);
    c.interchange(j1, k0).interchange(i1, k0);
    c.gpu_block(i0).gpu_block(j0).gpu_thread(i1).gpu_thread(j1);
    zero.then(c, j0);
    c.cache_read(a, k0, memory::shared).gpu_spread();
    c.cache_read(b, k0, memory::shared).gpu_spread();
    return finished(what, {"b_a", "b_b", "b_c"});
}

gpu_program register_product(int size, int tile) {
    const function what = begun("product_" + std::to_string(tile));
    const var i("i", 0, size), j("j", 0, size), k("k", 0, size);
    buffer b_a("b_a", {size, size}, p_float32, a_input),
        b_b("b_b", {size, size}, p_float32, a_input), b_c("b_c", {size, size}, p_float32, a_output);
    input a("a", {i, k}, p_float32), b("b", {k, j}, p_float32);
    computation c("c", {i, j}, expr(0.0f));
    a.store_in(&b_a);
    b.store_in(&b_b);
    c.store_in(&b_c);
    c(i, j) += a(i, k) * b(k, j);
    const var i0("i0"), j0("j0"), i1("i1"), j1("j1"), k0("k0"), k1("k1");
    computation zero = c.init();
    zero.tile(i, j, tile, tile, i0, j0, i1, j1).gpu_block(i0).gpu_block(j0);
    keep_in_threads(zero, i1, j1);
    const var it("it"), io("io"), jt("jt"), jo("jo");
    constexpr int steps = 8;
    c.tile(i, j, tile, tile, i0, j0, i1, j1).split(k, steps, k0, k1);
    c.split(i1, own, it, io).split(j1, own, jt, jo).reorder({i0, j0, k0, it, jt, k1, io, jo});
    c.gpu_block(i0).gpu_block(j0).gpu_thread(it).gpu_thread(jt);
    for (const var &whole : {k1, io, jo}) {
        c.tag_unroll_level(whole);
    }
    zero.then(c, j0);
    keep_sums(c, j0, 2, 1);
    const var row("row"), step("step");
    computation copy_of_a = c.cache_read(a, k0, memory::shared, {row, step});
    // Rows are longer by four elements: those that a warp writes at once lie in different banks.
    copy_of_a.store_in({expr(step), expr(row)}, {steps, tile + 4});
    spread(copy_of_a);
    computation copy_of_b = c.cache_read(b, k0, memory::shared);
    spread(copy_of_b);
    return finished(what, {"b_a", "b_b", "b_c"});
}

gpu_program register_convolution(int channels) {
    constexpr int out_channels = 64, size = 64, kernel = 3, padded = size + kernel - 1, at_once = 2;
    const function what = begun("convolution");
    const var o("o", 0, out_channels), y("y", 0, size), x("x", 0, size), c("c", 0, channels);
    const var r("r", 0, kernel), s("s", 0, kernel);
    buffer b_src("b_src", {channels, padded, padded}, p_float32, a_input),
        b_weights("b_weights", {out_channels, channels, kernel, kernel}, p_float32, a_input),
        b_dst("b_dst", {out_channels, size, size}, p_float32, a_output);
    input src("src", {c, var("row", 0, padded), var("column", 0, padded)}, p_float32),
        weights("weights", {o, c, r, s}, p_float32);
    computation dst("dst", {o, y, x}, expr(0.0f));
    src.store_in(&b_src);
    weights.store_in(&b_weights);
    dst.store_in(&b_dst);
    dst(o, y, x) += weights(o, c, r, s) * src(c, y + r, x + s);
    computation zero = dst.init();
    zero.reorder({y, o, x}).gpu_block(y);
    keep_in_threads(zero, o, x);
    const var c0("c0"), c1("c1"), ot("ot"), oo("oo"), xt("xt"), xo("xo");
    dst.split(c, at_once, c0, c1).split(o, own, ot, oo).split(x, own, xt, xo);
    dst.reorder({y, c0, ot, xt, c1, r, s, oo, xo});
    dst.gpu_block(y).gpu_thread(ot).gpu_thread(xt);
    for (const var &whole : {c1, r, s, oo, xo}) {
        dst.tag_unroll_level(whole);
    }
    zero.then(dst, y);
    keep_sums(dst, y, 3, 1);
    const var wo("wo"), wc("wc"), wr("wr"), ws("ws");
    computation copy_of_weights = dst.cache_read(weights, c0, memory::shared, {wo, wc, wr, ws});
    copy_of_weights.store_in({expr(wc), expr(wr), expr(ws), expr(wo)},
                             {at_once, kernel, kernel, out_channels + 4});
    spread(copy_of_weights);
    computation copy_of_src = dst.cache_read(src, c0, memory::shared);
    spread(copy_of_src);
    return finished(what, {"b_src", "b_weights", "b_dst"});
}

gpu_program five_point_stencil(int size) {
    const function what = begun("stencil");
    const var y("y", 1, size - 1), x("x", 1, size - 1), row("row", 0, size),
        column("column", 0, size);
    buffer b_in("b_in", {size, size}, p_float32, a_input),
        b_out("b_out", {size, size}, p_float32, a_output);
    input in("in", {row, column}, p_float32);
    computation out("out", {y, x},
                    (in(y, x) + in(y - 1, x) + in(y + 1, x) + in(y, x - 1) + in(y, x + 1)) * 0.2f);
    in.store_in(&b_in);
    out.store_in(&b_out);
    out.gpu_tile(y, x, 8, 32);
    return finished(what, {"b_in", "b_out"});
}

gpu_program row_sums(int size) {
    const function what = begun("sums");
    const var y("y", 0, size), x("x", 0, size);
    buffer b_in("b_in", {size, size}, p_float32, a_input),
        b_out("b_out", {size}, p_float32, a_output);
    input in("in", {y, x}, p_float32);
    computation out("out", {y}, expr(0.0f));
    in.store_in(&b_in);
    out.store_in(&b_out);
    out(y) += in(y, x);
    const var y0("y0"), y1("y1"), x0("x0"), x1("x1");
    computation zero = out.init();
    zero.gpu_tile({y}, {32}, {y0}, {y1});
    out.split(y, 32, y0, y1).split(x, 32, x0, x1).reorder({y0, x0, y1, x1});
    out.gpu_block(y0).gpu_thread(y1);
    zero.then(out, y0);
    const var row("row"), column("column");
    computation copy = out.cache_read(in, x0, memory::shared, {row, column});
    copy.store_in({expr(row), expr(column)}, {32, 33});
    copy.gpu_spread();
    return finished(what, {"b_in", "b_out"});
}

} // namespace tiramisu::oracle
