#include "nn/layers/recurrent/algorithm.h"

#include <optional>

#include "nn/layers/recurrent/directions.h"
#include "nn/layers/recurrent/lengths.h"
#include "tiramisu/constant.h"

namespace tiramisu::nn {

namespace {

/// Writes the program, part after part.
class recurrence_writer {
public:
    recurrence_writer(const recurrent_task &task, const recurrent_storage &storage)
        : at(task, storage.blocks), memory(task, storage), p_(task.problem), storage_(storage),
          state_("state",
                 {at.l, at.d, var("row", 0, p_.t + 1), at.n,
                  var("place", 0, memory.channels.padded_units())},
                 p_float32) {
        // As memory: what a step reads of it was written by another one.
        state_.store_in(&memory.states);
        if (memory.lengths) {
            length_.emplace("length", std::vector<var>{at.n}, p_int32);
            length_->store_in(&*memory.lengths);
            require_lengths(p_, *length_);
        }
    }

    const recurrent_iterators at;
    recurrent_memory memory;

    void copy_states_in() {
        copy_in("h0", memory.h0, memory.channels, memory.states, [&](const expr &unit) {
            return std::vector<expr>{at.l, at.d, 0, at.n, unit};
        });
        if (memory.c0) {
            copy_in("c0", *memory.c0, memory.units, *memory.cells, [&](const expr &unit) {
                return std::vector<expr>{at.l, at.d, at.n, unit};
            });
        }
    }

    computation sums() {
        computation made("sums", {at.l, at.d, at.t, at.n, at.b, at.s, at.u}, bias());
        add_products_of_src(made);
        if (p_.l > 1) {
            add_products_of_layers_below(made);
        }
        add_product_of_state(made);
        store_sums(made);
        return made;
    }

    std::vector<computation> cell(const computation &sums) {
        const slot_sum sum = [&](int slot) {
            return expr(sums(at.l, at.d, at.t, at.n, at.b, slot, at.u));
        };
        const std::vector<var> index = {at.l, at.d, at.t, at.n, at.b, at.u};
        std::vector<computation> made;
        expr state = p_.has_cell_state() ? expr() : expr(state_(at.l, at.d, at.t, at.n, unit()));
        if (memory.cells) {
            input before("c_before", {at.l, at.d, at.n, at.b, at.u}, p_float32);
            before.store_in(&*memory.cells, {at.l, at.d, at.n, unit()});
            const expr kept = before(at.l, at.d, at.n, at.b, at.u);
            computation c("c", index, unless_ended(next_cell_state(sum, kept), kept, step()));
            c.store_in(&*memory.cells, {at.l, at.d, at.n, unit()});
            state = c(at.l, at.d, at.t, at.n, at.b, at.u);
            made.push_back(c);
        }
        const expr output = next_hidden_state(p_.cell, sum, state);
        if (memory.outputs) {
            computation outputs("outputs", index, output);
            outputs.store_in(&*memory.outputs, {at.l, at.d, at.n, unit()});
            made.push_back(outputs);
        } else {
            made.push_back(next_state(at.b, output));
        }
        return made;
    }

    std::optional<state_projection> projection() {
        if (!memory.outputs) {
            return {};
        }
        const var block("b", 0, memory.channels.count()), slot("s", 0, 1), k("k", 0, p_.hc);
        const input weight =
            weights("of_output", storage_.weights.of_output, at.l, block, slot, p_.hc);
        input output("output", {at.l, at.d, at.n, k}, p_float32);
        output.store_in(&*memory.outputs);
        computation made("projected", {at.l, at.d, at.t, at.n, block, slot, at.u}, 0.0f);
        made(at.l, at.d, at.t, at.n, block, slot, at.u) +=
            weight(at.l, at.d, block, slot, at.u, k) * output(at.l, at.d, at.n, k);
        made.store_in(
            {at.l, at.d, block, at.n, at.u},
            {p_.l, p_.directions(), memory.channels.count(), p_.mb, memory.channels.size});
        return state_projection{made.init(), made.update(0),
                                next_state(block, made(at.l, at.d, at.t, at.n, block, 0, at.u))};
    }

    void copy_results_out() {
        const var channel("channel", 0, p_.dic()), unit("unit", 0, p_.hc);
        for (int d = 0; d < p_.directions(); d++) {
            const expr hidden =
                state_(p_.l - 1, d, step_in_sequence(p_, d, at.t, at.steps) + 1, at.n, channel);
            computation dst(d == 0 ? "dst" : "dst_of_reverse", {at.t, at.n, channel},
                            unless_ended(hidden, 0.0f, at.t));
            dst.store_in(&memory.dst, {at.t, at.n, channel + d * p_.dic()});
        }
        computation hn("hn", {at.l, at.d, at.n, channel},
                       state_(at.l, at.d, at.steps, at.n, channel));
        hn.store_in(&memory.hn, place_of_state(channel));
        if (memory.cn) {
            const std::vector<var> index = {at.l, at.d, at.n, unit};
            input last("c_last", index, p_float32);
            last.store_in(&*memory.cells);
            computation cn("cn", index, last(at.l, at.d, at.n, unit));
            cn.store_in(&*memory.cn, place_of_state(unit));
        }
    }

private:
    recurrent_problem p_;
    recurrent_storage storage_;
    view state_; ///< of layer, direction and step, after the step before
    std::optional<input> length_;

    expr unit(const expr &block) const { return block * storage_.blocks.size + at.u; }
    expr unit() const { return unit(at.b); }
    /// Among states that the caller sees.
    std::vector<expr> place_of_state(const expr &unit) const {
        return {at.l * p_.directions() + at.d, at.n, unit};
    }
    /// Of the sequence.
    expr step() const { return step_in_sequence(p_, expr(at.d), at.t, at.steps); }

    expr unless_ended(const expr &value, const expr &otherwise, const expr &step) const {
        return length_ ? select(step < (*length_)(at.n), value, otherwise) : value;
    }

    void copy_in(const std::string &name, buffer from, const unit_blocks &blocks, buffer to,
                 const std::function<std::vector<expr>(const expr &)> &place) {
        const var unit("unit", 0, blocks.units), padded("unit", 0, blocks.padded_units());
        input given(name, {at.l, at.d, at.n, unit}, p_float32);
        given.store_in(&from, place_of_state(unit));
        if (blocks.padded_units() != blocks.units) {
            computation zeros(name + "_zeros", {at.l, at.d, at.n, padded}, 0.0f);
            zeros.store_in(&to, place(padded));
        }
        computation copy(name + "_copy", {at.l, at.d, at.n, unit}, given(at.l, at.d, at.n, unit));
        copy.store_in(&to, place(unit));
    }

    static var loop_of(const cell_sums::range &slots) { return {"s", slots.first, slots.last}; }

    /// Weights by layer, direction, block, slot, unit in its block, and what they are multiplied
    /// with.
    input weights(const std::string &name, const recurrent_weights::place &place, const var &layer,
                  const var &block, const var &slot, int channels) {
        const var from("from", 0, channels);
        input values(name, {layer, at.d, block, slot, at.u, from}, p_float32);
        values.store_in(&memory.weights, {place({layer, at.d, slot, unit(block), from})});
        return values;
    }

    /// The hidden state after a step, by blocks.
    computation next_state(const var &block, const expr &value) {
        const expr kept = state_(at.l, at.d, at.t, at.n, unit(block));
        computation h("h", {at.l, at.d, at.t, at.n, block, at.u},
                      unless_ended(value, kept, step()));
        h.store_in(&memory.states, {at.l, at.d, at.t + 1, at.n, unit(block)});
        return h;
    }

    void add_products_of_src(computation &sums) {
        const var layer("l", 0, 1), slot = loop_of(cell_sums::of(p_.cell).of_input);
        input src("src", {at.t, at.n, at.c}, p_float32);
        src.store_in(&memory.src);
        const input weight = weights("of_src", storage_.weights.of_src, layer, at.b, slot, p_.ic);
        for (int i = 0; i < p_.directions(); i++) {
            const var d("d", i, i + 1);
            sums(layer, d, at.t, at.n, at.b, slot, at.u) +=
                weight(layer, d, at.b, slot, at.u, at.c) *
                src(step_in_sequence(p_, i, at.t, at.steps), at.n, at.c);
        }
    }

    /// The other direction comes to a step of the sequence when as many are behind it as are
    /// before it in this one.
    void add_products_of_layers_below(computation &sums) {
        const var layer("l", 1, p_.l), slot = loop_of(cell_sums::of(p_.cell).of_input);
        const input weight =
            weights("of_input", storage_.weights.of_input, layer, at.b, slot, p_.dlc());
        const auto add = [&](const expr &direction, const expr &after) {
            sums(layer, at.d, at.t, at.n, at.b, slot, at.u) +=
                weight(layer, at.d, at.b, slot, at.u, direction * p_.dic() + at.k) *
                state_(layer - 1, direction, after, at.n, at.k);
        };
        add(at.d, at.t + 1);
        if (p_.directions() == 2) {
            add(1 - at.d, at.steps - at.t);
        }
    }

    void add_product_of_state(computation &sums) {
        const var slot = loop_of(cell_sums::of(p_.cell).of_hidden);
        const input weight =
            weights("of_hidden", storage_.weights.of_hidden, at.l, at.b, slot, p_.dic());
        sums(at.l, at.d, at.t, at.n, at.b, slot, at.u) +=
            weight(at.l, at.d, at.b, slot, at.u, at.k) * state_(at.l, at.d, at.t, at.n, at.k);
    }

    expr bias() {
        if (!p_.bias) {
            return 0.0f;
        }
        input values("bias", {at.l, at.d, at.b, at.s, at.u}, p_float32);
        values.store_in(&memory.weights, {storage_.weights.of_bias({at.l, at.d, at.s, unit(), 0})});
        return values(at.l, at.d, at.b, at.s, at.u);
    }

    void store_sums(computation &sums) {
        const int kept = storage_.steps_of_sums;
        std::vector<expr> place = {at.b, kept == p_.t ? expr(at.t) : at.t % kept, at.n, at.s, at.u};
        std::vector<expr> sizes = {storage_.blocks.count(), kept, p_.mb,
                                   cell_sums::of(p_.cell).slots, storage_.blocks.size};
        if (storage_.sums_of_all_layers) {
            place.insert(place.begin(), {at.l, at.d});
            sizes.insert(sizes.begin(), {p_.l, p_.directions()});
        }
        sums.store_in(place, sizes);
    }
};

} // namespace

recurrent_iterators::recurrent_iterators(const recurrent_task &task, const unit_blocks &blocks)
    : steps(task.problem.lengths ? min(expr(constant("steps", p_int32)), task.problem.t)
                                 : expr(task.problem.t)),
      l("l", 0, task.problem.l), d("d", 0, task.problem.directions()), t("t", 0, steps),
      n("n", 0, task.problem.mb), b("b", 0, blocks.count()),
      s("s", 0, cell_sums::of(task.problem.cell).slots), u("u", 0, blocks.size),
      c("c", 0, task.problem.ic), k("k", 0, task.problem.dic()) {}

recurrence recurrence_of(const recurrent_task &task, const recurrent_storage &storage) {
    recurrence_writer writer(task, storage);
    writer.copy_states_in();
    const computation sums = writer.sums();
    const int of_src = task.problem.directions(), of_below = task.problem.l > 1 ? of_src : 0;
    std::vector<product_of_input> from_inputs;
    for (int i = 0; i < of_src + of_below; i++) {
        from_inputs.push_back({sums.update(i), i < of_src ? writer.at.c : writer.at.k});
    }
    recurrence made{writer.at,
                    sums.init(),
                    std::move(from_inputs),
                    sums.update(of_src + of_below),
                    writer.cell(sums),
                    writer.projection(),
                    writer.memory.arguments()};
    writer.copy_results_out();
    return made;
}

} // namespace tiramisu::nn
