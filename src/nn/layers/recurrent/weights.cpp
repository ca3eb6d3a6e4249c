#include "nn/layers/recurrent/weights.h"

#include "nn/layers/recurrent/cell.h"

namespace tiramisu::nn {

namespace {

int as_index(std::size_t floats) {
    return static_cast<int>(floats);
}

/// Where the problem has the weights of layer 0, or of those above it.
struct plain_weights {
    recurrent_weights::place of_input, of_hidden, of_output;
};

plain_weights plain_weights_of(const recurrent_problem &p, int first_layer) {
    const cell_sums sums = cell_sums::of(p.cell);
    const int channels = p.slc(first_layer), hc = p.hc, dic = p.dic();
    const int size = p.gates() * hc * (channels + dic) + p.proj * hc;
    const int input_at = as_index(p.input_weights_at(first_layer));
    const int hidden_at = as_index(p.hidden_weights_at(first_layer));
    const int output_at = as_index(p.projection_weights_at(first_layer));
    const auto row = [=](const recurrent_weight &at) { return sums.gate(at.slot) * hc + at.unit; };
    const auto pseudo_layer_at = [=, directions = p.directions()](const recurrent_weight &at) {
        return ((at.layer - first_layer) * directions + at.direction) * size;
    };
    return {[=](const recurrent_weight &at) {
                return pseudo_layer_at(at) + row(at) * channels + at.from + input_at;
            },
            [=](const recurrent_weight &at) {
                return pseudo_layer_at(at) + row(at) * dic + at.from + hidden_at;
            },
            [=](const recurrent_weight &at) {
                return pseudo_layer_at(at) + at.unit * hc + at.from + output_at;
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
    region_packer(const recurrent_problem &problem, buffer from, buffer to)
        : problem_(problem), from_(std::move(from)), to_(std::move(to)) {}

    void copy(const std::string &name, const var &layer, const unit_blocks &blocks,
              const cell_sums::range &slots, int channels, const recurrent_weights::place &plain,
              const recurrent_weights::place &packed) {
        const var direction("direction", 0, problem_.directions());
        const var slot("slot", slots.first, slots.last), unit("unit", 0, blocks.units);
        const var padded("unit", 0, blocks.padded_units()), from("from", 0, channels);
        const recurrent_weight at{layer, direction, slot, unit, from};
        input weights(name + "_weights", {layer, direction, slot, unit, from}, p_float32);
        weights.store_in(&from_, {plain(at)});
        const expr value = weights(layer, direction, slot, unit, from);
        if (blocks.padded_units() != blocks.units) {
            computation zeros(name + "_zeros", {layer, direction, slot, padded, from}, 0.0f);
            zeros.store_in(&to_, {packed({layer, direction, slot, padded, from})});
        }
        computation packed_values(name, {layer, direction, slot, unit, from}, value);
        packed_values.store_in(&to_, {packed(at)});
    }

private:
    recurrent_problem problem_;
    buffer from_, to_;
};

} // namespace

unit_blocks blocks_of_state(const recurrent_problem &problem, const unit_blocks &units) {
    return {problem.dic(), units.size};
}

recurrent_weights packed_recurrent_weights(const recurrent_problem &p, const unit_blocks &blocks) {
    const cell_sums sums = cell_sums::of(p.cell);
    const int size = blocks.size, count = blocks.count(), directions = p.directions();
    const unit_blocks of_state = blocks_of_state(p, blocks);
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
    const int output_at = hidden_at + p.l * sums.of_hidden.size() * of_layer * p.dic();
    const int of_outputs = p.proj > 0 ? p.pseudo_layers() * of_state.padded_units() * p.hc : 0;
    const int bias_at = output_at + of_outputs;
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
                const expr channel = block(at.layer, at) * p.dic() + at.from;
                return in_block(sums.of_hidden, channel, at) + hidden_at;
            },
            [=](const recurrent_weight &at) {
                const expr pseudo_layer = at.layer * directions + at.direction;
                const expr of_block = pseudo_layer * of_state.count() + at.unit / size;
                return in_block({0, 1}, of_block * p.hc + at.from, at) + output_at;
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
    region_packer regions(p, from, to);
    const auto copy_layers = [&](const std::string &which, const var &layer, int first,
                                 const recurrent_weights::place &of_input) {
        const plain_weights plain = plain_weights_of(p, first);
        regions.copy("of_input" + which, layer, blocks, sums.of_input, p.slc(first), plain.of_input,
                     of_input);
        regions.copy("of_hidden" + which, layer, blocks, sums.of_hidden, p.dic(), plain.of_hidden,
                     packed.of_hidden);
        if (p.proj > 0) {
            regions.copy("of_output" + which, layer, blocks_of_state(p, blocks), {0, 1}, p.hc,
                         plain.of_output, packed.of_output);
        }
    };
    copy_layers("_of_first", var("layer", 0, 1), 0, packed.of_src);
    if (p.l > 1) {
        copy_layers("_above", var("layer", 1, p.l), 1, packed.of_input);
    }
    if (p.bias) {
        regions.copy("of_bias", var("layer", 0, p.l), blocks, {0, sums.slots}, 1, plain_bias(p),
                     packed.of_bias);
    }
    return {scope.get(), {from, to}};
}

} // namespace tiramisu::nn
