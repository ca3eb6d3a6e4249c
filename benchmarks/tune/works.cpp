#include "tune/works.h"

#include "schedules/jacobi.h"

namespace tiramisu::bench {

namespace {

void keep(const computation &values, buffer &in) {
    computation stored = values;
    stored.store_in(&in);
}

scheduled_function product(int size) {
    init("product");
    const var i("i", 0, size), j("j", 0, size), k("k", 0, size);
    const input a("a", {i, k}, p_float32), b("b", {k, j}, p_float32);
    computation c("c", {i, j}, 0.0f);
    c(i, j) += a(i, k) * b(k, j);
    buffer a_memory("a_memory", {size, size}, p_float32, a_input);
    buffer b_memory("b_memory", {size, size}, p_float32, a_input);
    buffer c_memory("c_memory", {size, size}, p_float32, a_output);
    keep(a, a_memory);
    keep(b, b_memory);
    keep(c, c_memory);
    return {*global::get_implicit_function(), {a_memory, b_memory, c_memory}};
}

/// The source has its border already.
scheduled_function convolution(int channels, int filters, int size) {
    init("convolution");
    const var f("f", 0, filters), y("y", 0, size), x("x", 0, size), c("c", 0, channels);
    const var ky("ky", 0, 3), kx("kx", 0, 3), py("py", 0, size + 2), px("px", 0, size + 2);
    const input source("source", {c, py, px}, p_float32);
    const input weights("weights", {f, c, ky, kx}, p_float32);
    computation sums("sums", {f, y, x}, 0.0f);
    sums(f, y, x) += weights(f, c, ky, kx) * source(c, y + ky, x + kx);
    buffer from("from", {channels, size + 2, size + 2}, p_float32, a_input);
    buffer by("by", {filters, channels, 3, 3}, p_float32, a_input);
    buffer to("to", {filters, size, size}, p_float32, a_output);
    keep(source, from);
    keep(weights, by);
    keep(sums, to);
    return {*global::get_implicit_function(), {from, by, to}};
}

scheduled_function depthwise(int channels, int size) {
    init("depthwise");
    const var c("c", 0, channels), y("y", 0, size), x("x", 0, size);
    const var ky("ky", 0, 3), kx("kx", 0, 3), py("py", 0, size + 2), px("px", 0, size + 2);
    const input source("source", {c, py, px}, p_float32),
        weights("weights", {c, ky, kx}, p_float32);
    computation sums("sums", {c, y, x}, 0.0f);
    sums(c, y, x) += weights(c, ky, kx) * source(c, y + ky, x + kx);
    buffer from("from", {channels, size + 2, size + 2}, p_float32, a_input);
    buffer by("by", {channels, 3, 3}, p_float32, a_input);
    buffer to("to", {channels, size, size}, p_float32, a_output);
    keep(source, from);
    keep(weights, by);
    keep(sums, to);
    return {*global::get_implicit_function(), {from, by, to}};
}

scheduled_function softmax(int size) {
    init("softmax");
    const var i("i", 0, size), j("j", 0, size);
    const input a("a", {i, j}, p_float32);
    computation most("most", {i}, -1e30f);
    most(i) = max(most(i), a(i, j));
    const computation power("power", {i, j}, exp(a(i, j) - most(i)));
    computation sum("sum", {i}, 0.0f);
    sum(i) += power(i, j);
    const computation part("part", {i, j}, power(i, j) / sum(i));
    buffer from("from", {size, size}, p_float32, a_input);
    buffer to("to", {size, size}, p_float32, a_output);
    keep(a, from);
    keep(part, to);
    return {*global::get_implicit_function(), {from, to}};
}

scheduled_function lu(int size) {
    init("lu");
    const var k("k", 0, size), any_i("any_i", 0, size), any_j("any_j", 0, size);
    const var i("i", expr(k) + 1, size), j("j", expr(k) + 1, size);
    buffer matrix("matrix", {size, size}, p_float32, a_output);
    input a("a", {any_i, any_j}, p_float32);
    a.store_in(&matrix);
    // What is added keeps the pivots of random numbers away from 0.
    computation lower("lower", {k, i}, a(i, k) / (a(k, k) + 1000.0f));
    computation rest("rest", {k, i, j}, a(i, j) - a(i, k) * a(k, j));
    lower.store_in(&matrix, {i, k});
    rest.store_in(&matrix, {i, j});
    lower.then(rest, k);
    return {*global::get_implicit_function(), {matrix}};
}

command on(const std::string &computation, const std::string &name,
           std::vector<command_argument> arguments) {
    return {computation, name, std::move(arguments)};
}

/// The result's rows on threads, its columns on vectors, the reduction around these.
std::function<void(function &)> given(const std::vector<command> &commands) {
    return [commands](function &to) {
        schedule whole = to.get_schedule();
        for (const command &one : commands) {
            whole = whole.with(one);
        }
        to.set_schedule(whole);
    };
}

std::vector<loop_reference> loops(const std::vector<std::string> &names) {
    return {names.begin(), names.end()};
}

} // namespace

const std::vector<tuned_work> &tuned_works() {
    static const std::vector<tuned_work> all = {
        {"gmm_512", 2.0 * 512 * 512 * 512, [] { return product(512); },
         given({on("c_update_1", "reorder", {loops({"i", "k", "j"})}),
                on("c_update_1", "vectorize", {loop_reference("j"), 16}),
                on("c_update_1", "parallelize", {loop_reference("i")})})},
        {"c2d_14x14x256", 2.0 * 256 * 256 * 9 * 14 * 14, [] { return convolution(256, 256, 14); },
         given({on("sums_update_1", "reorder", {loops({"f", "c", "ky", "kx", "y", "x"})}),
                on("sums_update_1", "vectorize", {loop_reference("x"), 8}),
                on("sums_update_1", "parallelize", {loop_reference("f")})})},
        {"dep_112x112x32", 2.0 * 32 * 9 * 112 * 112, [] { return depthwise(32, 112); },
         given({on("sums_update_1", "reorder", {loops({"c", "y", "ky", "kx", "x"})}),
                on("sums_update_1", "vectorize", {loop_reference("x"), 16}),
                on("sums_update_1", "parallelize", {loop_reference("c")})})},
        {"sfm_512", 4.0 * 512 * 512, [] { return softmax(512); },
         given({on("power", "vectorize", {loop_reference("j"), 16}),
                on("power", "parallelize", {loop_reference("i")}),
                on("part", "vectorize", {loop_reference("j"), 16}),
                on("part", "parallelize", {loop_reference("i")})})},
        {"jacobi_2d_1000_50", 5.0 * 998 * 998 * 50,
         [] { return declare_jacobi(1000, 50).declared; },
         given({on("mean", "vectorize", {loop_reference("j"), 16}),
                on("mean", "parallelize", {loop_reference("i")})})},
        {"lu_512", 2.0 / 3 * 512 * 512 * 512, [] { return lu(512); },
         given({on("rest", "vectorize", {loop_reference("j"), 16})})},
    };
    return all;
}

} // namespace tiramisu::bench
