#include "nn/sparse_recurrent/algorithm.h"

#include <functional>

#include "nn/recurrent/directions.h"
#include "nn/sparse_recurrent/memory.h"
#include "nn/sparse_recurrent/pattern.h"
#include "tiramisu/constant.h"

namespace tiramisu::nn {

namespace {

/// Iterators over lanes that lie in tiles.
struct tile_loops {
    var tile, v, lane;
    expr at;

    explicit tile_loops(const lane_tiles &tiles)
        : tile("tile", 0, tiles.tiles), v("v", 0, tiles.vectors), lane("lane", 0, tiles.lanes),
          at((tile * tiles.vectors + v) * tiles.lanes + lane) {}
};

/// Writes the program, part after part.
class sparse_recurrence_writer {
public:
    sparse_recurrence_writer(const sparse_recurrent_task &task, const sparse_recurrent_cut &cut)
        : p_(task.problem), passes_(p_), cut_(cut), slots_(cell_sums::of(p_.cell)),
          memory_(task, cut), pattern_(task, cut), packed_(p_, cut.units),
          channels_(blocks_of_state(p_, cut.units)),
          steps_(p_.lengths ? min(expr(constant("steps", p_int32)), p_.t) : expr(p_.t)),
          pass_("pass", 0, passes_.count), d_("d", 0, p_.directions()),
          block_("block", 0, (steps_ + (cut.t - 1)) / cut.t), l_("l", 0, passes_.layers),
          t_("t", 0, min(expr(cut.t), steps_ - block_ * cut.t)), b_("b", 0, cut.units.count()),
          of_state_("b", 0, channels_.count()), u_("u", 0, cut.units.size),
          gate_("gate", 0, p_.gates()), n_("n", 0, p_.mb), unit_("unit", 0, p_.hc),
          channel_("unit", 0, p_.dic()), pseudo_layers_("pseudo_layer", 0, p_.pseudo_layers()),
          place_("place", 0, cut.unit_lanes()), of_block_(cut.block), of_step_(cut.sequences) {}

    sparse_recurrence write() {
        make_views();
        copy_states_in("h0", channel_, memory_.h0, memory_.states);
        if (p_.has_cell_state()) {
            copy_states_in("c0", unit_, *memory_.c0, *memory_.cells);
        }
        if (memory_.outputs) {
            clear_outputs();
        }
        computation rows_zeros = clear_rows();
        std::vector<computation> rows_fills = fill_rows();
        computation of_input = products_of_input();
        computation sums = sums_of_input(of_input);
        computation of_hidden = products_of_state();
        computation totals = totals_of(of_hidden);
        std::optional<computation> input_totals = totals_of_input();
        std::vector<computation> cell = next_states();
        std::optional<sparse_state_projection> projected = projection();
        const auto [state, rows] = pass_on();
        std::vector<computation> results = pass_results_on();
        copy_states_out();
        return {rows_zeros,
                rows_fills,
                of_input.init(),
                of_input.update(0),
                sums,
                of_hidden.init(),
                of_hidden.update(0),
                totals,
                input_totals,
                cell,
                projected,
                state,
                rows,
                results,
                memory_.arguments(pattern_.arguments())};
    }

private:
    recurrent_problem p_;
    sequence_passes passes_;
    sparse_recurrent_cut cut_;
    cell_sums slots_;
    sparse_recurrent_memory memory_;
    recurrent_pattern pattern_;
    packed_rows packed_;
    unit_blocks channels_;
    expr steps_;
    var pass_, d_, block_, l_, t_, b_;
    var of_state_; ///< blocks of channels of the hidden state
    var u_, gate_, n_, unit_, channel_, pseudo_layers_;
    var place_; ///< in a block of units: unit by lane
    tile_loops of_block_, of_step_;
    // As memory: what a step reads of it was written by another one.
    std::optional<view> rows_, between_, sums_, totals_, states_, cells_, next_, outputs_,
        projected_, lengths_of_places_;
    std::optional<input> bias_, length_;

    int sequences() const { return cut_.sequences.count(); }
    expr pseudo_layer() const { return (pass_ + l_) * p_.directions() + d_; }
    /// In the order of the direction.
    expr step() const { return block_ * cut_.t + t_; }
    expr step_in_sequence_of(int direction) const {
        return step_in_sequence(p_, direction, step(), steps_);
    }
    expr unit() const { return b_ * cut_.units.size + u_; }
    expr row_place(const expr &row, const expr &lane) const {
        return (row + 1) * cut_.block.count() + (t_ * sequences() + lane);
    }
    expr state_place(const expr &unit, const expr &lane) const {
        return (unit + 1) * sequences() + lane;
    }
    /// Of a lane of a block.
    expr block_place(const expr &block) const {
        return state_place(block * cut_.units.size, place_);
    }

    void make_views() {
        const auto see = [](std::optional<view> &as, const std::string &name, buffer &memory,
                            primitive_t type = p_float32) {
            std::vector<var> index;
            for (const expr &size : memory.get_dim_sizes()) {
                index.emplace_back("i" + std::to_string(index.size()), 0, size);
            }
            as.emplace(name + "_view", index, type);
            as->store_in(&memory);
        };
        see(rows_, "rows", memory_.rows);
        if (memory_.between) {
            see(between_, "between", *memory_.between);
        }
        see(sums_, "sums", memory_.sums);
        see(totals_, "totals", memory_.totals);
        see(states_, "states", memory_.states);
        see(next_, "next", memory_.next);
        if (memory_.cells) {
            see(cells_, "cells", *memory_.cells);
        }
        if (memory_.outputs) {
            see(outputs_, "outputs", *memory_.outputs);
            see(projected_, "projected", *memory_.projected);
        }
        if (memory_.bias) {
            bias_.emplace("bias", std::vector<var>{pseudo_layers_, gate_, unit_}, p_float32);
            bias_->store_in(&*memory_.bias);
        }
        if (memory_.lengths) {
            length_.emplace("length", std::vector<var>{n_}, p_int32);
            length_->store_in(&*memory_.lengths);
            buffer of_places = spread_lengths();
            see(lengths_of_places_, "lengths_of_places", of_places, p_int32);
        }
    }

    /// The length of each place of a block of units, so that vectors of places read vectors.
    buffer spread_lengths() {
        buffer memory("lengths_of_places", {cut_.unit_lanes()}, p_int32, a_temporary);
        computation zeros("lengths_zeros", {place_}, expr(0));
        zeros.store_in(&memory, {place_});
        computation spread("lengths_copy", {u_, n_}, (*length_)(n_));
        spread.store_in(&memory, {u_ * sequences() + n_});
        return memory;
    }

    expr unless_ended(const expr &value, const expr &kept) const {
        const expr of_sequence = step_in_sequence(p_, expr(d_), step(), steps_);
        return p_.lengths ? select(of_sequence < (*lengths_of_places_)(place_), value, kept)
                          : value;
    }

    /// Of a slot; units that fill up the last block have that of the last one.
    expr bias(const expr &slot) const {
        return bias_ ? (*bias_)(pseudo_layer(), slots_.bias(slot), min(unit(), expr(p_.hc - 1)))
                     : expr(0.0f);
    }

    void copy_states_in(const std::string &name, const var &unit, buffer from, buffer to) {
        const var place("place", 0, memory_.places);
        computation zeros(name + "_zeros", {pseudo_layers_, place}, 0.0f);
        zeros.store_in(&to);
        input given(name, {pseudo_layers_, n_, unit}, p_float32);
        given.store_in(&from);
        computation copy(name + "_copy", {pseudo_layers_, n_, unit},
                         given(pseudo_layers_, n_, unit));
        copy.store_in(&to, {pseudo_layers_, state_place(unit, n_)});
    }

    /// What elements that fill up a row meet.
    void clear_outputs() {
        const var lane("lane", 0, sequences());
        computation zeros("outputs_zeros", {lane}, 0.0f);
        zeros.store_in(&*memory_.outputs, {lane});
    }

    computation clear_rows() {
        const var row("row", 0, lane_rows(p_, cut_.units)), lane("lane", 0, cut_.block.count());
        computation zeros("rows_zeros", {pass_, d_, block_, row, lane}, 0.0f);
        zeros.store_in(&memory_.rows, {row * cut_.block.count() + lane});
        return zeros;
    }

    /// With src in the first pass, with what the pass before made of it in the others.
    std::vector<computation> fill_rows() {
        const var c("c", 0, p_.ic), of_layer("c", 0, p_.dlc());
        const var first("pass", 0, 1), further("pass", 1, passes_.count);
        input src("src", {var("step", 0, p_.t), n_, c}, p_float32);
        src.store_in(&memory_.src);
        std::vector<computation> made;
        const auto fill = [&](const std::string &name, const var &pass, const var &d,
                              const var &channel, const expr &value) {
            computation one(name, {pass, d, block_, t_, n_, channel}, value);
            one.store_in(&memory_.rows, {row_place(channel, n_)});
            made.push_back(one);
        };
        for (int i = 0; i < p_.directions(); i++) {
            const var d("d", i, i + 1);
            const expr step = step_in_sequence_of(i);
            fill("rows_of_src_" + std::to_string(i), first, d, c, src(step, n_, c));
            if (between_) {
                fill("rows_of_pass_" + std::to_string(i), further, d, of_layer,
                     (*between_)(further - 1, step, n_, of_layer));
            }
        }
        return made;
    }

    computation products_of_input() {
        const auto &[tile, v, lane, at] = of_block_;
        const var e = pattern_.elements(packed_.at(pseudo_layer() * 2, unit(), gate_));
        computation made("of_input", {pass_, d_, block_, l_, b_, tile, u_, gate_, v, lane}, 0.0f);
        made(pass_, d_, block_, l_, b_, tile, u_, gate_, v, lane) +=
            pattern_.values(e) * (*rows_)(pattern_.offsets(e) + at);
        buffer registers("of_input", {cut_.block.vectors, cut_.block.lanes}, p_float32,
                         a_temporary);
        made.store_in(&registers, {v, lane});
        return made;
    }

    computation sums_of_input(const computation &products) {
        const auto &[tile, v, lane, at] = of_block_;
        computation sums("sums", {pass_, d_, block_, l_, b_, tile, u_, gate_, v, lane},
                         products(pass_, d_, block_, l_, b_, tile, u_, gate_, v, lane) +
                             bias(gate_ + slots_.of_input.first));
        sums.store_in(&memory_.sums, {unit(), gate_, at});
        return sums;
    }

    computation products_of_state() {
        return products_of_step(
            "of_hidden", b_, gate_, packed_.at(pseudo_layer() * 2 + 1, unit(), gate_),
            [&](const expr &place) { return expr((*states_)(pseudo_layer(), place)); });
    }

    /// Of a row of weights with what lies at the places that its offsets tell.
    computation products_of_step(const std::string &name, const var &block, const var &gate,
                                 const expr &row, const std::function<expr(const expr &)> &met) {
        const auto &[tile, v, lane, at] = of_step_;
        const var chain("chain", 0, cut_.chains);
        const expr element = pattern_.groups(row) * cut_.chains + chain;
        computation made(name, {pass_, d_, block_, l_, t_, block, tile, u_, gate, chain, v, lane},
                         0.0f);
        made(pass_, d_, block_, l_, t_, block, tile, u_, gate, chain, v, lane) +=
            pattern_.values(element) * met(pattern_.offsets(element) + at);
        buffer registers(name, {cut_.chains, cut_.sequences.vectors, cut_.sequences.lanes},
                         p_float32, a_temporary);
        made.store_in(&registers, {chain, v, lane});
        return made;
    }

    /// The sum of `first` and of all chains.
    expr all_chains(expr first, const computation &products, const var &block, const var &gate) {
        const auto &[tile, v, lane, at] = of_step_;
        for (int chain = 0; chain < cut_.chains; chain++) {
            first =
                first + products(pass_, d_, block_, l_, t_, block, tile, u_, gate, chain, v, lane);
        }
        return first;
    }

    /// Of slots that products with the state go to.
    computation totals_of(const computation &products) {
        const auto &[tile, v, lane, at] = of_step_;
        const int first = slots_.of_hidden.first, last = slots_.of_input.last - 1;
        const expr lane_of_block = t_ * sequences() + at;
        expr total = (*sums_)(unit(), min(gate_ + first, expr(last)), lane_of_block);
        if (slots_.of_hidden.last > slots_.of_input.last) {
            total = select(gate_ + first <= last, total, bias(gate_ + first));
        }
        total = all_chains(total, products, b_, gate_);
        computation made("totals", {pass_, d_, block_, l_, t_, b_, tile, u_, gate_, v, lane},
                         total);
        made.store_in(&memory_.totals, {b_, gate_ + first, u_ * sequences() + at});
        return made;
    }

    /// Of the others.
    std::optional<computation> totals_of_input() {
        if (slots_.of_hidden.first == 0) {
            return {};
        }
        const auto &[tile, v, lane, at] = of_step_;
        const var slot("slot", 0, slots_.of_hidden.first);
        computation made("input_totals", {pass_, d_, block_, l_, t_, b_, tile, u_, slot, v, lane},
                         (*sums_)(unit(), slot, t_ * sequences() + at));
        made.store_in(&memory_.totals, {b_, slot, u_ * sequences() + at});
        return made;
    }

    std::vector<computation> next_states() {
        const slot_sum sum = [&](int slot) { return expr((*totals_)(b_, slot, place_)); };
        const std::vector<var> index = {pass_, d_, block_, l_, t_, b_, place_};
        std::vector<computation> made;
        expr state = cells_ ? expr() : expr((*states_)(pseudo_layer(), block_place(b_)));
        if (cells_) {
            const expr kept = (*cells_)(pseudo_layer(), block_place(b_));
            computation c("c", index, unless_ended(next_cell_state(sum, kept), kept));
            c.store_in(&*memory_.cells, {pseudo_layer(), block_place(b_)});
            state = c(pass_, d_, block_, l_, t_, b_, place_);
            made.push_back(c);
        }
        const expr output = next_hidden_state(p_.cell, sum, state);
        if (outputs_) {
            computation outputs("outputs_next", index, output);
            outputs.store_in(&*memory_.outputs, {block_place(b_)});
            made.push_back(outputs);
        } else {
            made.push_back(next_hidden(b_, output));
        }
        return made;
    }

    /// Others still read the state before.
    computation next_hidden(const var &block, const expr &value) {
        const expr kept = (*states_)(pseudo_layer(), block_place(block));
        computation h("h", {pass_, d_, block_, l_, t_, block, place_}, unless_ended(value, kept));
        h.store_in(&memory_.next, {block, place_});
        return h;
    }

    std::optional<sparse_state_projection> projection() {
        if (!outputs_) {
            return {};
        }
        const auto &[tile, v, lane, at] = of_step_;
        const var gate("gate", 0, 1);
        const expr channel = of_state_ * channels_.size + u_;
        computation products = products_of_step(
            "of_output", of_state_, gate, packed_.of_output(pseudo_layer(), channel),
            [&](const expr &place) { return expr((*outputs_)(place)); });
        computation totals("projected",
                           {pass_, d_, block_, l_, t_, of_state_, tile, u_, gate, v, lane},
                           all_chains(0.0f, products, of_state_, gate));
        totals.store_in(&*memory_.projected, {of_state_, u_ * sequences() + at});
        return sparse_state_projection{products.init(), products.update(0), totals,
                                       next_hidden(of_state_, (*projected_)(of_state_, place_))};
    }

    /// To the next step, and to the next layer.
    std::pair<computation, computation> pass_on() {
        computation state("state", {pass_, d_, block_, l_, t_, of_state_, place_},
                          (*next_)(of_state_, place_));
        state.store_in(&memory_.states, {pseudo_layer(), block_place(of_state_)});
        const auto &[tile, v, lane, at] = of_step_;
        computation rows("rows_next", {pass_, d_, block_, l_, t_, of_state_, u_, tile, v, lane},
                         (*next_)(of_state_, u_ * sequences() + at));
        rows.store_in(&memory_.rows, {row_place(of_state_ * channels_.size + u_, at)});
        return {state, rows};
    }

    /// To the next pass, and from the last one to dst.
    std::vector<computation> pass_results_on() {
        const var last("pass", passes_.count - 1, passes_.count),
            others("pass", 0, passes_.count - 1);
        const expr hidden = (*rows_)(row_place(channel_, n_));
        std::vector<computation> made;
        for (int i = 0; i < p_.directions(); i++) {
            const var d("d", i, i + 1);
            const expr step = step_in_sequence_of(i), channel = channel_ + i * p_.dic();
            if (between_) {
                computation next("between_" + std::to_string(i),
                                 {others, d, block_, t_, n_, channel_}, hidden);
                next.store_in(&*memory_.between, {others, step, n_, channel});
                made.push_back(next);
            }
            computation dst("dst_" + std::to_string(i), {last, d, block_, t_, n_, channel_},
                            p_.lengths ? select(step < (*length_)(n_), hidden, 0.0f) : hidden);
            dst.store_in(&memory_.dst, {step, n_, channel});
            made.push_back(dst);
        }
        return made;
    }

    void copy_states_out() {
        computation hn("hn", {pseudo_layers_, n_, channel_},
                       (*states_)(pseudo_layers_, state_place(channel_, n_)));
        hn.store_in(&memory_.hn);
        if (cells_) {
            computation cn("cn", {pseudo_layers_, n_, unit_},
                           (*cells_)(pseudo_layers_, state_place(unit_, n_)));
            cn.store_in(&*memory_.cn);
        }
    }
};

} // namespace

void sparse_recurrence::fuse() const {
    const var block("block"), l("l"), t("t"), b("b"), gate("gate");
    computation last = rows_zeros;
    const auto next = [&](const computation &one, const var &shared) {
        computation added = one;
        last.then(added, shared);
        last = added;
    };
    for (const computation &one : rows_fills) {
        next(one, block);
    }
    next(of_input_start, block);
    next(of_input, gate);
    next(sums, gate);
    next(of_hidden_start, l);
    next(of_hidden, gate);
    next(totals, gate);
    if (input_totals) {
        next(*input_totals, b);
    }
    for (const computation &one : cell) {
        next(one, b);
    }
    if (projection) {
        next(projection->start, t);
        next(projection->product, gate);
        next(projection->totals, gate);
        next(projection->state, b);
    }
    next(state, t);
    next(rows, t);
    for (const computation &one : results) {
        next(one, block);
    }
}

sparse_recurrence sparse_recurrence_of(const sparse_recurrent_task &task,
                                       const sparse_recurrent_cut &cut) {
    return sparse_recurrence_writer(task, cut).write();
}

} // namespace tiramisu::nn
