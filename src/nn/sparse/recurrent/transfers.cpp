#include "nn/sparse/recurrent/transfers.h"

#include <string>

namespace tiramisu::nn {

void sparse_recurrence_transfers::states_in() {
    copy_in("h0", in_.at.channel, in_.memory.h0, in_.memory.states);
    if (in_.p.has_cell_state()) {
        copy_in("c0", in_.at.unit, *in_.memory.c0, *in_.memory.cells);
    }
    if (in_.memory.outputs) {
        clear_outputs();
    }
}

void sparse_recurrence_transfers::copy_in(const std::string &name, const var &unit, buffer from,
                                          buffer to) {
    const var place("place", 0, in_.memory.places);
    computation zeros(name + "_zeros", {in_.at.pseudo_layer, place}, 0.0f);
    zeros.store_in(&to, {in_.at.pseudo_layer * in_.memory.places + place});
    input given(name, {in_.at.pseudo_layer, in_.at.n, unit}, p_float32);
    given.store_in(&from);
    computation copy(name + "_copy", {in_.at.pseudo_layer, in_.at.n, unit},
                     given(in_.at.pseudo_layer, in_.at.n, unit));
    copy.store_in(&to, {in_.state_place(in_.at.pseudo_layer, unit, in_.at.n)});
}

void sparse_recurrence_transfers::clear_outputs() {
    const var lane("lane", 0, in_.sequences());
    computation zeros("outputs_zeros", {lane}, 0.0f);
    zeros.store_in(&*in_.memory.outputs, {lane});
}

computation sparse_recurrence_transfers::clear_rows() {
    const var row("row", 0, lane_rows(in_.p, in_.blocking.units)),
        lane("lane", 0, in_.blocking.block.count());
    computation zeros("rows_zeros", {in_.at.pass, in_.at.d, in_.at.block, row, lane}, 0.0f);
    zeros.store_in(&in_.memory.rows, {row * in_.blocking.block.count() + lane});
    return zeros;
}

std::vector<computation> sparse_recurrence_transfers::fill_rows() {
    const var c("c", 0, in_.p.ic), of_layer("c", 0, in_.p.dlc());
    const var first("pass", 0, 1), further("pass", 1, sequence_passes(in_.p).count);
    input src("src", {var("step", 0, in_.p.t), in_.at.n, c}, p_float32);
    src.store_in(&in_.memory.src);
    std::vector<computation> made;
    const auto fill = [&](const std::string &name, const var &pass, const var &d,
                          const var &channel, const expr &value) {
        computation one(name, {pass, d, in_.at.block, in_.at.t, in_.at.n, channel}, value);
        one.store_in(&in_.memory.rows, {in_.row_place(channel, in_.at.n)});
        made.push_back(one);
    };
    for (int i = 0; i < in_.p.directions(); i++) {
        const var d("d", i, i + 1);
        const expr step = in_.step_of(i);
        fill("rows_of_src_" + std::to_string(i), first, d, c, src(step, in_.at.n, c));
        if (in_.read.between) {
            fill("rows_of_pass_" + std::to_string(i), further, d, of_layer,
                 (*in_.read.between)(further - 1, step, in_.at.n, of_layer));
        }
    }
    return made;
}

std::vector<computation> sparse_recurrence_transfers::results() {
    const int passes = sequence_passes(in_.p).count;
    const var last("pass", passes - 1, passes), others("pass", 0, passes - 1);
    const expr hidden = in_.read.rows(in_.row_place(in_.at.channel, in_.at.n));
    std::vector<computation> made;
    for (int i = 0; i < in_.p.directions(); i++) {
        const var d("d", i, i + 1);
        const expr step = in_.step_of(i), channel = in_.at.channel + i * in_.p.dic();
        if (in_.read.between) {
            computation next("between_" + std::to_string(i),
                             {others, d, in_.at.block, in_.at.t, in_.at.n, in_.at.channel}, hidden);
            next.store_in(&*in_.memory.between, {others, step, in_.at.n, channel});
            made.push_back(next);
        }
        computation dst(
            "dst_" + std::to_string(i), {last, d, in_.at.block, in_.at.t, in_.at.n, in_.at.channel},
            in_.p.lengths ? select(step < (*in_.read.length)(in_.at.n), hidden, 0.0f) : hidden);
        dst.store_in(&in_.memory.dst, {step, in_.at.n, channel});
        made.push_back(dst);
    }
    return made;
}

void sparse_recurrence_transfers::states_out() {
    computation hn("hn", {in_.at.pseudo_layer, in_.at.n, in_.at.channel},
                   in_.read.states(in_.state_place(in_.at.pseudo_layer, in_.at.channel, in_.at.n)));
    hn.store_in(&in_.memory.hn);
    if (in_.read.cells) {
        computation cn(
            "cn", {in_.at.pseudo_layer, in_.at.n, in_.at.unit},
            (*in_.read.cells)(in_.state_place(in_.at.pseudo_layer, in_.at.unit, in_.at.n)));
        cn.store_in(&*in_.memory.cn);
    }
}

} // namespace tiramisu::nn
