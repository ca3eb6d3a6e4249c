#include "nn/recurrent/algorithm.h"

#include "tiramisu/constant.h"

namespace tiramisu::nn {

namespace {

/// Rows of states that are a power of two apart would fall into the same few sets of a cache: a
/// line of nothing behind each keeps them apart.
constexpr int unused_floats = 16;

/// Sequences, states and what is kept between computations.
struct recurrent_memory {
    recurrent_memory(const recurrent_task &task, const recurrent_storage &storage)
        : p(task.problem), blocks(storage.blocks), units(blocks.padded_units()),
          row(units + unused_floats), src("src", {p.t, p.mb, p.ic}, p_float32, a_input),
          weights("weights", {storage.weights.count}, p_float32, a_input),
          h0("h0", {p.l, p.mb, p.hc}, p_float32, a_input),
          dst("dst", {p.t, p.mb, p.hc}, p_float32, a_output),
          hn("hn", {p.l, p.mb, p.hc}, p_float32, a_output),
          states("states", {p.l, p.t + 1, p.mb, row}, p_float32, a_temporary) {
        if (p.has_cell_state()) {
            c0.emplace("c0", h0.get_dim_sizes(), p_float32, a_input);
            cn.emplace("cn", h0.get_dim_sizes(), p_float32, a_output);
            cells.emplace("cells", std::vector<expr>{p.l, p.mb, units}, p_float32, a_temporary);
        }
        if (p.lengths) {
            lengths.emplace("lengths", std::vector<expr>{p.mb}, p_int32, a_input);
        }
    }

    recurrent_problem p;
    unit_blocks blocks;
    int units, row;
    buffer src, weights, h0, dst, hn, states; ///< states: of layer and step, after the step before
    std::optional<buffer> c0, cn, cells, lengths;

    std::vector<buffer> arguments() const {
        std::vector<buffer> list = {src, weights, h0};
        if (c0) {
            list.push_back(*c0);
        }
        if (lengths) {
            list.push_back(*lengths);
        }
        list.insert(list.end(), {dst, hn});
        if (cn) {
            list.push_back(*cn);
        }
        return list;
    }
};

/// Writes the program, part after part.
class recurrence_writer {
public:
    recurrence_writer(const recurrent_task &task, const recurrent_storage &storage)
        : at(task, storage.blocks), memory(task, storage), p_(task.problem), storage_(storage),
          state_("state", {at.l, var("row", 0, p_.t + 1), at.n, var("place", 0, memory.row)},
                 p_float32) {
        // As memory: what a step reads of it was written by another one.
        state_.store_in(&memory.states);
        if (memory.lengths) {
            length_.emplace("length", std::vector<var>{at.n}, p_int32);
            length_->store_in(&*memory.lengths);
        }
    }

    const recurrent_iterators at;
    recurrent_memory memory;

    void copy_states_in() {
        copy_in("h0", memory.h0, memory.states, [&](const expr &unit) {
            return std::vector<expr>{at.l, 0, at.n, unit};
        });
        if (memory.c0) {
            copy_in("c0", *memory.c0, *memory.cells, [&](const expr &unit) {
                return std::vector<expr>{at.l, at.n, unit};
            });
        }
    }

    computation sums() {
        const auto &[count, of_src, of_input, of_hidden, of_bias] = storage_.weights;
        const cell_sums slots = cell_sums::of(p_.cell);
        const var first("l", 0, 1), above("l", 1, p_.l);
        const var by_input("s", slots.of_input.first, slots.of_input.last);
        const var by_hidden("s", slots.of_hidden.first, slots.of_hidden.last);
        input src("src", {at.t, at.n, at.c}, p_float32);
        src.store_in(&memory.src);

        computation made("sums", {at.l, at.t, at.n, at.b, at.s, at.u}, bias());
        made(first, at.t, at.n, at.b, by_input, at.u) +=
            weight("of_src", of_src, first, by_input, at.c) * src(at.t, at.n, at.c);
        if (p_.l > 1) {
            made(above, at.t, at.n, at.b, by_input, at.u) +=
                weight("of_input", of_input, above, by_input, at.k) *
                state_(above - 1, at.t + 1, at.n, at.k);
        }
        made(at.l, at.t, at.n, at.b, by_hidden, at.u) +=
            weight("of_hidden", of_hidden, at.l, by_hidden, at.k) * state_(at.l, at.t, at.n, at.k);
        store_sums(made);
        return made;
    }

    std::vector<computation> cell(const computation &sums) {
        const slot_sum sum = [&](int slot) {
            return expr(sums(at.l, at.t, at.n, at.b, slot, at.u));
        };
        const std::vector<var> index = {at.l, at.t, at.n, at.b, at.u};
        std::vector<computation> made;
        const expr kept_hidden = state_(at.l, at.t, at.n, unit());
        expr state = kept_hidden;
        if (memory.cells) {
            input before("c_before", {at.l, at.n, at.b, at.u}, p_float32);
            before.store_in(&*memory.cells, {at.l, at.n, unit()});
            const expr kept = before(at.l, at.n, at.b, at.u);
            computation c("c", index, unless_ended(next_cell_state(sum, kept), kept));
            c.store_in(&*memory.cells, {at.l, at.n, unit()});
            state = c(at.l, at.t, at.n, at.b, at.u);
            made.push_back(c);
        }
        computation h("h", index,
                      unless_ended(next_hidden_state(p_.cell, sum, state), kept_hidden));
        h.store_in(&memory.states, {at.l, at.t + 1, at.n, unit()});
        made.push_back(h);
        return made;
    }

    void copy_results_out() {
        const var unit("unit", 0, p_.hc);
        computation dst("dst", {at.t, at.n, unit},
                        unless_ended(state_(p_.l - 1, at.t + 1, at.n, unit), 0.0f));
        dst.store_in(&memory.dst);
        computation hn("hn", {at.l, at.n, unit}, state_(at.l, at.steps, at.n, unit));
        hn.store_in(&memory.hn);
        if (memory.cn) {
            input last("c_last", {at.l, at.n, unit}, p_float32);
            last.store_in(&*memory.cells);
            computation cn("cn", {at.l, at.n, unit}, last(at.l, at.n, unit));
            cn.store_in(&*memory.cn);
        }
    }

private:
    recurrent_problem p_;
    recurrent_storage storage_;
    view state_; ///< of layer and step, after the step before
    std::optional<input> length_;

    expr unit() const { return at.b * storage_.blocks.size + at.u; }

    expr unless_ended(const expr &value, const expr &otherwise) const {
        return length_ ? select(expr(at.t) < (*length_)(at.n), value, otherwise) : value;
    }

    void copy_in(const std::string &name, buffer from, buffer to,
                 const std::function<std::vector<expr>(const expr &)> &place) {
        const var unit("unit", 0, p_.hc), padded("unit", 0, memory.units);
        input given(name, {at.l, at.n, unit}, p_float32);
        given.store_in(&from);
        if (memory.units != p_.hc) {
            computation zeros(name + "_zeros", {at.l, at.n, padded}, 0.0f);
            zeros.store_in(&to, place(padded));
        }
        computation copy(name + "_copy", {at.l, at.n, unit}, given(at.l, at.n, unit));
        copy.store_in(&to, place(unit));
    }

    expr weight(const std::string &name, const recurrent_weights::place &place, const var &layer,
                const var &slot, const var &from) {
        input values(name, {layer, at.b, slot, at.u, from}, p_float32);
        values.store_in(&memory.weights, {place({layer, slot, unit(), from})});
        return values(layer, at.b, slot, at.u, from);
    }

    expr bias() {
        if (!p_.bias) {
            return 0.0f;
        }
        input values("bias", {at.l, at.b, at.s, at.u}, p_float32);
        values.store_in(&memory.weights, {storage_.weights.of_bias({at.l, at.s, unit(), 0})});
        return values(at.l, at.b, at.s, at.u);
    }

    void store_sums(computation &sums) {
        const int kept = storage_.steps_of_sums;
        std::vector<expr> place = {at.b, kept == p_.t ? expr(at.t) : at.t % kept, at.n, at.s, at.u};
        std::vector<expr> sizes = {storage_.blocks.count(), kept, p_.mb,
                                   cell_sums::of(p_.cell).slots, storage_.blocks.size};
        if (storage_.sums_of_all_layers) {
            place.insert(place.begin(), at.l);
            sizes.insert(sizes.begin(), p_.l);
        }
        sums.store_in(place, sizes);
    }
};

} // namespace

recurrent_iterators::recurrent_iterators(const recurrent_task &task, const unit_blocks &blocks)
    : steps(task.problem.lengths ? min(expr(constant("steps", p_int32)), task.problem.t)
                                 : expr(task.problem.t)),
      l("l", 0, task.problem.l), t("t", 0, steps), n("n", 0, task.problem.mb),
      b("b", 0, blocks.count()), s("s", 0, cell_sums::of(task.problem.cell).slots),
      u("u", 0, blocks.size), c("c", 0, task.problem.ic), k("k", 0, task.problem.hc) {}

std::vector<computation> recurrence::products() const {
    std::vector<computation> list = {from_src};
    if (from_below) {
        list.push_back(*from_below);
    }
    list.push_back(from_before);
    return list;
}

std::vector<computation> recurrence::stages() const {
    std::vector<computation> list = products();
    list.insert(list.begin(), start);
    list.insert(list.end(), cell.begin(), cell.end());
    return list;
}

void recurrence::fuse(const var &of_inputs, const var &of_state) const {
    const std::size_t last_product = products().size();
    std::vector<computation> all = stages();
    for (std::size_t i = 1; i < all.size(); i++) {
        all[i - 1].then(all[i], i <= last_product ? of_inputs : of_state);
    }
}

recurrence recurrence_of(const recurrent_task &task, const recurrent_storage &storage) {
    recurrence_writer writer(task, storage);
    writer.copy_states_in();
    computation sums = writer.sums();
    const bool has_below = task.problem.l > 1;
    recurrence made{writer.at,
                    sums.init(),
                    sums.update(0),
                    has_below ? std::optional(sums.update(1)) : std::nullopt,
                    sums.update(has_below ? 2 : 1),
                    writer.cell(sums),
                    writer.memory.arguments()};
    writer.copy_results_out();
    return made;
}

std::size_t recurrence_bytes(const recurrent_task &task, const recurrent_storage &storage) {
    const recurrent_problem &p = task.problem;
    const std::size_t units = static_cast<std::size_t>(storage.blocks.padded_units());
    const std::size_t rows = static_cast<std::size_t>(p.l) * static_cast<std::size_t>(p.t + 1);
    const std::size_t layers = static_cast<std::size_t>(storage.sums_of_all_layers ? p.l : 1);
    const std::size_t sums = layers * static_cast<std::size_t>(storage.steps_of_sums) * units *
                             static_cast<std::size_t>(cell_sums::of(p.cell).slots);
    const std::size_t cells = p.has_cell_state() ? static_cast<std::size_t>(p.l) * units : 0;
    return sizeof(float) * static_cast<std::size_t>(p.mb) *
           (rows * (units + unused_floats) + sums + cells);
}

} // namespace tiramisu::nn
