#include "graph/operators/quantized.h"

#include <algorithm>

#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"

// Quantized numbers: integers times a scale. Products and convolutions of integers are computed in
// integers of 32 bits, those of quantized tensors in floats.

namespace tiramisu::graph {

std::string along_axis(expansion &to, const std::string &numbers, const std::string &x,
                       std::int64_t axis) {
    const shape own = to.extents(numbers), &all = to.extents(x);
    if (count_of(own) == 1) {
        return to.reshaped(numbers, {});
    }
    const std::size_t d = node_call::axis_of(axis, all.size());
    const bool lies_beside =
        own.size() == all.size() &&
        std::equal(own.begin(), own.end(), all.begin(),
                   [](std::int64_t one, std::int64_t of) { return one == 1 || one == of; });
    if (own == all || (lies_beside && own.size() > 1)) {
        return numbers;
    }
    if (own.size() != 1 || own[0] != all[d]) {
        throw refusal("scales or zero points are " + to_text(own) + " beside " + to_text(all) +
                      ", must be one, or one for each place along an axis");
    }
    shape extents(all.size(), 1);
    extents[d] = own[0];
    return to.reshaped(numbers, extents);
}

namespace {

/// Least and largest of an integer type.
std::pair<double, double> range_of(primitive_t type) {
    switch (type) {
    case p_uint8: return {0, 255};
    case p_int8: return {-128, 127};
    case p_uint16: return {0, 65535};
    case p_int16: return {-32768, 32767};
    default: throw refusal("quantizes to " + to_string(type) + ", supported are 8 and 16 bits");
    }
}

/// Of blocks along an axis: the number of each block for each place in it, cut off at the end.
std::string of_blocks(expansion &to, const std::string &numbers, const shape &all) {
    const std::int64_t asked = to.call.integer("block_size", 0);
    shape own = to.extents(numbers);
    if (asked < 1 || own.size() != all.size()) {
        return numbers;
    }
    const std::size_t axis = node_call::axis_of(to.call.integer("axis", 1), all.size());
    const std::int64_t block = std::clamp<std::int64_t>(all[axis], 1, asked);
    if (own[axis] != (all[axis] + block - 1) / block) {
        throw refusal("attribute block_size is " + std::to_string(asked) + ", scales are " +
                      to_text(own) + " beside " + to_text(all));
    }
    shape apart = own;
    apart.insert(apart.begin() + static_cast<std::ptrdiff_t>(axis) + 1, 1);
    shape each = apart;
    each[axis + 1] = block;
    own[axis] *= block;
    const std::string whole =
        to.reshaped(to.add("Expand", {to.reshaped(numbers, apart), to.integers(each)}), own);
    return to.sliced(whole, static_cast<std::int64_t>(axis), 0, all[axis]);
}

} // namespace

std::string dequantized(expansion &to, const std::string &x, const std::string &scale,
                        const std::string &zero, std::int64_t axis) {
    // The difference of integers is exact, and 0 where there is none.
    std::string value = x;
    if (!zero.empty()) {
        value =
            to.add("Sub", {to.cast(x, p_int32), to.cast(along_axis(to, zero, x, axis), p_int32)});
    }
    value = to.cast(value, p_float32);
    std::string made = to.add("Mul", {value, to.cast(along_axis(to, scale, x, axis), p_float32)});
    to.stands_for(made, {x, scale, zero, axis});
    return made;
}

std::string quantized(expansion &to, const std::string &x, const std::string &scale,
                      const std::string &zero, std::int64_t axis, primitive_t type) {
    const auto [least, largest] = range_of(type);
    const std::string value = to.cast(x, p_float32);
    const std::string ratio =
        to.add("Div", {value, to.cast(along_axis(to, scale, x, axis), p_float32)});
    std::string rounded = to.add("Round", {ratio});
    if (!zero.empty()) {
        rounded = to.add("Add", {rounded, to.cast(along_axis(to, zero, x, axis), p_float32)});
    }
    const std::string clipped =
        to.add("Clip", {rounded, to.like(rounded, least), to.like(rounded, largest)});
    return to.cast(to.cast(clipped, p_int32), type);
}

namespace {

void dequantize_linear(expansion &to) {
    const shape all = to.call.extents(0);
    const std::string scale = of_blocks(to, to.input(1), all),
                      zero = to.has(2) ? of_blocks(to, to.input(2), all) : "";
    to.result(0, dequantized(to, to.input(0), scale, zero, to.call.integer("axis", 1)));
}

void quantize_linear(expansion &to) {
    const shape all = to.call.extents(0);
    const std::string scale = of_blocks(to, to.input(1), all),
                      zero = to.has(2) ? of_blocks(to, to.input(2), all) : "";
    const std::int64_t asked = to.call.integer("output_dtype", 0);
    const primitive_t type = to.has(2)    ? to.type(to.input(2)).elements
                             : asked != 0 ? type_of_number(asked)
                                          : p_uint8;
    to.result(0, quantized(to, to.input(0), scale, zero, to.call.integer("axis", 1), type));
}

/// The range of all values, with 0 in it, becomes that of 8 bits.
void dynamic_quantize_linear(expansion &to) {
    const std::string &x = to.input(0);
    const std::string zero = to.like(x, 0), steps = to.like(x, 255);
    const expansion::attributes whole = {{"keepdims", std::int64_t{0}}};
    const std::string high = to.add("Max", {to.add("ReduceMax", {x}, whole), zero});
    const std::string low = to.add("Min", {to.add("ReduceMin", {x}, whole), zero});
    const std::string step = to.add("Div", {to.add("Sub", {high, low}), steps});
    // Where all values are 0, any scale does.
    const std::string scale = to.add("Where", {to.add("Equal", {step, zero}), to.like(x, 1), step});
    const std::string from = to.add("Div", {to.add("Sub", {zero, low}), scale});
    const std::string point = to.add("Round", {to.add("Clip", {from, zero, steps})});
    const std::string whole_point = to.cast(to.cast(point, p_int32), p_uint8);
    to.result(0, quantized(to, x, scale, whole_point, 0, p_uint8));
    to.result(1, scale);
    to.result(2, whole_point);
}

void qlinear_matmul(expansion &to) {
    const std::string a = dequantized(to, to.input(0), to.input(1), to.input(2), -2);
    const std::string b = dequantized(to, to.input(3), to.input(4), to.input(5), -1);
    to.result(0, quantized(to, to.add("MatMul", {a, b}), to.input(6), to.input(7), -1,
                           to.type(to.input(7)).elements));
}

void qlinear_conv(expansion &to) {
    const std::string x = dequantized(to, to.input(0), to.input(1), to.input(2), 1);
    const std::string w = dequantized(to, to.input(3), to.input(4), to.input(5), 0);
    std::vector<std::string> inputs = {x, w};
    if (to.has(8)) {
        const std::string scale = to.add("Mul", {to.reshaped(to.input(1), {}), to.input(4)});
        const std::string bias = to.add("Mul", {to.cast(to.input(8), p_float32), scale});
        inputs.push_back(bias);
    }
    const std::string y = to.add("Conv", inputs, to.call.what().attributes);
    to.result(0, quantized(to, y, to.input(6), to.input(7), 1, to.type(to.input(7)).elements));
}

} // namespace

void add_quantization(operator_table &all) {
    const std::vector<std::string> of_conv = {"auto_pad",     "dilations", "group",
                                              "kernel_shape", "pads",      "strides"};
    // ONNX Runtime writes 16 bits as operators of its own where the opset has only 8.
    for (const std::string domain : {"", "com.microsoft."}) {
        all.add_expanded(domain + "DequantizeLinear", {"axis", "block_size", "output_dtype"}, 10,
                         dequantize_linear);
        all.add_expanded(domain + "QuantizeLinear",
                         {"axis", "block_size", "output_dtype", "precision", "saturate"}, 10,
                         quantize_linear);
    }
    all.add_expanded("DynamicQuantizeLinear", {}, 11, dynamic_quantize_linear);
    all.add_expanded("QLinearMatMul", {}, 10, qlinear_matmul);
    all.add_expanded("QLinearConv", of_conv, 10, qlinear_conv);
}

} // namespace tiramisu::graph
