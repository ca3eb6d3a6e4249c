#include "graph/operators/products.h"

#include <sstream>

#include "graph/operators/sparse_weights.h"

namespace tiramisu::graph {

void require_numbers(const node_call &call) {
    for (std::size_t i = 0; i < call.input_count(); i++) {
        const bool fits = !call.has_input(i) || (call.type(i).elements != p_boolean &&
                                                 call.type(i).elements == call.type(0).elements);
        if (!fits) {
            throw refusal("input " + std::to_string(i + 1) + " is " + to_text(call.type(i)) +
                          ", must be of numbers, all of one type");
        }
    }
}

std::string gemm_text(const matrix_product &p, float alpha, bool has_bias, const std::string &post,
                      bool constant_b) {
    std::ostringstream text;
    text.precision(9);
    text << "gemm m=" << p.m << " n=" << p.n << " k=" << p.k;
    text << (p.transa ? " transa=1" : "") << (p.transb ? " transb=1" : "");
    if (alpha != 1) {
        text << " alpha=" << alpha;
    }
    text << (has_bias ? " bias=1" : "") << (post.empty() ? "" : " post=" + post)
         << (constant_b ? " constant_b=1" : "");
    return text.str();
}

std::string byte_word(const tensor_type &type) {
    return type.elements == p_uint8 ? "u8" : "s8";
}

std::string type_words(const node_call &call, std::size_t a, std::size_t b) {
    return call.type(0).elements == p_float32
               ? ""
               : " type=" + byte_word(call.type(a)) + " b_type=" + byte_word(call.type(b)) +
                     " c_type=s32";
}

namespace {

/// b as a matrix of n rows, times a factor.
tensor rows_of_results(const tensor &b, const matrix_product &p, float factor) {
    std::vector<float> values(static_cast<std::size_t>(b.count()));
    for (std::int64_t j = 0; j < p.n; j++) {
        for (std::int64_t l = 0; l < p.k; l++) {
            const std::int64_t from = p.transb ? j * p.k + l : l * p.n + j;
            values[static_cast<std::size_t>(j * p.k + l)] = factor * b.data<float>()[from];
        }
    }
    return {shape{p.n, p.k}, std::move(values)};
}

/// The same with b sparse: c^T = b^T a^T, whose matrices lie as they do here.
std::vector<step> sparse_product_steps(const lowering &of, const matrix_product &p) {
    const std::string post = of.call.text("post", "");
    const bool has_bias = of.call.has_input(2);
    std::ostringstream text;
    text << "spmm m=" << p.n << " n=" << p.m << " k=" << p.k << " transb=1 transc=1"
         << (has_bias ? " bias=1" : "") << (post.empty() ? "" : " post=" + post);
    step made;
    made.text = sparse_text(text.str(), of.call);
    made.has_sparse_weights = true;
    made.arguments = {{"b", {of.input(0)}}};
    made.weights = "a";
    made.weight_values = rows_of_results(*of.call.value(1), p, of.call.real("alpha", 1));
    if (has_bias) {
        made.arguments.push_back({"bias", {of.input(2)}});
    }
    made.arguments.push_back({"c", {of.output()}, true});
    return {made};
}

} // namespace

std::vector<step> product_steps(const lowering &of, const matrix_product &p) {
    if (has_sparse_weights(of.call)) {
        return sparse_product_steps(of, p);
    }
    const tensor *b = of.call.value(1);
    step made;
    made.text = gemm_text(p, of.call.real("alpha", 1), of.call.has_input(2),
                          of.call.text("post", ""), b != nullptr) +
                type_words(of.call);
    made.arguments = {{"a", {of.input(0)}}};
    if (b != nullptr) {
        made.weights = "b";
        made.weight_values = *b;
    } else {
        made.arguments.push_back({"b", {of.input(1)}});
    }
    if (of.call.has_input(2)) {
        made.arguments.push_back({"bias", {of.input(2)}});
    }
    made.arguments.push_back({"c", {of.output()}, true});
    return {made};
}

} // namespace tiramisu::graph
