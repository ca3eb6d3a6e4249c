#include "graph/operators/operator.h"
#include "graph/operators/quantized.h"

// Functions of quantized tensors that ONNX Runtime's quantizer writes, in its own domain: computed
// in float32, with the result quantized again.

namespace tiramisu::graph {

namespace {

/// A tensor is three inputs: integers, scale, zero point.
std::string real_input(expansion &to, std::size_t first, std::int64_t axis = 1) {
    return dequantized(to, to.input(first), to.input(first + 1), to.input_or_nothing(first + 2),
                       axis);
}

/// The result's scale and zero point are two; its type is that of the zero point, or the operand's.
void quantized_result(expansion &to, const std::string &y, std::size_t scale,
                      std::size_t operand = 0) {
    const std::string zero = to.input_or_nothing(scale + 1);
    const primitive_t type = zero.empty() ? to.call.type(operand).elements : to.type(zero).elements;
    to.result(0, quantized(to, y, to.input(scale), zero, 1, type));
}

expansion::attributes attributes_but(const expansion &to, const std::vector<std::string> &names) {
    expansion::attributes left = to.call.what().attributes;
    for (const std::string &name : names) {
        left.erase(name);
    }
    return left;
}

void require_channels_first(const expansion &to) {
    if (to.call.integer("channels_last", 0) != 0) {
        throw refusal("attribute channels_last is 1, supported is 0: channels before pixels");
    }
}

/// An operator of one tensor, which may have attributes that say only how it is quantized.
void add_of_one(operator_table &all, const std::string &op,
                const std::vector<std::string> &attributes,
                const std::vector<std::string> &own = {}) {
    std::vector<std::string> known = attributes;
    known.insert(known.end(), own.begin(), own.end());
    all.add_expanded("com.microsoft.QLinear" + op, known, 1, [op, own](expansion &to) {
        require_channels_first(to);
        quantized_result(to, to.add(op, {real_input(to, 0)}, attributes_but(to, own)), 3);
    });
}

void add_of_two(operator_table &all, const std::string &op) {
    all.add_expanded("com.microsoft.QLinear" + op, {}, 1, [op](expansion &to) {
        quantized_result(to, to.add(op, {real_input(to, 0), real_input(to, 3)}), 6);
    });
}

void concat(expansion &to) {
    std::vector<std::string> parts;
    for (std::size_t i = 2; i < to.call.input_count(); i += 3) {
        parts.push_back(real_input(to, i));
    }
    if (parts.empty()) {
        throw refusal("has no tensors to put together");
    }
    quantized_result(to, to.concatenated(parts, to.call.integer("axis", 0)), 0, 2);
}

/// alpha * A * B + C, where C is of integers whose scale is that of the products.
void gemm(expansion &to) {
    const auto alpha = static_cast<double>(to.call.real("alpha", 1));
    // Columns of B have scales of their own.
    const std::int64_t columns = to.call.integer("transB", 0) == 0 ? 1 : 0;
    const std::string a = to.transposed_where("transA", real_input(to, 0)),
                      b = to.transposed_where("transB", real_input(to, 3, columns));
    std::string y = to.scaled(to.add("MatMul", {a, b}), alpha);
    if (to.has(6)) {
        const std::string scale =
            to.scaled(to.add("Mul", {to.reshaped(to.input(1), {}), to.input(4)}), alpha);
        y = to.add("Add", {y, to.add("Mul", {to.cast(to.input(6), p_float32), scale})});
    }
    if (to.has(7)) {
        quantized_result(to, y, 7);
    } else {
        to.result(0, y);
    }
}

/// Integers and their scales and zero points: the product in floats.
void matmul_to_float(expansion &to) {
    const std::string a = dequantized(to, to.input(0), to.input(2), to.input_or_nothing(4), -2),
                      b = dequantized(to, to.input(1), to.input(3), to.input_or_nothing(5), -1);
    to.result(0, to.with_added(to.add("MatMul", {a, b}), 6));
}

/// The left side has floats, and is quantized by its own range.
void dynamic_matmul(expansion &to) {
    const std::vector<std::string> a = to.add_many("DynamicQuantizeLinear", {to.input(0)}, 3, {});
    const std::string left = dequantized(to, a[0], a[1], a[2], 0),
                      right = dequantized(to, to.input(1), to.input(2), to.input_or_nothing(3), -1);
    to.result(0, to.with_added(to.add("MatMul", {left, right}), 4));
}

/// Weights of a recurrent layer, which lie as [directions, inputs, outputs], as ONNX has them.
/// Those of a direction, or of each of its outputs, have a scale.
std::string recurrent_weights(expansion &to, std::size_t weights, std::size_t scale) {
    const shape extents = to.call.extents(weights);
    const auto beside = [&](std::size_t numbers) {
        const shape own = to.call.extents(numbers);
        if (extents.size() != 3 || own.empty() || own.size() > 2 || own[0] != extents[0]) {
            throw refusal("has weights " + to_text(extents) + " with scales or zero points " +
                          to_text(own));
        }
        return to.cast(
            to.reshaped(to.input(numbers), {own[0], 1, own.size() == 2 ? own[1] : std::int64_t{1}}),
            p_float32);
    };
    const std::string centred =
        to.add("Sub", {to.cast(to.input(weights), p_float32), beside(scale + 1)});
    return to.transposed(to.add("Mul", {centred, beside(scale)}), {0, 2, 1});
}

/// What goes in stays floats, where ONNX Runtime quantizes it by its own range.
void dynamic_lstm(expansion &to) {
    std::vector<std::string> inputs = {to.input(0), recurrent_weights(to, 1, 8),
                                       recurrent_weights(to, 2, 10)};
    for (std::size_t i = 3; i < 8; i++) {
        inputs.push_back(to.input_or_nothing(i));
    }
    const auto made = to.add_many("LSTM", inputs, 3, to.call.what().attributes);
    for (std::size_t i = 0; i < made.size(); i++) {
        to.result(i, made[i]);
    }
}

} // namespace

void add_quantized_functions(operator_table &all) {
    add_of_two(all, "Add");
    add_of_two(all, "Mul");
    add_of_one(all, "Sigmoid", {});
    add_of_one(all, "LeakyRelu", {"alpha"});
    add_of_one(all, "Softmax", {"axis"}, {"opset"});
    add_of_one(all, "ReduceMean", {"axes", "keepdims"});
    add_of_one(all, "GlobalAveragePool", {}, {"channels_last"});
    add_of_one(all, "AveragePool",
               {"auto_pad", "ceil_mode", "count_include_pad", "kernel_shape", "pads", "strides"},
               {"channels_last"});
    all.add_expanded("com.microsoft.QLinearConcat", {"axis"}, 1, concat);
    all.add_expanded("com.microsoft.DynamicQuantizeLSTM",
                     {"activation_alpha", "activation_beta", "activations", "clip", "direction",
                      "hidden_size", "input_forget"},
                     1, dynamic_lstm);
    all.add_expanded("com.microsoft.QGemm", {"alpha", "transA", "transB"}, 1, gemm);
    all.add_expanded("com.microsoft.MatMulIntegerToFloat", {}, 1, matmul_to_float);
    all.add_expanded("com.microsoft.DynamicQuantizeMatMul", {}, 1, dynamic_matmul);
}

} // namespace tiramisu::graph
