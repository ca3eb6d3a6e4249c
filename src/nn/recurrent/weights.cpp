#include "nn/recurrent/weights.h"

#include "nn/recurrent/cell.h"

namespace tiramisu::nn {

namespace {

int as_index(std::size_t floats) {
    return static_cast<int>(floats);
}

/// Copies one kind of weights.
class region_packer {
public:
    region_packer(const recurrent_problem &problem, const unit_blocks &blocks, buffer from,
                  buffer to)
        : problem_(problem), blocks_(blocks), from_(std::move(from)), to_(std::move(to)) {}

    void copy(const std::string &name, const var &layer, const cell_sums::range &slots,
              int channels, const recurrent_weights::place &plain,
              const recurrent_weights::place &packed) {
        const var slot("slot", slots.first, slots.last), unit("unit", 0, problem_.hc);
        const var padded("unit", 0, blocks_.padded_units()), from("from", 0, channels);
        const recurrent_weight at{layer, slot, unit, from};
        input weights(name + "_weights", {layer, slot, unit, from}, p_float32);
        weights.store_in(&from_, {plain(at)});
        const expr value = weights(layer, slot, unit, from);
        if (blocks_.padded_units() != problem_.hc) {
            computation zeros(name + "_zeros", {layer, slot, padded, from}, 0.0f);
            zeros.store_in(&to_, {packed({layer, slot, padded, from})});
        }
        computation packed_values(name, {layer, slot, unit, from}, value);
        packed_values.store_in(&to_, {packed(at)});
    }

private:
    recurrent_problem problem_;
    unit_blocks blocks_;
    buffer from_, to_;
};

} // namespace

recurrent_weights plain_recurrent_weights(const recurrent_problem &p) {
    const cell_sums sums = cell_sums::of(p.cell);
    const int hc = p.hc, ic = p.ic, gates = p.gates(), bias_gates = p.bias_gates();
    const int of_layer = 2 * gates * hc * hc;
    const int input_at = as_index(p.input_weights_at(1)),
              hidden_at = as_index(p.hidden_weights_at(0)), bias_at = as_index(p.bias_at(0));
    return {as_index(p.weights_count()),
            [=](const recurrent_weight &at) {
                return (sums.gate(at.slot) * hc + at.unit) * ic + at.from;
            },
            [=](const recurrent_weight &at) {
                return (at.layer - 1) * of_layer + (sums.gate(at.slot) * hc + at.unit) * hc +
                       at.from + input_at;
            },
            [=](const recurrent_weight &at) {
                return at.layer * of_layer + (sums.gate(at.slot) * hc + at.unit) * hc + at.from +
                       hidden_at;
            },
            [=](const recurrent_weight &at) {
                return (at.layer * bias_gates + sums.bias(at.slot)) * hc + at.unit + bias_at;
            }};
}

recurrent_weights packed_recurrent_weights(const recurrent_problem &p, const unit_blocks &blocks) {
    const cell_sums sums = cell_sums::of(p.cell);
    const int size = blocks.size, count = blocks.count();
    const auto in_block = [=](const cell_sums::range &slots, const expr &channel,
                              const recurrent_weight &at) {
        return (channel * slots.size() + at.slot - slots.first) * size + at.unit % size;
    };
    const int padded = blocks.padded_units();
    const int input_at = sums.of_input.size() * padded * p.ic;
    const int hidden_at = input_at + (p.l - 1) * sums.of_input.size() * padded * p.hc;
    const int bias_at = hidden_at + p.l * sums.of_hidden.size() * padded * p.hc;
    const cell_sums::range all{0, sums.slots};
    return {bias_at + (p.bias ? p.l * sums.slots * padded : 0),
            [=](const recurrent_weight &at) {
                return in_block(sums.of_input, at.unit / size * p.ic + at.from, at);
            },
            [=](const recurrent_weight &at) {
                const expr block = (at.layer - 1) * count + at.unit / size;
                return in_block(sums.of_input, block * p.hc + at.from, at) + input_at;
            },
            [=](const recurrent_weight &at) {
                const expr block = at.layer * count + at.unit / size;
                return in_block(sums.of_hidden, block * p.hc + at.from, at) + hidden_at;
            },
            [=](const recurrent_weight &at) {
                return in_block(all, at.layer * count + at.unit / size, at) + bias_at;
            }};
}

program recurrent_weights_packer(const recurrent_problem &p, const unit_blocks &blocks,
                                 const std::string &name) {
    function_scope scope(name);
    const recurrent_weights plain = plain_recurrent_weights(p);
    const recurrent_weights packed = packed_recurrent_weights(p, blocks);
    const cell_sums sums = cell_sums::of(p.cell);
    buffer from("weights", {plain.count}, p_float32, a_input);
    buffer to("packed", {packed.count}, p_float32, a_output);
    region_packer regions(p, blocks, from, to);
    regions.copy("of_src", var("layer", 0, 1), sums.of_input, p.ic, plain.of_src, packed.of_src);
    if (p.l > 1) {
        regions.copy("of_input", var("layer", 1, p.l), sums.of_input, p.hc, plain.of_input,
                     packed.of_input);
    }
    const var layer("layer", 0, p.l);
    regions.copy("of_hidden", layer, sums.of_hidden, p.hc, plain.of_hidden, packed.of_hidden);
    if (p.bias) {
        regions.copy("of_bias", layer, {0, sums.slots}, 1, plain.of_bias, packed.of_bias);
    }
    return {scope.get(), {from, to}};
}

} // namespace tiramisu::nn
