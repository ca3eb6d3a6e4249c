#include "nn/recurrent/weights.h"

#include "nn/recurrent/cell.h"

namespace tiramisu::nn {

namespace {

int as_index(std::size_t floats) {
    return static_cast<int>(floats);
}

/// Where the problem has the weights of layer 0, or of those above it.
struct plain_weights {
    recurrent_weights::place of_input, of_hidden;
};

plain_weights plain_weights_of(const recurrent_problem &p, int first_layer) {
    const cell_sums sums = cell_sums::of(p.cell);
    const int channels = p.slc(first_layer), hc = p.hc;
    const int input_at = as_index(p.input_weights_at(first_layer));
    const int hidden_at = as_index(p.hidden_weights_at(first_layer));
    const auto row = [=](const recurrent_weight &at) { return sums.gate(at.slot) * hc + at.unit; };
    const auto pseudo_layer_at = [=, directions = p.directions(),
                                  size = p.gates() * hc *
                                         (channels + hc)](const recurrent_weight &at) {
        return ((at.layer - first_layer) * directions + at.direction) * size;
    };
    return {[=](const recurrent_weight &at) {
                return pseudo_layer_at(at) + row(at) * channels + at.from + input_at;
            },
            [=](const recurrent_weight &at) {
                return pseudo_layer_at(at) + row(at) * hc + at.from + hidden_at;
            }};
}

recurrent_weights::place plain_bias(const recurrent_problem &p) {
    const cell_sums sums = cell_sums::of(p.cell);
    return [=](const recurrent_weight &at) {
        const expr pseudo_layer = at.layer * p.directions() + at.direction;
        return (pseudo_layer * p.bias_gates() + sums.bias(at.slot)) * p.hc + at.unit +
               as_index(p.bias_at(0));
    };
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
        const var direction("direction", 0, problem_.directions());
        const var slot("slot", slots.first, slots.last), unit("unit", 0, problem_.hc);
        const var padded("unit", 0, blocks_.padded_units()), from("from", 0, channels);
        const recurrent_weight at{layer, direction, slot, unit, from};
        input weights(name + "_weights", {layer, direction, slot, unit, from}, p_float32);
        weights.store_in(&from_, {plain(at)});
        const expr value = weights(layer, direction, slot, unit, from);
        if (blocks_.padded_units() != problem_.hc) {
            computation zeros(name + "_zeros", {layer, direction, slot, padded, from}, 0.0f);
            zeros.store_in(&to_, {packed({layer, direction, slot, padded, from})});
        }
        computation packed_values(name, {layer, direction, slot, unit, from}, value);
        packed_values.store_in(&to_, {packed(at)});
    }

private:
    recurrent_problem problem_;
    unit_blocks blocks_;
    buffer from_, to_;
};

} // namespace

recurrent_weights packed_recurrent_weights(const recurrent_problem &p, const unit_blocks &blocks) {
    const cell_sums sums = cell_sums::of(p.cell);
    const int size = blocks.size, count = blocks.count(), directions = p.directions();
    const auto block = [=](const expr &layer, const recurrent_weight &at) {
        return (layer * directions + at.direction) * count + at.unit / size;
    };
    const auto in_block = [=](const cell_sums::range &slots, const expr &channel,
                              const recurrent_weight &at) {
        return (channel * slots.size() + at.slot - slots.first) * size + at.unit % size;
    };
    const int of_layer = directions * blocks.padded_units();
    const int input_at = sums.of_input.size() * of_layer * p.ic;
    const int hidden_at = input_at + (p.l - 1) * sums.of_input.size() * of_layer * p.dlc();
    const int bias_at = hidden_at + p.l * sums.of_hidden.size() * of_layer * p.hc;
    const cell_sums::range all{0, sums.slots};
    return {bias_at + (p.bias ? p.l * sums.slots * of_layer : 0),
            [=](const recurrent_weight &at) {
                return in_block(sums.of_input, block(0, at) * p.ic + at.from, at);
            },
            [=](const recurrent_weight &at) {
                const expr channel = block(at.layer - 1, at) * p.dlc() + at.from;
                return in_block(sums.of_input, channel, at) + input_at;
            },
            [=](const recurrent_weight &at) {
                const expr channel = block(at.layer, at) * p.hc + at.from;
                return in_block(sums.of_hidden, channel, at) + hidden_at;
            },
            [=](const recurrent_weight &at) {
                return in_block(all, block(at.layer, at), at) + bias_at;
            }};
}

program recurrent_weights_packer(const recurrent_problem &p, const unit_blocks &blocks,
                                 const std::string &name) {
    function_scope scope(name);
    const recurrent_weights packed = packed_recurrent_weights(p, blocks);
    const cell_sums sums = cell_sums::of(p.cell);
    buffer from("weights", {as_index(p.weights_count())}, p_float32, a_input);
    buffer to("packed", {packed.count}, p_float32, a_output);
    region_packer regions(p, blocks, from, to);
    const var first("layer", 0, 1), above("layer", 1, p.l);
    const plain_weights of_first = plain_weights_of(p, 0);
    regions.copy("of_src", first, sums.of_input, p.ic, of_first.of_input, packed.of_src);
    regions.copy("of_hidden", first, sums.of_hidden, p.hc, of_first.of_hidden, packed.of_hidden);
    if (p.l > 1) {
        const plain_weights of_above = plain_weights_of(p, 1);
        regions.copy("of_input", above, sums.of_input, p.dlc(), of_above.of_input, packed.of_input);
        regions.copy("of_hidden_above", above, sums.of_hidden, p.hc, of_above.of_hidden,
                     packed.of_hidden);
    }
    if (p.bias) {
        regions.copy("of_bias", var("layer", 0, p.l), {0, sums.slots}, 1, plain_bias(p),
                     packed.of_bias);
    }
    return {scope.get(), {from, to}};
}

} // namespace tiramisu::nn
