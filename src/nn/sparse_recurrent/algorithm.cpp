#include "nn/sparse_recurrent/algorithm.h"

#include <functional>

#include "nn/recurrent/directions.h"
#include "nn/sparse_recurrent/pattern.h"
#include "nn/sparse_recurrent/views.h"

namespace tiramisu::nn {

namespace {

/// Writes the program, part after part.
class sparse_recurrence_writer {
public:
    sparse_recurrence_writer(const sparse_recurrent_task &task, const sparse_recurrent_cut &cut)
        : p_(task.problem), cut_(cut), slots_(cell_sums::of(p_.cell)), memory_(task, cut),
          pattern_(task, cut), packed_(p_, cut), at_(p_, cut), read_(memory_, at_, cut) {}

    sparse_recurrence write() {
        copy_states_in("h0", at_.channel, memory_.h0, memory_.states);
        if (p_.has_cell_state()) {
            copy_states_in("c0", at_.unit, *memory_.c0, *memory_.cells);
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
    sparse_recurrent_cut cut_;
    cell_sums slots_;
    sparse_recurrent_memory memory_;
    recurrent_pattern pattern_;
    packed_rows packed_;
    sparse_recurrent_iterators at_;
    sparse_recurrent_views read_;

    int sequences() const { return cut_.sequences.count(); }
    expr pseudo_layer() const { return (at_.pass + at_.l) * p_.directions() + at_.d; }
    /// In the order of the direction.
    expr step() const { return at_.block * cut_.t + at_.t; }
    expr step_in_sequence_of(int direction) const {
        return step_in_sequence(p_, direction, step(), at_.steps);
    }
    expr unit() const { return at_.b * cut_.units.size + at_.u; }
    expr row_place(const expr &row, const expr &lane) const {
        return (row + 1) * cut_.block.count() + (at_.t * sequences() + lane);
    }
    expr state_place(const expr &unit, const expr &lane) const {
        return (unit + 1) * sequences() + lane;
    }
    expr state_place(const expr &pseudo_layer, const expr &unit, const expr &lane) const {
        return pseudo_layer * memory_.places + state_place(unit, lane);
    }
    /// Of a lane of a block, in the states of the pseudo-layer.
    expr block_place(const expr &block) const {
        return state_place(pseudo_layer(), block * cut_.units.size, at_.place);
    }

    expr unless_ended(const expr &value, const expr &kept) const {
        const expr of_sequence = step_in_sequence(p_, expr(at_.d), step(), at_.steps);
        return p_.lengths ? select(of_sequence < (*read_.lengths_of_places)(at_.place), value, kept)
                          : value;
    }

    /// Of a slot; units that fill up the last block have that of the last one.
    expr bias(const expr &slot) const {
        return read_.bias
                   ? (*read_.bias)(pseudo_layer(), slots_.bias(slot), min(unit(), expr(p_.hc - 1)))
                   : expr(0.0f);
    }

    void copy_states_in(const std::string &name, const var &unit, buffer from, buffer to) {
        const var place("place", 0, memory_.places);
        computation zeros(name + "_zeros", {at_.pseudo_layer, place}, 0.0f);
        zeros.store_in(&to, {at_.pseudo_layer * memory_.places + place});
        input given(name, {at_.pseudo_layer, at_.n, unit}, p_float32);
        given.store_in(&from);
        computation copy(name + "_copy", {at_.pseudo_layer, at_.n, unit},
                         given(at_.pseudo_layer, at_.n, unit));
        copy.store_in(&to, {state_place(at_.pseudo_layer, unit, at_.n)});
    }

    /// What elements that fill up a row meet.
    void clear_outputs() {
        const var lane("lane", 0, sequences());
        computation zeros("outputs_zeros", {lane}, 0.0f);
        zeros.store_in(&*memory_.outputs, {lane});
    }

    computation clear_rows() {
        const var row("row", 0, lane_rows(p_, cut_.units)), lane("lane", 0, cut_.block.count());
        computation zeros("rows_zeros", {at_.pass, at_.d, at_.block, row, lane}, 0.0f);
        zeros.store_in(&memory_.rows, {row * cut_.block.count() + lane});
        return zeros;
    }

    /// With src in the first pass, with what the pass before made of it in the others.
    std::vector<computation> fill_rows() {
        const var c("c", 0, p_.ic), of_layer("c", 0, p_.dlc());
        const var first("pass", 0, 1), further("pass", 1, sequence_passes(p_).count);
        input src("src", {var("step", 0, p_.t), at_.n, c}, p_float32);
        src.store_in(&memory_.src);
        std::vector<computation> made;
        const auto fill = [&](const std::string &name, const var &pass, const var &d,
                              const var &channel, const expr &value) {
            computation one(name, {pass, d, at_.block, at_.t, at_.n, channel}, value);
            one.store_in(&memory_.rows, {row_place(channel, at_.n)});
            made.push_back(one);
        };
        for (int i = 0; i < p_.directions(); i++) {
            const var d("d", i, i + 1);
            const expr step = step_in_sequence_of(i);
            fill("rows_of_src_" + std::to_string(i), first, d, c, src(step, at_.n, c));
            if (read_.between) {
                fill("rows_of_pass_" + std::to_string(i), further, d, of_layer,
                     (*read_.between)(further - 1, step, at_.n, of_layer));
            }
        }
        return made;
    }

    /// A sum before it gets the products of a block of columns: at first `start`, then what lies in
    /// memory.
    static expr sum_so_far(const var &columns, const column_blocks &blocks, const expr &start,
                           const expr &kept) {
        return blocks.count() > 1 ? select(columns == 0, start, kept) : start;
    }

    computation products_of_input() {
        const auto &[tile, v, lane, at] = at_.of_block;
        const expr row =
            packed_.of_input.row(pseudo_layer(), at_.b, at_.input_columns, at_.u, at_.gate);
        const var e = pattern_.elements(row);
        computation made("of_input", input_index(), 0.0f);
        made(at_.pass, at_.d, at_.block, at_.l, at_.b, tile, at_.input_columns, at_.u, at_.gate, v,
             lane) += pattern_.values(e) * read_.rows(pattern_.offsets(e) + at);
        buffer registers("of_input", {cut_.block.vectors, cut_.block.lanes}, p_float32,
                         a_temporary);
        made.store_in(&registers, {v, lane});
        return made;
    }

    std::vector<var> input_index() const {
        const auto &[tile, v, lane, at] = at_.of_block;
        return {at_.pass,          at_.d, at_.block, at_.l, at_.b, tile,
                at_.input_columns, at_.u, at_.gate,  v,     lane};
    }

    computation sums_of_input(const computation &products) {
        const auto &[tile, v, lane, at] = at_.of_block;
        const expr before =
            sum_so_far(at_.input_columns, cut_.of_input, bias(at_.gate + slots_.of_input.first),
                       read_.sums(unit(), at_.gate, at));
        computation sums("sums", input_index(),
                         before + products(at_.pass, at_.d, at_.block, at_.l, at_.b, tile,
                                           at_.input_columns, at_.u, at_.gate, v, lane));
        sums.store_in(&memory_.sums, {unit(), at_.gate, at});
        return sums;
    }

    /// The rows of a step's product: blocks of units or channels, blocks of columns, gates.
    struct step_rows {
        var block, columns, gate;
    };
    step_rows rows_of_state() const { return {at_.b, at_.state_columns, at_.gate}; }
    step_rows rows_of_output() const {
        return {at_.of_state, at_.output_columns, var("gate", 0, 1)};
    }
    std::vector<var> step_index(const step_rows &rows) const {
        const auto &[tile, v, lane, at] = at_.of_step;
        return {at_.pass, at_.d,        at_.block, at_.l,     at_.t, rows.block,
                tile,     rows.columns, at_.u,     rows.gate, v,     lane};
    }

    computation products_of_state() {
        return products_of_step("of_hidden", rows_of_state(), packed_.of_state,
                                [&](const expr &place) { return expr(read_.states(place)); });
    }

    /// Of rows of weights with what lies at the places that their offsets tell.
    computation products_of_step(const std::string &name, const step_rows &rows,
                                 const packed_matrices &packed,
                                 const std::function<expr(const expr &)> &met) {
        const auto &[tile, v, lane, at] = at_.of_step;
        const var chain("chain", 0, cut_.chains);
        const expr row = packed.row(pseudo_layer(), rows.block, rows.columns, at_.u, rows.gate);
        const expr element = pattern_.starts(row) + pattern_.groups(row) * cut_.chains + chain;
        std::vector<var> index = step_index(rows);
        index.insert(index.end() - 2, chain);
        computation made(name, index, 0.0f);
        made(at_.pass, at_.d, at_.block, at_.l, at_.t, rows.block, tile, rows.columns, at_.u,
             rows.gate, chain, v, lane) +=
            pattern_.values(element) * met(pattern_.offsets(element) + at);
        buffer registers(name, {cut_.chains, cut_.sequences.vectors, cut_.sequences.lanes},
                         p_float32, a_temporary);
        made.store_in(&registers, {chain, v, lane});
        return made;
    }

    /// The sum of `first` and of all chains.
    expr all_chains(expr first, const computation &products, const step_rows &rows) {
        const auto &[tile, v, lane, at] = at_.of_step;
        for (int chain = 0; chain < cut_.chains; chain++) {
            first = first + products(at_.pass, at_.d, at_.block, at_.l, at_.t, rows.block, tile,
                                     rows.columns, at_.u, rows.gate, chain, v, lane);
        }
        return first;
    }

    /// Of slots that products with the state go to.
    computation totals_of(const computation &products) {
        const auto &[tile, v, lane, at] = at_.of_step;
        const int first = slots_.of_hidden.first, last = slots_.of_input.last - 1;
        const expr lane_of_block = at_.t * sequences() + at,
                   lane_of_units = at_.u * sequences() + at;
        expr start = read_.sums(unit(), min(at_.gate + first, expr(last)), lane_of_block);
        if (slots_.of_hidden.last > slots_.of_input.last) {
            start = select(at_.gate + first <= last, start, bias(at_.gate + first));
        }
        const expr before = sum_so_far(at_.state_columns, cut_.of_state, start,
                                       read_.totals(at_.b, at_.gate + first, lane_of_units));
        computation made("totals", step_index(rows_of_state()),
                         all_chains(before, products, rows_of_state()));
        made.store_in(&memory_.totals, {at_.b, at_.gate + first, lane_of_units});
        return made;
    }

    /// Of the others.
    std::optional<computation> totals_of_input() {
        if (slots_.of_hidden.first == 0) {
            return {};
        }
        const auto &[tile, v, lane, at] = at_.of_step;
        const var slot("slot", 0, slots_.of_hidden.first);
        computation made(
            "input_totals",
            {at_.pass, at_.d, at_.block, at_.l, at_.t, at_.b, tile, at_.u, slot, v, lane},
            read_.sums(unit(), slot, at_.t * sequences() + at));
        made.store_in(&memory_.totals, {at_.b, slot, at_.u * sequences() + at});
        return made;
    }

    std::vector<computation> next_states() {
        const slot_sum sum = [&](int slot) { return expr(read_.totals(at_.b, slot, at_.place)); };
        const std::vector<var> index = {at_.pass, at_.d, at_.block, at_.l, at_.t, at_.b, at_.place};
        std::vector<computation> made;
        expr state = read_.cells ? expr() : expr(read_.states(block_place(at_.b)));
        if (read_.cells) {
            const expr kept = (*read_.cells)(block_place(at_.b));
            computation c("c", index, unless_ended(next_cell_state(sum, kept), kept));
            c.store_in(&*memory_.cells, {block_place(at_.b)});
            state = c(at_.pass, at_.d, at_.block, at_.l, at_.t, at_.b, at_.place);
            made.push_back(c);
        }
        const expr output = next_hidden_state(p_.cell, sum, state);
        if (read_.outputs) {
            computation outputs("outputs_next", index, output);
            outputs.store_in(&*memory_.outputs, {state_place(at_.b * cut_.units.size, at_.place)});
            made.push_back(outputs);
        } else {
            made.push_back(next_hidden(at_.b, output));
        }
        return made;
    }

    /// Others still read the state before.
    computation next_hidden(const var &block, const expr &value) {
        const expr kept = read_.states(block_place(block));
        computation h("h", {at_.pass, at_.d, at_.block, at_.l, at_.t, block, at_.place},
                      unless_ended(value, kept));
        h.store_in(&memory_.next, {block, at_.place});
        return h;
    }

    std::optional<sparse_state_projection> projection() {
        if (!read_.outputs) {
            return {};
        }
        const auto &[tile, v, lane, at] = at_.of_step;
        const expr lane_of_channels = at_.u * sequences() + at;
        computation products =
            products_of_step("of_output", rows_of_output(), packed_.of_output,
                             [&](const expr &place) { return expr((*read_.outputs)(place)); });
        const expr before = sum_so_far(at_.output_columns, cut_.of_output, 0.0f,
                                       (*read_.projected)(at_.of_state, lane_of_channels));
        computation totals("projected", step_index(rows_of_output()),
                           all_chains(before, products, rows_of_output()));
        totals.store_in(&*memory_.projected, {at_.of_state, lane_of_channels});
        return sparse_state_projection{
            products.init(), products.update(0), totals,
            next_hidden(at_.of_state, (*read_.projected)(at_.of_state, at_.place))};
    }

    /// To the next step, and to the next layer.
    std::pair<computation, computation> pass_on() {
        computation state("state",
                          {at_.pass, at_.d, at_.block, at_.l, at_.t, at_.of_state, at_.place},
                          read_.next(at_.of_state, at_.place));
        state.store_in(&memory_.states, {block_place(at_.of_state)});
        const auto &[tile, v, lane, at] = at_.of_step;
        computation rows(
            "rows_next",
            {at_.pass, at_.d, at_.block, at_.l, at_.t, at_.of_state, at_.u, tile, v, lane},
            read_.next(at_.of_state, at_.u * sequences() + at));
        rows.store_in(&memory_.rows, {row_place(at_.of_state * cut_.units.size + at_.u, at)});
        return {state, rows};
    }

    /// To the next pass, and from the last one to dst.
    std::vector<computation> pass_results_on() {
        const int passes = sequence_passes(p_).count;
        const var last("pass", passes - 1, passes), others("pass", 0, passes - 1);
        const expr hidden = read_.rows(row_place(at_.channel, at_.n));
        std::vector<computation> made;
        for (int i = 0; i < p_.directions(); i++) {
            const var d("d", i, i + 1);
            const expr step = step_in_sequence_of(i), channel = at_.channel + i * p_.dic();
            if (read_.between) {
                computation next("between_" + std::to_string(i),
                                 {others, d, at_.block, at_.t, at_.n, at_.channel}, hidden);
                next.store_in(&*memory_.between, {others, step, at_.n, channel});
                made.push_back(next);
            }
            computation dst(
                "dst_" + std::to_string(i), {last, d, at_.block, at_.t, at_.n, at_.channel},
                p_.lengths ? select(step < (*read_.length)(at_.n), hidden, 0.0f) : hidden);
            dst.store_in(&memory_.dst, {step, at_.n, channel});
            made.push_back(dst);
        }
        return made;
    }

    void copy_states_out() {
        computation hn("hn", {at_.pseudo_layer, at_.n, at_.channel},
                       read_.states(state_place(at_.pseudo_layer, at_.channel, at_.n)));
        hn.store_in(&memory_.hn);
        if (read_.cells) {
            computation cn("cn", {at_.pseudo_layer, at_.n, at_.unit},
                           (*read_.cells)(state_place(at_.pseudo_layer, at_.unit, at_.n)));
            cn.store_in(&*memory_.cn);
        }
    }
};

} // namespace

sparse_recurrence sparse_recurrence_of(const sparse_recurrent_task &task,
                                       const sparse_recurrent_cut &cut) {
    return sparse_recurrence_writer(task, cut).write();
}

} // namespace tiramisu::nn
