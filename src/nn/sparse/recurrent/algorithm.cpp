#include "nn/sparse/recurrent/algorithm.h"

#include <functional>

#include "nn/sparse/recurrent/transfers.h"

namespace tiramisu::nn {

namespace {

/// Writes the program, part after part.
class sparse_recurrence_writer {
public:
    sparse_recurrence_writer(const sparse_recurrent_task &task,
                             const sparse_recurrent_tiling &blocking)
        : frame_(task, blocking), slots_(cell_sums::of(task.problem.cell)),
          packed_(task.problem, blocking), p_(frame_.p), blocking_(frame_.blocking),
          memory_(frame_.memory), pattern_(frame_.pattern), at_(frame_.at), read_(frame_.read),
          unit_(at_.place / frame_.sequences()), lane_(at_.place % frame_.sequences()) {}

    sparse_recurrence write() {
        sparse_recurrence_transfers transfers(frame_);
        transfers.states_in();
        computation rows_zeros = transfers.clear_rows();
        std::vector<computation> rows_fills = transfers.fill_rows();
        computation of_input = products_of_input();
        computation sums = sums_of_input(of_input);
        computation start_of_totals = totals_start();
        computation of_hidden = products_of_state();
        computation totals = totals_of(of_hidden);
        std::vector<computation> cell = next_states();
        std::optional<sparse_state_projection> projected = projection();
        const auto [state, rows] = pass_on();
        std::vector<computation> results = transfers.results();
        transfers.states_out();
        return {rows_zeros,
                rows_fills,
                of_input.init(),
                of_input.update(0),
                sums,
                start_of_totals,
                of_hidden.init(),
                of_hidden.update(0),
                totals,
                cell,
                projected,
                state,
                rows,
                results,
                {pattern_.values, pattern_.offsets},
                memory_.arguments(pattern_.arguments())};
    }

private:
    sparse_recurrence_frame frame_;
    cell_sums slots_;
    packed_rows packed_;
    const recurrent_problem &p_;
    const sparse_recurrent_tiling &blocking_;
    sparse_recurrent_memory &memory_;
    const recurrent_pattern &pattern_;
    const sparse_recurrent_iterators &at_;
    sparse_recurrent_views &read_;
    expr unit_, lane_; ///< of a place in a block of units

    /// Of a slot, for a unit of this block; those that fill up the last block have that of the last
    /// one.
    expr bias(const expr &slot, const expr &unit_of_block) const {
        return read_.bias ? (*read_.bias)(frame_.pseudo_layer(), slots_.bias(slot),
                                          min(at_.b * units() + unit_of_block, expr(p_.hc - 1)))
                          : expr(0.0f);
    }
    int units() const { return blocking_.units.size; }

    /// A sum before it gets the products of a block of columns: at first `start`, then what lies in
    /// memory.
    static expr sum_so_far(const var &columns, const column_blocks &blocks, const expr &start,
                           const expr &kept) {
        return blocks.count() > 1 ? select(columns == 0, start, kept) : start;
    }

    computation products_of_input() {
        const auto &[tile, v, lane, at] = at_.of_block;
        const var e = pattern_.elements(row_of_input());
        computation made("of_input", input_index(), 0.0f);
        made(at_.pass, at_.d, at_.block, at_.l, at_.b, tile, at_.input_columns, at_.row_of_gates, v,
             lane) += pattern_.values(e) * read_.rows(pattern_.offsets(e) + at);
        buffer registers("of_input", {blocking_.block.vectors, blocking_.block.lanes}, p_float32,
                         a_temporary);
        made.store_in(&registers, {v, lane});
        return made;
    }

    std::vector<var> input_index() const {
        const auto &[tile, v, lane, at] = at_.of_block;
        return {at_.pass,         at_.d, at_.block, at_.l, at_.b, tile, at_.input_columns,
                at_.row_of_gates, v,     lane};
    }

    expr row_of_input() const {
        return packed_.of_input.row(frame_.pseudo_layer(), at_.b, at_.input_columns,
                                    at_.row_of_gates);
    }

    computation sums_of_input(const computation &products) {
        const auto &[tile, v, lane, at] = at_.of_block;
        const expr place = pattern_.places(row_of_input());
        const expr before =
            sum_so_far(at_.input_columns, blocking_.of_input,
                       bias(place / units() + slots_.of_input.first, place % units()),
                       read_.sums(at_.b, place, at));
        computation sums("sums", input_index(),
                         before + products(at_.pass, at_.d, at_.block, at_.l, at_.b, tile,
                                           at_.input_columns, at_.row_of_gates, v, lane));
        sums.store_in(&memory_.sums, {at_.b, place, at});
        return sums;
    }

    /// The rows of a step's product: blocks of units or channels, blocks of columns, rows of both.
    struct step_rows {
        packed_matrices packed;
        var block, columns, row;
    };
    step_rows rows_of_state() const {
        return {packed_.of_state, at_.b, at_.state_columns, at_.row_of_gates};
    }
    step_rows rows_of_output() const {
        return {packed_.of_output, at_.of_state, at_.output_columns, at_.row_of_output};
    }
    std::vector<var> step_index(const step_rows &rows) const {
        const auto &[tile, v, lane, at] = at_.of_step;
        return {at_.pass, at_.d,        at_.block, at_.l, at_.t, rows.block,
                tile,     rows.columns, rows.row,  v,     lane};
    }
    expr packed_row(const step_rows &rows) const {
        return rows.packed.row(frame_.pseudo_layer(), rows.block, rows.columns, rows.row);
    }

    computation products_of_state() {
        return products_of_step("of_hidden", rows_of_state(),
                                [&](const expr &met) { return expr(read_.states(met)); });
    }

    /// Of rows of weights with what lies at the places that their offsets tell.
    computation products_of_step(const std::string &name, const step_rows &rows,
                                 const std::function<expr(const expr &)> &met) {
        const auto &[tile, v, lane, at] = at_.of_step;
        const var chain("chain", 0, blocking_.chains);
        const expr row = packed_row(rows);
        const expr element = pattern_.starts(row) + pattern_.groups(row) * blocking_.chains + chain;
        std::vector<var> index = step_index(rows);
        index.insert(index.end() - 1, chain);
        computation made(name, index, 0.0f);
        made(at_.pass, at_.d, at_.block, at_.l, at_.t, rows.block, tile, rows.columns, rows.row, v,
             chain, lane) += pattern_.values(element) * met(pattern_.offsets(element) + at);
        buffer registers(name,
                         {blocking_.sequences.vectors, blocking_.chains, blocking_.sequences.lanes},
                         p_float32, a_temporary);
        made.store_in(&registers, {v, chain, lane});
        return made;
    }

    /// The sum of `first` and of all chains.
    expr all_chains(expr first, const computation &products, const step_rows &rows) {
        const auto &[tile, v, lane, at] = at_.of_step;
        for (int chain = 0; chain < blocking_.chains; chain++) {
            first = first + products(at_.pass, at_.d, at_.block, at_.l, at_.t, rows.block, tile,
                                     rows.columns, rows.row, v, chain, lane);
        }
        return first;
    }

    /// What products with the input add, or the bias where there are none. In order, where rows are
    /// not: the sums of all blocks of units may be more than a cache holds.
    computation totals_start() {
        const auto &[tile, v, lane, at] = at_.of_step;
        const var slot("slot", 0, slots_.slots);
        const expr place = packed_.of_state.place(at_.u, slot);
        const int last = slots_.of_input.last;
        const expr of_input =
            read_.sums(at_.b, packed_.of_input.place(at_.u, min(slot, expr(last - 1))),
                       at_.t * frame_.sequences() + at);
        computation made(
            "totals_start",
            {at_.pass, at_.d, at_.block, at_.l, at_.t, at_.b, slot, at_.u, tile, v, lane},
            last < slots_.slots ? select(slot < last, of_input, bias(slot, at_.u)) : of_input);
        made.store_in(&memory_.totals, {at_.b, place, at});
        return made;
    }

    computation totals_of(const computation &products) {
        const expr &at = at_.of_step.at;
        const step_rows rows = rows_of_state();
        const expr place = pattern_.places(packed_row(rows)) + slots_.of_hidden.first * units();
        computation made("totals", step_index(rows),
                         all_chains(read_.totals(at_.b, place, at), products, rows));
        made.store_in(&memory_.totals, {at_.b, place, at});
        return made;
    }

    std::vector<computation> next_states() {
        const slot_sum sum = [&](int slot) {
            return expr(read_.totals(at_.b, slot * units() + unit_, lane_));
        };
        const std::vector<var> index = {at_.pass, at_.d, at_.block, at_.l, at_.t, at_.b, at_.place};
        std::vector<computation> made;
        expr state = read_.cells ? expr() : expr(read_.states(frame_.block_place(at_.b)));
        if (read_.cells) {
            const expr kept = (*read_.cells)(frame_.block_place(at_.b));
            computation c("c", index, frame_.unless_ended(next_cell_state(sum, kept), kept));
            c.store_in(&*memory_.cells, {frame_.block_place(at_.b)});
            state = c(at_.pass, at_.d, at_.block, at_.l, at_.t, at_.b, at_.place);
            made.push_back(c);
        }
        const expr output = next_hidden_state(p_.cell, sum, state);
        if (read_.outputs) {
            computation outputs("outputs_next", index, output);
            outputs.store_in(&*memory_.outputs,
                             {frame_.state_place(at_.b * blocking_.units.size, at_.place)});
            made.push_back(outputs);
        } else {
            made.push_back(next_hidden(at_.b, output));
        }
        return made;
    }

    /// Others still read the state before.
    computation next_hidden(const var &block, const expr &value) {
        const expr kept = read_.states(frame_.block_place(block));
        computation h("h", {at_.pass, at_.d, at_.block, at_.l, at_.t, block, at_.place},
                      frame_.unless_ended(value, kept));
        h.store_in(&memory_.next, {block, at_.place});
        return h;
    }

    std::optional<sparse_state_projection> projection() {
        if (!read_.outputs) {
            return {};
        }
        const step_rows rows = rows_of_output();
        const expr place = pattern_.places(packed_row(rows));
        const expr &at = at_.of_step.at;
        computation products = products_of_step(
            "of_output", rows, [&](const expr &met) { return expr((*read_.outputs)(met)); });
        const expr before = sum_so_far(at_.output_columns, blocking_.of_output, 0.0f,
                                       (*read_.projected)(at_.of_state, place, at));
        computation totals("projected", step_index(rows), all_chains(before, products, rows));
        totals.store_in(&*memory_.projected, {at_.of_state, place, at});
        return sparse_state_projection{
            products.init(), products.update(0), totals,
            next_hidden(at_.of_state, (*read_.projected)(at_.of_state, unit_, lane_))};
    }

    /// To the next step, and to the next layer.
    std::pair<computation, computation> pass_on() {
        computation state("state",
                          {at_.pass, at_.d, at_.block, at_.l, at_.t, at_.of_state, at_.place},
                          read_.next(at_.of_state, at_.place));
        state.store_in(&memory_.states, {frame_.block_place(at_.of_state)});
        const auto &[tile, v, lane, at] = at_.of_step;
        computation rows(
            "rows_next",
            {at_.pass, at_.d, at_.block, at_.l, at_.t, at_.of_state, at_.u, tile, v, lane},
            read_.next(at_.of_state, at_.u * frame_.sequences() + at));
        rows.store_in(&memory_.rows,
                      {frame_.row_place(at_.of_state * blocking_.units.size + at_.u, at)});
        return {state, rows};
    }
};

} // namespace

sparse_recurrence sparse_recurrence_of(const sparse_recurrent_task &task,
                                       const sparse_recurrent_tiling &blocking) {
    return sparse_recurrence_writer(task, blocking).write();
}

} // namespace tiramisu::nn
