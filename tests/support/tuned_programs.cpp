#include "support/tuned_programs.h"

#include <algorithm>

namespace tiramisu::oracle {

namespace {

tuned_program current(const std::vector<std::string> &arguments) {
    tuned_program made{*global::get_implicit_function(), {}};
    for (const std::string &name : arguments) {
        made.arguments.push_back(made.what.get_buffer_by_name(name));
    }
    return made;
}

buffer place(const computation &of, const std::string &name, const std::vector<expr> &sizes,
             argument_t role) {
    buffer made(name, sizes, p_float32, role);
    computation stored = of;
    stored.store_in(&made);
    return made;
}

} // namespace

tuned_program tuned_matmul(int m, int n, int k) {
    init("matmul");
    const var i("i", 0, m), j("j", 0, n), l("l", 0, k);
    const input a("a", {i, l}, p_float32), b("b", {l, j}, p_float32);
    computation c("c", {i, j}, 0.0f);
    c(i, j) += a(i, l) * b(l, j);
    place(a, "a_memory", {m, k}, a_input);
    place(b, "b_memory", {k, n}, a_input);
    place(c, "c_memory", {m, n}, a_output);
    return current({"a_memory", "b_memory", "c_memory"});
}

tuned_program tuned_matmul_of_the_call() {
    init("matmul_of_the_call");
    const constant n("n", p_int32);
    const var i("i", 0, n), j("j", 0, n), k("k", 0, n);
    const input a("a", {i, k}, p_float32), b("b", {k, j}, p_float32);
    computation c("c", {i, j}, 0.0f);
    c(i, j) += a(i, k) * b(k, j);
    place(a, "a_memory", {n, n}, a_input);
    place(b, "b_memory", {n, n}, a_input);
    place(c, "c_memory", {n, n}, a_output);
    return current({"a_memory", "b_memory", "c_memory"});
}

tuned_program tuned_two_matmuls(int size) {
    init("two_matmuls");
    const var i("i", 0, size), j("j", 0, size), k("k", 0, size);
    const input a("a", {i, k}, p_float32), b("b", {k, j}, p_float32), d("d", {k, j}, p_float32);
    computation c("c", {i, j}, 0.0f);
    c(i, j) += a(i, k) * b(k, j);
    computation e("e", {i, j}, 0.0f);
    e(i, j) += c(i, k) * d(k, j);
    place(a, "a_memory", {size, size}, a_input);
    place(b, "b_memory", {size, size}, a_input);
    place(d, "d_memory", {size, size}, a_input);
    place(e, "e_memory", {size, size}, a_output);
    return current({"a_memory", "b_memory", "d_memory", "e_memory"});
}

tuned_program tuned_convolution(int channels, int filters, int size) {
    init("convolution");
    const var f("f", 0, filters), y("y", 0, size), x("x", 0, size), c("c", 0, channels);
    const var ky("ky", 0, 3), kx("kx", 0, 3), py("py", 0, size + 2), px("px", 0, size + 2);
    const input source("source", {c, y, x}, p_float32),
        weights("weights", {f, c, ky, kx}, p_float32), bias("bias", {f}, p_float32);
    const expr inside = py >= 1 && py <= size && px >= 1 && px <= size;
    const computation padded(
        "padded", {c, py, px},
        select(inside, source(c, clamp(py - 1, 0, size - 1), clamp(px - 1, 0, size - 1)), 0.0f));
    computation sums("sums", {f, y, x}, 0.0f);
    sums(f, y, x) += weights(f, c, ky, kx) * padded(c, y + ky, x + kx);
    const computation biased("biased", {f, y, x}, sums(f, y, x) + bias(f));
    const computation relu("relu", {f, y, x}, max(biased(f, y, x), 0.0f));
    place(source, "source_memory", {channels, size, size}, a_input);
    place(weights, "weights_memory", {filters, channels, 3, 3}, a_input);
    place(bias, "bias_memory", {filters}, a_input);
    place(relu, "relu_memory", {filters, size, size}, a_output);
    return current({"source_memory", "weights_memory", "bias_memory", "relu_memory"});
}

tuned_program tuned_depthwise(int channels, int size) {
    init("depthwise");
    const var c("c", 0, channels), y("y", 0, size), x("x", 0, size), ky("ky", 0, 3), kx("kx", 0, 3);
    const var py("py", 0, size + 2), px("px", 0, size + 2);
    const input source("source", {y, x, c}, p_float32), weights("weights", {ky, kx, c}, p_float32);
    const expr is_inside = py >= 1 && py <= size && px >= 1 && px <= size;
    const computation padded("padded", {py, px, c},
                             select(is_inside, source(py - 1, px - 1, c), 0.0f));
    computation sums("sums", {y, x, c}, 0.0f);
    sums(y, x, c) += weights(ky, kx, c) * padded(y + ky, x + kx, c);
    place(source, "source_memory", {size, size, channels}, a_input);
    place(weights, "weights_memory", {3, 3, channels}, a_input);
    place(sums, "sums_memory", {size, size, channels}, a_output);
    return current({"source_memory", "weights_memory", "sums_memory"});
}

tuned_program tuned_transposed_convolution(int channels, int filters, int size) {
    init("transposed_convolution");
    const var c("c", 0, channels), f("f", 0, filters), y("y", 0, size), x("x", 0, size);
    const var r("r", 0, 2), q("q", 0, 2), dy("dy", 0, 2), dx("dx", 0, 2);
    const var py("py", 0, size + 2), px("px", 0, size + 2);
    const input source("source", {py, px, c}, p_float32);
    const input weights("weights", {r, q, dy, dx, c, f}, p_float32);
    computation sums("sums", {r, q, y, x, f}, 0.0f);
    sums(r, q, y, x, f) += weights(r, q, dy, dx, c, f) * source(y + r + dy, x + q + dx, c);
    place(source, "source_memory", {size + 2, size + 2, channels}, a_input);
    place(weights, "weights_memory", {2, 2, 2, 2, channels, filters}, a_input);
    buffer to("sums_memory", {size, 2, size, 2, filters}, p_float32, a_output);
    sums.store_in(&to, {y, r, x, q, f});
    return current({"source_memory", "weights_memory", "sums_memory"});
}

tuned_program tuned_sparse_product(int rows, int columns) {
    init("sparse_product");
    const int elements = 4 * rows;
    const var i("i", 0, rows), j("j", 0, std::max(columns, 1)), row("row", 0, rows + 1);
    const var element("element", 0, elements), of_x("of_x", 0, rows);
    const input start("start", {row}, p_int32), column("column", {element}, p_int32);
    const input value("value", {element}, p_float32);
    const input x("x", {of_x, j}, p_float32);
    const var k("k", start(i), start(i + 1));
    place(start, "start_memory", {rows + 1}, a_input);
    place(column, "column_memory", {elements}, a_input);
    place(value, "value_memory", {elements}, a_input);
    place(x, "x_memory", {rows, std::max(columns, 1)}, a_input);
    if (columns > 0) {
        computation y("y", {i, j}, 0.0f);
        y(i, j) += value(k) * x(column(k), j);
        place(y, "y_memory", {rows, columns}, a_output);
    } else {
        computation y("y", {i}, 0.0f);
        y(i) += value(k) * x(column(k), 0);
        place(y, "y_memory", {rows}, a_output);
    }
    return current({"start_memory", "column_memory", "value_memory", "x_memory", "y_memory"});
}

tuned_program tuned_max_pool(int channels, int size) {
    init("max_pool");
    const var c("c", 0, channels), y("y", 0, size / 2), x("x", 0, size / 2);
    const var ky("ky", 0, 2), kx("kx", 0, 2), py("py", 0, size), px("px", 0, size);
    const input source("source", {c, py, px}, p_float32);
    computation pool("pool", {c, y, x}, -1000.0f);
    pool(c, y, x) = max(pool(c, y, x), source(c, 2 * y + ky, 2 * x + kx));
    place(source, "source_memory", {channels, size, size}, a_input);
    place(pool, "pool_memory", {channels, size / 2, size / 2}, a_output);
    return current({"source_memory", "pool_memory"});
}

tuned_program tuned_row_minimum(int rows, int columns) {
    init("row_minimum");
    const var i("i", 0, rows), j("j", 0, columns);
    const input a("a", {i, j}, p_float32);
    computation least("least", {i}, 1000.0f);
    least(i) = min(least(i), a(i, j));
    place(a, "a_memory", {rows, columns}, a_input);
    place(least, "least_memory", {rows}, a_output);
    return current({"a_memory", "least_memory"});
}

tuned_program tuned_softmax(int rows, int columns) {
    init("softmax");
    const var i("i", 0, rows), j("j", 0, columns);
    const input a("a", {i, j}, p_float32);
    computation most("most", {i}, -1000.0f);
    most(i) = max(most(i), a(i, j));
    const computation power("power", {i, j}, exp(a(i, j) - most(i)));
    computation sum("sum", {i}, 0.0f);
    sum(i) += power(i, j);
    const computation part("part", {i, j}, power(i, j) / sum(i));
    place(a, "a_memory", {rows, columns}, a_input);
    place(part, "part_memory", {rows, columns}, a_output);
    return current({"a_memory", "part_memory"});
}

tuned_program tuned_blur(int rows, int columns) {
    init("blur");
    const var y("y", 0, rows), x("x", 0, columns), all_y("all_y", 0, rows + 2);
    const var all_x("all_x", 0, columns + 2);
    const input source("source", {all_y, all_x}, p_float32);
    const computation across("across", {all_y, x},
                             source(all_y, x) + source(all_y, x + 1) + source(all_y, x + 2));
    const computation down("down", {y, x},
                           (across(y, x) + across(y + 1, x) + across(y + 2, x)) * (1.0f / 9));
    place(source, "source_memory", {rows + 2, columns + 2}, a_input);
    place(down, "down_memory", {rows, columns}, a_output);
    return current({"source_memory", "down_memory"});
}

tuned_program tuned_jacobi(int steps, int size) {
    init("jacobi");
    const var t("t", 1, steps + 1), i("i", 1, size - 1), j("j", 1, size - 1);
    const var any_t("any_t", 0, steps + 1), any_i("any_i", 0, size), any_j("any_j", 0, size);
    buffer planes("planes", {2, size, size}, p_float32, a_output);
    input before("before", {any_t, any_i, any_j}, p_float32);
    before.store_in(&planes, {any_t % 2, any_i, any_j});
    computation mean("mean", {t, i, j}, p_float32);
    mean.set_expression(0.2f *
                        (before(t - 1, i, j) + before(t - 1, i, j - 1) + before(t - 1, i, j + 1) +
                         before(t - 1, i + 1, j) + before(t - 1, i - 1, j)));
    mean.store_in(&planes, {t % 2, i, j});
    return current({"planes"});
}

tuned_program tuned_lu(int size) {
    init("lu");
    const var k("k", 0, size), any_i("any_i", 0, size), any_j("any_j", 0, size);
    const var i("i", expr(k) + 1, size), j("j", expr(k) + 1, size);
    buffer memory_of("matrix", {size, size}, p_float32, a_output);
    input a("a", {any_i, any_j}, p_float32);
    a.store_in(&memory_of);
    computation lower("lower", {k, i}, a(i, k) / (a(k, k) + 8.0f));
    computation rest("rest", {k, i, j}, a(i, j) - a(i, k) * a(k, j));
    lower.store_in(&memory_of, {i, k});
    rest.store_in(&memory_of, {i, j});
    lower.then(rest, k);
    return current({"matrix"});
}

tuned_program tuned_time_steps(int steps, int size) {
    init("time_steps");
    const var t("t", 0, steps), i("i", 1, size - 1), any("any", 0, size);
    buffer u_memory("u_memory", {size}, p_float32, a_output);
    buffer v_memory("v_memory", {size}, p_float32, a_output);
    input u("u", {any}, p_float32), v("v", {any}, p_float32);
    u.store_in(&u_memory);
    v.store_in(&v_memory);
    computation forth("forth", {t, i}, (u(i - 1) + u(i) + u(i + 1)) * (1.0f / 3));
    computation back("back", {t, i}, (v(i - 1) + v(i) + v(i + 1)) * (1.0f / 3));
    forth.store_in(&v_memory, {i});
    back.store_in(&u_memory, {i});
    forth.then(back, t);
    return current({"u_memory", "v_memory"});
}

const std::vector<std::pair<std::string, std::function<tuned_program()>>> &small_tuned_programs() {
    static const std::vector<std::pair<std::string, std::function<tuned_program()>>> all = {
        {"matmul", [] { return tuned_matmul(30, 40, 24); }},
        {"convolution", [] { return tuned_convolution(3, 20, 14); }},
        {"depthwise", [] { return tuned_depthwise(20, 13); }},
        {"transposed", [] { return tuned_transposed_convolution(5, 19, 7); }},
        {"sparse_product", [] { return tuned_sparse_product(40, 50); }},
        {"sparse_vector", [] { return tuned_sparse_product(40, 0); }},
        {"two_matmuls", [] { return tuned_two_matmuls(20); }},
        {"max_pool", [] { return tuned_max_pool(3, 20); }},
        {"row_minimum", [] { return tuned_row_minimum(6, 100); }},
        {"softmax", [] { return tuned_softmax(5, 70); }},
        {"blur", [] { return tuned_blur(30, 45); }},
        {"jacobi", [] { return tuned_jacobi(9, 22); }},
        {"lu", [] { return tuned_lu(18); }},
        {"time_steps", [] { return tuned_time_steps(6, 40); }}};
    return all;
}

} // namespace tiramisu::oracle
