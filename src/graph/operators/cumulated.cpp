#include "graph/operators/axis_rows.h"
#include "graph/operators/loops.h"
#include "graph/operators/numbers.h"
#include "graph/operators/strides.h"
#include "tiramisu/function.h"

// CumSum, CumProd.

namespace tiramisu::graph {

namespace {

struct cumulated {
    axis_rows of;
    bool is_exclusive, is_reversed, is_product;

    int neutral() const { return is_product ? 1 : 0; }
};

cumulated cumulated_of(const node_call &call) {
    require_numbers_along(call);
    const auto axis = call.integers(1, "the axis");
    if (axis.size() != 1) {
        throw refusal("the axis has " + std::to_string(axis.size()) + " numbers, must have one");
    }
    const shape &extents = call.extents(0);
    return {rows_along(extents, node_call::axis_of(axis[0], extents.size())),
            call.integer("exclusive", 0) != 0, call.integer("reverse", 0) != 0,
            call.what().op == "CumProd"};
}

/// Each element of a row, together with those before.
template <typename Number>
std::vector<Number> cumulated_numbers(const cumulated &what, const std::vector<Number> &numbers) {
    std::vector<Number> values(numbers.size());
    for (index_walk at({what.of.before, what.of.after}); !at.is_done(); at.next()) {
        Number sum = static_cast<Number>(what.neutral());
        for (std::int64_t n = 0; n < what.of.along; n++) {
            const std::int64_t k = what.is_reversed ? what.of.along - 1 - n : n;
            const auto place =
                static_cast<std::size_t>(what.of.position(at.index()[0], k, at.index()[1]));
            const Number with = what.is_product ? sum * numbers[place] : sum + numbers[place];
            values[place] = what.is_exclusive ? sum : with;
            sum = with;
        }
    }
    return values;
}

std::vector<tensor> cumulated_reference(const node_call &call, const tensor_list &inputs) {
    const cumulated what = cumulated_of(call);
    const tensor_type type = {inputs[0]->elements(), call.extents(0)};
    if (is_float(type.elements)) {
        return {tensor_of(type, cumulated_numbers(what, reals_of(*inputs[0])))};
    }
    return {tensor_of(type, cumulated_numbers(what, exact_numbers_of(*inputs[0])))};
}

/// Each from the one before it.
nn::program cumulated_program(const cumulated &what, primitive_t type, const std::string &name) {
    const function_scope scope(name);
    const shape extents = what.of.extents();
    const std::vector<var> in = iterators(extents, "in"), at = iterators(extents);
    input src("src", in, type);
    buffer src_memory("src", buffer_sizes(extents), type, a_input);
    buffer dst_memory("dst", buffer_sizes(extents), type, a_output);
    src.store_in(&src_memory);
    const auto place = [&](const expr &number) {
        const auto last = static_cast<std::int32_t>(what.of.along - 1);
        return what.is_reversed ? last - number : number;
    };
    computation sums("sums", at, type);
    const expr &number = at[1];
    const expr neutral = expr::literal(type, what.neutral());
    const expr before = sums(at[0], number - 1, at[2]);
    const expr term = src(at[0], place(what.is_exclusive ? number - 1 : number), at[2]);
    const expr with = what.is_product ? before * term : before + term;
    sums.set_expression(select(number > 0, with, what.is_exclusive ? neutral : term));
    sums.store_in(&dst_memory, {at[0], place(number), at[2]});
    return {scope.get(), {src_memory, dst_memory}};
}

void add_cumulated(operator_table &all, const std::string &name, int first_opset) {
    operator_row row;
    row.name = name;
    row.attributes = {"exclusive", "reverse"};
    row.first_opset = first_opset;
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        cumulated_of(call);
        return {call.type(0)};
    };
    row.reference = cumulated_reference;
    row.steps = [](const lowering &of) -> std::vector<step> {
        const cumulated what = cumulated_of(of.call);
        const primitive_t type = of.call.type(0).elements;
        const std::string kind = std::string(what.is_product ? "products" : "sums") +
                                 (what.is_exclusive ? " without" : " with") +
                                 (what.is_reversed ? " from the end" : "");
        return {rows_step(of, what.of.text(kind, type), {"dst"}, [=](const std::string &called) {
            return cumulated_program(what, type, called);
        })};
    };
    all.add(std::move(row));
}

} // namespace

void add_cumulated(operator_table &all) {
    add_cumulated(all, "CumSum", 11);
    add_cumulated(all, "CumProd", 26);
}

} // namespace tiramisu::graph
