#include "graph/operators/integer_products.h"
#include "graph/operators/loops.h"
#include "graph/operators/products.h"
#include "graph/operators/strides.h"
#include "tiramisu/function.h"

// Products of matrices for each index of the dimensions before them.

namespace tiramisu::graph {

namespace {

/// A MatMul: products of the last two dimensions, for each index of those before.
struct batched_product {
    matrix_product matrices;
    shape before; ///< broadcast
    shape a, b;   ///< with at least 2 dimensions
    shape result;
};

void require_bytes(const node_call &call) {
    for (std::size_t i = 0; i < 2; i++) {
        if (!is_byte(call.type(i).elements)) {
            throw refusal("input " + std::to_string(i + 1) + " is " + to_text(call.type(i)) +
                          ", must be of uint8 or int8");
        }
    }
}

batched_product matmul_of(const node_call &call) {
    if (is_of_bytes(call)) {
        require_bytes(call);
    } else {
        require_numbers(call);
    }
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
    const placed_numbers left(*inputs[0]), right(*inputs[1]);
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
    return {tensor_of({elements_of_sums(call), what.result}, values)};
}

/// Of other types than float32: by the definition.
nn::program plain_program(const matrix_product &p, primitive_t type, const std::string &name) {
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

step plain_step(const matrix_product &p, primitive_t type) {
    step made;
    made.text = "product of " + to_string(type) + " " + to_text(shape{p.m, p.k, p.n});
    made.write = [=](const std::string &name) { return plain_program(p, type, name); };
    return made;
}

/// A product of matrices for each index before; all of them are one function. Where b is one
/// matrix, all of them are one product.
std::vector<step> matmul_steps(const lowering &of) {
    const batched_product what = matmul_of(of.call);
    matrix_product p = what.matrices;
    const primitive_t type = of.call.type(0).elements;
    const bool is_layer = type == p_float32 || is_of_bytes(of.call);
    if (is_layer && count_of({what.b.begin(), what.b.end() - 2}) == 1) {
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
        if (is_layer) {
            one.text = gemm_text(p, 1, false, "", false) + type_words(of.call);
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

} // namespace

void add_matmul(operator_table &all) {
    operator_row row;
    row.name = "MatMul";
    row.first_opset = 1;
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        const shape extents = matmul_of(call).result;
        return {{elements_of_sums(call), extents}};
    };
    row.reference = matmul_reference;
    row.steps = matmul_steps;
    row.with_integers = multiply_quantized;
    all.add(row);
    all.add(integer_row(row, "MatMulInteger", multiply_integers, [](const node_call &call) {
        return call.has_input(2) || call.has_input(3) || call.extents(0).size() < 2 ||
               call.extents(1).size() < 2;
    }));
}

} // namespace tiramisu::graph
