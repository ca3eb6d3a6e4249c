#include <sstream>

#include "graph/operators/loops.h"
#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"
#include "graph/operators/sparse_weights.h"
#include "graph/operators/strides.h"
#include "tiramisu/function.h"

// Products of matrices: Gemm, and MatMul of any rank.

namespace tiramisu::graph {

namespace {

/// Of one type of numbers.
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

/// c[m, n] = a[m, k] * b[k, n].
struct product {
    std::int64_t m, n, k;
    bool transa = false, transb = false;
};

product gemm_of(const node_call &call) {
    require_numbers(call);
    const shape &a = call.extents(0), &b = call.extents(1);
    if (a.size() != 2 || b.size() != 2) {
        throw refusal("inputs are " + to_text(call.type(0)) + " and " + to_text(call.type(1)) +
                      ", must have 2 dimensions");
    }
    product made{};
    made.transa = call.integer("transA", 0) != 0;
    made.transb = call.integer("transB", 0) != 0;
    made.m = made.transa ? a[1] : a[0];
    made.k = made.transa ? a[0] : a[1];
    made.n = made.transb ? b[0] : b[1];
    if (made.k != (made.transb ? b[1] : b[0])) {
        throw refusal("inputs are " + to_text(a) + " and " + to_text(b) +
                      ", whose inner sizes differ");
    }
    if (call.has_input(2) &&
        broadcast({call.extents(2), {made.m, made.n}}) != shape{made.m, made.n}) {
        throw refusal("input 3 is " + to_text(call.type(2)) + ", must fit " +
                      to_text(shape{made.m, made.n}));
    }
    return made;
}

/// Elements by their place.
struct numbers {
    std::vector<double> values;
    double operator()(std::int64_t at) const { return values[static_cast<std::size_t>(at)]; }
};

numbers numbers_of(const tensor &of) {
    return {reals_of(of)};
}

std::vector<tensor> gemm_reference(const node_call &call, const tensor_list &inputs) {
    const product p = gemm_of(call);
    const auto a = numbers_of(*inputs[0]), b = numbers_of(*inputs[1]);
    const bool has_c = inputs.size() > 2 && inputs[2] != nullptr;
    const shape extents = {p.m, p.n};
    const auto c_strides =
        has_c ? broadcast_strides(inputs[2]->extents(), extents) : std::vector<std::int64_t>{0, 0};
    const auto added = has_c ? numbers_of(*inputs[2]) : numbers();
    std::vector<double> values;
    for (index_walk at(extents); !at.is_done(); at.next()) {
        const std::int64_t i = at.index()[0], j = at.index()[1];
        double sum = 0;
        for (std::int64_t l = 0; l < p.k; l++) {
            sum +=
                a(p.transa ? l * p.m + i : i * p.k + l) * b(p.transb ? j * p.k + l : l * p.n + j);
        }
        sum *= static_cast<double>(call.real("alpha", 1));
        const double c = has_c ? added(at.position(c_strides)) : 0;
        values.push_back(sum + c * static_cast<double>(call.real("beta", 1)));
    }
    return {tensor_of({inputs[0]->elements(), extents}, values)};
}

std::string gemm_text(const product &p, float alpha, bool has_bias, const std::string &post,
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

/// b as a matrix of n rows, times a factor.
tensor rows_of_results(const tensor &b, const product &p, float factor) {
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
std::vector<step> sparse_product_steps(const lowering &of, const product &p) {
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

/// Of a Gemm, or a MatMul with matrices, whose third input is a bias of n elements.
std::vector<step> product_steps(const lowering &of, const product &p) {
    if (has_sparse_weights(of.call)) {
        return sparse_product_steps(of, p);
    }
    const tensor *b = of.call.value(1);
    step made;
    made.text = gemm_text(p, of.call.real("alpha", 1), of.call.has_input(2),
                          of.call.text("post", ""), b != nullptr);
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

void add_gemm(operator_table &all) {
    operator_row row;
    row.name = "Gemm";
    row.attributes = {"alpha", "beta", "transA", "transB"};
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        const product p = gemm_of(call);
        return {{call.type(0).elements, {p.m, p.n}}};
    };
    row.reference = gemm_reference;
    row.steps = [](const lowering &of) {
        if (of.call.type(0).elements != p_float32) {
            throw refusal("inputs are " + to_text(of.call.type(0)) + ", must be float32");
        }
        return product_steps(of, gemm_of(of.call));
    };
    all.add(std::move(row));
}

/// A MatMul: products of the last two dimensions, for each index of those before.
struct batched_product {
    product matrices;
    shape before; ///< broadcast
    shape a, b;   ///< with at least 2 dimensions
    shape result;
};

batched_product matmul_of(const node_call &call) {
    require_numbers(call);
    batched_product made;
    made.a = call.extents(0);
    made.b = call.extents(1);
    const bool is_row = made.a.size() == 1, is_column = made.b.size() == 1;
    if (made.a.empty() || made.b.empty()) {
        throw refusal("inputs are " + to_text(call.type(0)) + " and " + to_text(call.type(1)) +
                      ", must have at least 1 dimension");
    }
    if (is_row) {
        made.a.insert(made.a.begin(), 1);
    }
    if (is_column) {
        made.b.push_back(1);
    }
    made.matrices = {made.a[made.a.size() - 2], made.b.back(), made.a.back()};
    if (made.b[made.b.size() - 2] != made.matrices.k) {
        throw refusal("inputs are " + to_text(call.extents(0)) + " and " +
                      to_text(call.extents(1)) + ", whose inner sizes differ");
    }
    made.before =
        broadcast({{made.a.begin(), made.a.end() - 2}, {made.b.begin(), made.b.end() - 2}});
    made.result = made.before;
    if (!is_row) {
        made.result.push_back(made.matrices.m);
    }
    if (!is_column) {
        made.result.push_back(made.matrices.n);
    }
    return made;
}

/// Where the matrices of an operand begin, counted in matrices.
std::int64_t matrix_at(const index_walk &at, const shape &operand, const shape &before) {
    return at.position(broadcast_strides({operand.begin(), operand.end() - 2}, before));
}

std::vector<tensor> matmul_reference(const node_call &call, const tensor_list &inputs) {
    const batched_product what = matmul_of(call);
    const auto [m, n, k, transa, transb] = what.matrices;
    const auto left = numbers_of(*inputs[0]), right = numbers_of(*inputs[1]);
    std::vector<double> values;
    for (index_walk at(what.before); !at.is_done(); at.next()) {
        const std::int64_t a = matrix_at(at, what.a, what.before) * m * k;
        const std::int64_t b = matrix_at(at, what.b, what.before) * k * n;
        for (std::int64_t i = 0; i < m; i++) {
            for (std::int64_t j = 0; j < n; j++) {
                double sum = 0;
                for (std::int64_t l = 0; l < k; l++) {
                    sum += left(a + i * k + l) * right(b + l * n + j);
                }
                values.push_back(sum);
            }
        }
    }
    return {tensor_of({inputs[0]->elements(), what.result}, values)};
}

/// Of other types than float32: by the definition.
nn::program plain_program(const product &p, primitive_t type, const std::string &name) {
    const function_scope scope(name);
    const shape of_a = {p.m, p.k}, of_b = {p.k, p.n}, of_c = {p.m, p.n};
    const std::vector<var> at = iterators(of_c);
    const var l("l", 0, static_cast<std::int32_t>(p.k));
    input a("a", iterators(of_a, "in_a"), type), b("b", iterators(of_b, "in_b"), type);
    buffer a_memory("a", buffer_sizes(of_a), type, a_input);
    buffer b_memory("b", buffer_sizes(of_b), type, a_input);
    buffer c_memory("c", buffer_sizes(of_c), type, a_output);
    a.store_in(&a_memory);
    b.store_in(&b_memory);
    computation c("c_values", at, expr::literal(type, 0));
    c(at[0], at[1]) += a(at[0], l) * b(l, at[1]);
    c.store_in(&c_memory);
    return {scope.get(), {a_memory, b_memory, c_memory}};
}

step plain_step(const product &p, primitive_t type) {
    step made;
    made.text = "product of " + to_string(type) + " " + to_text(shape{p.m, p.k, p.n});
    made.write = [=](const std::string &name) { return plain_program(p, type, name); };
    return made;
}

/// A product of matrices for each index before; all of them are one function. Where b is one
/// matrix, all of them are one product.
std::vector<step> matmul_steps(const lowering &of) {
    const batched_product what = matmul_of(of.call);
    product p = what.matrices;
    const primitive_t type = of.call.type(0).elements;
    if (type == p_float32 && count_of({what.b.begin(), what.b.end() - 2}) == 1) {
        p.m *= count_of(what.before);
        return product_steps(of, p);
    }
    constexpr std::int64_t most_calls = 4096;
    if (count_of(what.before) > most_calls) {
        throw refusal("takes " + std::to_string(count_of(what.before)) +
                      " products of matrices, at most " + std::to_string(most_calls) +
                      " are supported");
    }
    std::vector<step> made;
    for (index_walk at(what.before); !at.is_done(); at.next()) {
        step one;
        if (type == p_float32) {
            one.text = gemm_text(p, 1, false, "", false);
        } else {
            one = plain_step(p, type);
        }
        one.arguments = {
            {"a", {of.input(0), matrix_at(at, what.a, what.before) * p.m * p.k}},
            {"b", {of.input(1), matrix_at(at, what.b, what.before) * p.k * p.n}},
            {"c", {of.output(), static_cast<std::int64_t>(made.size()) * p.m * p.n}, true}};
        made.push_back(std::move(one));
    }
    return made;
}

void add_matmul(operator_table &all) {
    operator_row row;
    row.name = "MatMul";
    row.first_opset = 1;
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        return {{call.type(0).elements, matmul_of(call).result}};
    };
    row.reference = matmul_reference;
    row.steps = matmul_steps;
    all.add(std::move(row));
}

} // namespace

void add_products(operator_table &all) {
    add_gemm(all);
    add_matmul(all);
}

} // namespace tiramisu::graph
