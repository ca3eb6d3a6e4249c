#include "graph/operators/products.h"
#include "graph/operators/strides.h"

// The product of two matrices.

namespace tiramisu::graph {

namespace {

matrix_product gemm_of(const node_call &call) {
    require_numbers(call);
    const shape &a = call.extents(0), &b = call.extents(1);
    if (a.size() != 2 || b.size() != 2) {
        throw refusal("inputs are " + to_text(call.type(0)) + " and " + to_text(call.type(1)) +
                      ", must have 2 dimensions");
    }
    matrix_product made{};
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

std::vector<tensor> gemm_reference(const node_call &call, const tensor_list &inputs) {
    const matrix_product p = gemm_of(call);
    const placed_numbers a(*inputs[0]), b(*inputs[1]);
    const bool has_c = inputs.size() > 2 && inputs[2] != nullptr;
    const shape extents = {p.m, p.n};
    const auto c_strides =
        has_c ? broadcast_strides(inputs[2]->extents(), extents) : std::vector<std::int64_t>{0, 0};
    const auto added = has_c ? placed_numbers(*inputs[2]) : placed_numbers();
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

/// Of other numbers than layers have.
void product_and_sum(expansion &to) {
    gemm_of(to.call);
    const std::string product = to.add("MatMul", {to.transposed_where("transA", to.input(0)),
                                                  to.transposed_where("transB", to.input(1))});
    const std::string scaled = to.scaled(product, static_cast<double>(to.call.real("alpha", 1)));
    to.result(0, to.has(2)
                     ? to.add("Add", {scaled, to.scaled(to.input(2), static_cast<double>(
                                                                         to.call.real("beta", 1)))})
                     : scaled);
}

} // namespace

void add_gemm(operator_table &all) {
    operator_row row;
    row.name = "Gemm";
    row.attributes = {"alpha", "beta", "transA", "transB"};
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        const matrix_product p = gemm_of(call);
        return {{call.type(0).elements, {p.m, p.n}}};
    };
    row.reference = gemm_reference;
    row.steps = [](const lowering &of) { return product_steps(of, gemm_of(of.call)); };
    row.expand = product_and_sum;
    row.expands = [](const node_call &call) { return call.type(0).elements != p_float32; };
    row.with_integers = [](expansion &to) {
        const bool are_integers = to.quantization_of(to.input(0)) != nullptr &&
                                  to.quantization_of(to.input(1)) != nullptr &&
                                  to.call.value(1) != nullptr;
        if (are_integers) {
            product_and_sum(to); // whose MatMul is of integers
        }
        return are_integers;
    };
    all.add(std::move(row));
}

} // namespace tiramisu::graph
