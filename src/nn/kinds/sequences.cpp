#include "nn/kinds/sequences.h"

namespace tiramisu::nn {

std::string sequence_example(recurrent_cell cell) {
    return to_string(cell) + " l=1 t=2 mb=2 ic=5 hc=6 bias=1";
}

std::vector<layer_argument> sequence_arguments(const recurrent_problem &p) {
    using role = layer_argument::role;
    const auto sequence = [&](const std::string &name, const tensor_extents &sizes, role is) {
        return layer_argument{{name, sizes, layout::nchw, p.type}, is};
    };
    const auto state = [&](const std::string &name, role is, int channels) {
        layer_argument made = sequence(name, {p.pseudo_layers(), p.mb, channels}, is);
        made.may_be_left_out = true;
        return made;
    };
    std::vector<layer_argument> all = {
        sequence("src", {p.t, p.mb, p.ic}, role::source),
        sequence("weights", {static_cast<int>(p.weights_count())}, role::weights),
        state("first_hidden", role::source, p.dic())};
    if (p.has_cell_state()) {
        all.push_back(state("first_cell", role::source, p.hc));
    }
    if (p.lengths) {
        layer_argument lengths{{"lengths", {p.mb}, layout::nchw, element_type::s32}, role::source};
        lengths.may_be_left_out = true;
        all.push_back(lengths);
    }
    all.push_back(sequence("dst", {p.t, p.mb, p.dlc()}, role::result));
    all.push_back(state("last_hidden", role::result, p.dic()));
    if (p.has_cell_state()) {
        all.push_back(state("last_cell", role::result, p.hc));
    }
    return all;
}

recurrent_data sequence_data(const named_memory &memory) {
    recurrent_data data;
    data.src = memory.source("src");
    data.dst = memory.result("dst");
    data.lengths =
        static_cast<const std::int32_t *>(memory.source("lengths", element_type::s32).data());
    data.first_hidden = memory.source("first_hidden");
    data.first_cell = memory.source("first_cell");
    data.last_hidden = memory.result("last_hidden");
    data.last_cell = memory.result("last_cell");
    return data;
}

} // namespace tiramisu::nn
