#include "graph/operators/moving_program.h"

#include <numeric>

#include "graph/operators/loops.h"
#include "graph/operators/numbers.h"
#include "tiramisu/function.h"

namespace tiramisu::graph {

namespace {

/// dst[i] = src[map[i]].
nn::program mapped_program(const std::string &name, primitive_t type, std::int64_t from,
                           std::int64_t to, int lanes) {
    const function_scope scope(name);
    const std::vector<var> in = iterators({from}, "in"), at = iterators({to});
    const std::vector<var> in_map = iterators({to}, "in_map");
    input src("src", in, type), map("map", in_map, p_float32);
    buffer src_memory("src", buffer_sizes({from}), type, a_input);
    buffer map_memory("map", buffer_sizes({to}), p_float32, a_input);
    buffer dst_memory("dst", buffer_sizes({to}), type, a_output);
    src.store_in(&src_memory);
    map.store_in(&map_memory);
    const expr place = clamp(cast(p_int32, map(at[0])), 0, literal(from - 1));
    computation dst("dst_values", at, type);
    dst.set_expression(src(place));
    dst.store_in(&dst_memory);
    run_in_order(dst, at, {to}, lanes);
    return {scope.get(), {src_memory, map_memory, dst_memory}};
}

/// For each element of the result, the number of that of the first input.
std::vector<float> element_map(const lowering &of) {
    const std::int64_t count = count_of(of.call.extents(0));
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    const tensor first(tensor_type{p_int64, of.call.extents(0)}, std::move(numbers));
    tensor_list inputs = {&first};
    for (std::size_t i = 1; i < of.call.input_count(); i++) {
        if (of.call.has_input(i) && of.call.value(i) == nullptr) {
            throw refusal("input " + std::to_string(i + 1) + " (" + of.input(i) +
                          ") is not known while compiling, must be a constant");
        }
        inputs.push_back(of.call.value(i));
    }
    const tensor moved =
        operator_table::all().find(of.call.what().op)->reference(of.call, inputs).front();
    const std::int64_t *const first_place = moved.data<std::int64_t>();
    return {first_place, first_place + moved.count()};
}

} // namespace

std::string list_text(const std::vector<std::int64_t> &list) {
    std::string text;
    for (const std::int64_t one : list) {
        text += (text.empty() ? "" : ",") + std::to_string(one);
    }
    return text;
}

expr literal(std::int64_t value) {
    return expr(static_cast<std::int32_t>(value));
}

nn::program
moving_program(const std::string &name, primitive_t type, const shape &from, const shape &to,
               int lanes,
               const std::function<expr(const input &, const std::vector<var> &)> &value) {
    return moving_program(name, type, from, to, value,
                          [&](computation &dst, const std::vector<var> &at) {
                              run_in_order(dst, at, to.empty() ? shape{1} : to, lanes);
                          });
}

nn::program
moving_program(const std::string &name, primitive_t type, const shape &from, const shape &to,
               const std::function<expr(const input &, const std::vector<var> &)> &value,
               const std::function<void(computation &, const std::vector<var> &)> &schedule) {
    const function_scope scope(name);
    const shape source = from.empty() ? shape{1} : from, result = to.empty() ? shape{1} : to;
    const std::vector<var> in = iterators(source, "in"), at = iterators(result);
    input src("src", in, type);
    buffer src_memory("src", buffer_sizes(source), type, a_input);
    buffer dst_memory("dst", buffer_sizes(result), type, a_output);
    src.store_in(&src_memory);
    computation dst("dst_values", at, type);
    dst.set_expression(value(src, at));
    dst.store_in(&dst_memory);
    schedule(dst, at);
    return {scope.get(), {src_memory, dst_memory}};
}

step moving_step(const lowering &of, const std::string &text,
                 std::function<nn::program(const std::string &)> write) {
    step made;
    made.text = text;
    made.arguments = {{"src", {of.input(0)}}, {"dst", {of.output()}, true}};
    made.write = std::move(write);
    return made;
}

std::vector<step> mapped_steps(const lowering &of) {
    constexpr std::int64_t most_exact = 1 << 24; // whole numbers in floats
    const std::int64_t from = count_of(of.call.extents(0)), to = count_of(of.outputs[0].extents);
    const primitive_t type = of.call.type(0).elements;
    if (from > most_exact) {
        throw refusal("moves elements of " + to_text(of.call.type(0)) + "; at most " +
                      std::to_string(most_exact) + " are supported");
    }
    step made;
    made.text = "elements of " + to_string(type) + " " + std::to_string(from) + " by a map to " +
                std::to_string(to);
    made.weights = "map";
    made.weight_values = {shape{to}, element_map(of)};
    made.arguments = {{"src", {of.input(0)}}, {"map", {}}, {"dst", {of.output()}, true}};
    made.write = [=, lanes = of.lanes](const std::string &name) {
        return mapped_program(name, type, from, to, lanes);
    };
    return {made};
}

} // namespace tiramisu::graph
