#include <numeric>

#include "graph/operators/operator.h"

// Attention and the embeddings before it, as ONNX Runtime's optimizer writes them.

namespace tiramisu::graph {

namespace {

std::string row(expansion &to, std::int64_t count) {
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    return to.cast(to.integers(numbers), p_int32);
}

/// Of numbers of keys, or a number for each key that is not 0 where it counts: for all heads and
/// queries, which keys count.
std::string keys_that_count(expansion &to, std::size_t input, std::int64_t batch,
                            std::int64_t keys) {
    const shape &given = to.call.extents(input);
    if (given == shape{batch}) {
        return to.add("Less", {row(to, keys), to.reshaped(to.input(input), {batch, 1, 1, 1})});
    }
    if (given == shape{batch, keys}) {
        return to.cast(to.reshaped(to.input(input), {batch, 1, 1, keys}), p_boolean);
    }
    throw refusal("the mask is " + to_text(to.call.type(input)) + ", supported are " +
                  to_text(shape{batch}) + ", numbers of keys, and " + to_text(shape{batch, keys}) +
                  ", one for each key");
}

/// What is added to scores: of a mask of keys, and of what is given.
std::string added_to_scores(expansion &to, std::size_t mask, std::size_t scores, std::int64_t batch,
                            std::int64_t keys) {
    if (!to.has(mask)) {
        return to.input_or_nothing(scores);
    }
    const std::string counts = keys_that_count(to, mask, batch, keys);
    if (!to.has(scores)) {
        return counts;
    }
    const auto filled = static_cast<double>(to.call.real("mask_filter_value", -10000));
    return to.add("Add", {to.input(scores), to.add("Where", {counts, to.number(0, p_float32),
                                                             to.number(filled, p_float32)})});
}

/// Queries, keys and values of [batch, length, heads * size] with what is added to their scores,
/// and keys and values that are past; the result, and what is past then.
std::vector<std::string> attend(expansion &to, const std::vector<std::string> &operands) {
    const std::int64_t heads = to.call.integer("num_heads", 0);
    expansion::attributes with = {{"q_num_heads", heads},
                                  {"kv_num_heads", heads},
                                  {"is_causal", to.call.integer("unidirectional", 0)}};
    const float scale = to.call.real("scale", 0); // 0: the usual one
    if (scale != 0) {
        with["scale"] = scale;
    }
    return to.add_many("Attention", operands, 3, with);
}

void require_none(const expansion &to,
                  const std::vector<std::pair<std::size_t, const char *>> &all) {
    for (const auto &[input, called] : all) {
        if (to.has(input)) {
            throw refusal(std::string(called) + " (input " + std::to_string(input + 1) +
                          ") are given, which is not supported");
        }
    }
}

/// Keys and values that lie behind each other in one tensor; none where nothing is past.
std::vector<std::string> past_of_packed(expansion &to, std::int64_t batch) {
    if (!to.has(4)) {
        return {};
    }
    const shape past = to.call.extents(4);
    if (past.size() != 5 || past[0] != 2 || past[1] != batch) {
        throw refusal("past keys and values are " + to_text(to.call.type(4)) +
                      ", must have 5 dimensions: 2, " + std::to_string(batch) +
                      ", heads, length, size");
    }
    const shape each(past.begin() + 1, past.end());
    return {to.reshaped(to.sliced(to.input(4), 0, 0, 1), each),
            to.reshaped(to.sliced(to.input(4), 0, 1, 2), each)};
}

/// Of one value: a product gives queries, keys and values beside each other.
void of_packed(expansion &to) {
    require_none(to, {{6, "lengths of what is past"}});
    const shape x = to.call.extents(0), weights = to.call.extents(1);
    if (x.size() != 3 || weights.size() != 2 || weights[1] % 3 != 0) {
        throw refusal("inputs are " + to_text(to.call.type(0)) + " and " +
                      to_text(to.call.type(1)) +
                      ", must have 3 and 2 dimensions, and the last of weights three equal parts");
    }
    const std::int64_t size = weights[1] / 3;
    if (to.call.integers("qkv_hidden_sizes", {size, size, size}) !=
        std::vector<std::int64_t>{size, size, size}) {
        throw refusal("attribute qkv_hidden_sizes has sizes that differ, which is not supported");
    }
    const std::string all = to.with_added(to.add("MatMul", {to.input(0), to.input(1)}), 2);
    const std::vector<std::string> past = past_of_packed(to, x[0]);
    const std::int64_t before = past.empty() ? 0 : to.extents(past[0])[2];
    std::vector<std::string> operands = {
        to.sliced(all, 2, 0, size), to.sliced(all, 2, size, 2 * size),
        to.sliced(all, 2, 2 * size, 3 * size), added_to_scores(to, 3, 5, x[0], before + x[1])};
    operands.insert(operands.end(), past.begin(), past.end());
    const std::vector<std::string> made = attend(to, operands);
    to.result(0, made[0]);
    if (to.needs(1)) {
        shape apart = to.extents(made[1]);
        apart.insert(apart.begin(), 1);
        to.result(1,
                  to.concatenated({to.reshaped(made[1], apart), to.reshaped(made[2], apart)}, 0));
    }
}

/// Of several that lie beside each other for each head, [batch, length, heads, several, size].
std::vector<std::string> apart(expansion &to, std::size_t input, std::int64_t several) {
    const shape x = to.call.extents(input);
    if (x.size() != 5 || x[3] != several) {
        throw refusal("input " + std::to_string(input + 1) + " is " + to_text(to.call.type(input)) +
                      ", must have 5 dimensions, of which the fourth is " +
                      std::to_string(several) + ", where those behind it are not given");
    }
    std::vector<std::string> made;
    for (std::int64_t i = 0; i < several; i++) {
        made.push_back(
            to.reshaped(to.sliced(to.input(input), 3, i, i + 1), {x[0], x[1], x[2] * x[4]}));
    }
    return made;
}

/// Queries, keys and values, which may lie beside each other.
std::vector<std::string> three_of(expansion &to) {
    if (to.has(2)) {
        return {to.input(0), to.input(1), to.input(2)};
    }
    if (!to.has(1)) {
        return apart(to, 0, 3);
    }
    const std::vector<std::string> others = apart(to, 1, 2);
    return {to.input(0), others[0], others[1]};
}

/// Of queries, keys and values by themselves, with a bias for each.
void of_three(expansion &to) {
    require_none(to, {{8, "lengths of what is past"}, {9, "orders of what is past"}});
    std::vector<std::string> operands = three_of(to);
    std::int64_t first = 0;
    for (std::string &one : operands) {
        const shape extents = to.extents(one);
        const bool has_heads = extents.size() == 4; // those of another sequence
        if (extents.size() != 3 && (!has_heads || to.has(3))) {
            throw refusal("queries, keys or values are " + to_text(extents) +
                          ", supported are 3 dimensions, or 4 without a bias");
        }
        const std::int64_t end = first + extents.back();
        one = to.has(3) ? to.add("Add", {one, to.sliced(to.input(3), 0, first, end)}) : one;
        first = end;
    }
    const shape keys = to.extents(operands[1]);
    if (to.has(6) && to.call.extents(6).size() != 4) {
        throw refusal("past keys are " + to_text(to.call.type(6)) + ", must have 4 dimensions");
    }
    const std::int64_t before = to.has(6) ? to.call.extents(6)[2] : 0;
    operands.push_back(added_to_scores(to, 4, 5, keys[0], before + keys[keys.size() == 4 ? 2 : 1]));
    if (to.has(6)) {
        operands.push_back(to.input(6));
        operands.push_back(to.input(7));
    }
    const std::vector<std::string> made = attend(to, operands);
    for (std::size_t i = 0; i < made.size(); i++) {
        to.result(i, made[i]);
    }
}

/// The sum of rows for words, places and segments, normalised.
void embed(expansion &to) {
    const shape words = to.call.extents(0);
    if (words.size() != 2) {
        throw refusal("input is " + to_text(to.call.type(0)) + ", must have 2 dimensions");
    }
    const std::string places = to.has(8) ? to.add("Gather", {to.input(3), to.input(8)})
                                         : to.sliced(to.input(3), 0, 0, words[1]);
    std::string sum = to.add("Add", {to.add("Gather", {to.input(2), to.input(0)}), places});
    if (to.has(1)) {
        sum = to.add("Add", {sum, to.add("Gather", {to.input(4), to.input(1)})});
    }
    to.result(0, to.add("LayerNormalization", {sum, to.input(5), to.input(6)},
                        {{"epsilon", to.call.real("epsilon", 1e-12f)}}));
    if (to.has(7)) {
        to.result(1, to.reduced("ReduceSum", to.cast(to.input(7), p_int32), {1}, false));
    } else if (to.needs(1)) {
        to.result(1, to.cast(to.integers(
                                 std::vector<std::int64_t>(static_cast<std::size_t>(words[0]), 0)),
                             p_int32));
    }
    to.result(2, sum);
}

} // namespace

void add_fused_attention(operator_table &all) {
    all.add_expanded(
        "com.microsoft.Attention",
        {"mask_filter_value", "num_heads", "qkv_hidden_sizes", "scale", "unidirectional"}, 1,
        of_packed);
    all.add_expanded("com.microsoft.MultiHeadAttention",
                     {"mask_filter_value", "num_heads", "scale", "unidirectional"}, 1, of_three);
    all.add_expanded("com.microsoft.EmbedLayerNormalization", {"epsilon", "mask_index_type"}, 1,
                     embed);
}

} // namespace tiramisu::graph
