#include "dnn/images.h"
#include "peers/norm.h"
#include "peers/onednn_layers.h"
#include "tune/works/families.h"

#include <tiramisu/nn/softmax.h>

#include <memory>

namespace tiramisu::bench {

namespace {

struct shape {
    int rows, columns;
    std::size_t count() const {
        return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    }
    std::string text() const { return std::to_string(rows) + "x" + std::to_string(columns); }
};

scheduled_function declare_softmax(const shape &s) {
    init("softmax");
    const var i("i", 0, s.rows), j("j", 0, s.columns);
    const input a("a", {i, j}, p_float32);
    computation most("most", {i}, -1e30f);
    most(i) = max(most(i), a(i, j));
    const computation power("power", {i, j}, exp(a(i, j) - most(i)));
    computation sum("sum", {i}, 0.0f);
    sum(i) += power(i, j);
    const computation part("part", {i, j}, power(i, j) / sum(i));
    buffer from("from", {s.rows, s.columns}, p_float32, a_input);
    buffer to("to", {s.rows, s.columns}, p_float32, a_output);
    keep(a, from);
    keep(part, to);
    return {*global::get_implicit_function(), {from, to}};
}

/// The root of the sum of all squares.
scheduled_function declare_norm(const shape &s) {
    init("norm");
    const var one("one", 0, 1), i("i", 0, s.rows), j("j", 0, s.columns);
    const input a("a", {i, j}, p_float32);
    computation sum("sum", {one}, 0.0f);
    sum(one) += a(i, j) * a(i, j);
    const computation norm("norm", {one}, sqrt(sum(one)));
    buffer from("from", {s.rows, s.columns}, p_float32, a_input);
    buffer to("to", {1}, p_float32, a_output);
    keep(a, from);
    keep(norm, to);
    return {*global::get_implicit_function(), {from, to}};
}

nn::softmax_problem softmax_of(const shape &s) {
    nn::softmax_problem p;
    p.mb = s.rows;
    p.ic = s.columns;
    p.ih = p.iw = 1;
    return p.completed();
}

tuned_work softmax_work(const shape &s) {
    constexpr double operations = 4; // of an element: a maximum, a power, a sum and a quotient
    return {
        "sfm_" + s.text(), operations * static_cast<double>(s.count()),
        [s] { return declare_softmax(s); },
        [s] {
            return std::vector<aligned_floats>{randoms(s.count(), 1), aligned_floats(s.count())};
        },
        [s](const std::vector<aligned_floats> &values, int, aligned_floats &result) {
            const float *const src = values.front().data();
            const auto layer = std::make_shared<const nn::softmax>(softmax_of(s));
            return std::vector<contender>{
                {"onednn", onednn_layer(softmax_of(s), {src}, result.data()), result.data()},
                {"layer", [=, &result] { layer->run({src}, result.data()); }, result.data()}};
        }};
}

tuned_work norm_work(const shape &s) {
    return {
        "nrm_" + s.text(), 2.0 * static_cast<double>(s.count()), [s] { return declare_norm(s); },
        [s] {
            return std::vector<aligned_floats>{randoms(s.count(), 1), aligned_floats(1)};
        },
        [s](const std::vector<aligned_floats> &values, int, aligned_floats &result) {
            return norm_peers(static_cast<int>(s.count()), values.front().data(), result.data());
        }};
}

} // namespace

std::vector<tuned_work> row_works() {
    std::vector<tuned_work> all;
    for (const int size : {256, 512, 1024, 2048}) {
        all.push_back(softmax_work({size, size}));
    }
    for (const shape &s :
         {shape{256, 256}, shape{512, 512}, shape{1024, 1024}, shape{4096, 1024}}) {
        all.push_back(norm_work(s));
    }
    return all;
}

} // namespace tiramisu::bench
