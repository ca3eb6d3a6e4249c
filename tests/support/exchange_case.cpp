#include "support/exchange_case.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "support/random_source.h"

namespace tiramisu::oracle {

namespace {

constexpr int most_rows = 5;

enum class reading { neighbours, mirrored, all, one_sum };

/// One stage, and how its loops run.
struct stage_choice {
    reading reads = reading::neighbours;
    std::vector<int> offsets;       ///< of neighbours
    int skipped_first = 0;          ///< rows that it has no part in
    int piece = 0;                  ///< of columns; 0: whole
    bool pieces_on_threads = false; ///< pieces run on threads, not what is in them
    bool is_shared = false;         ///< its values lie in memory of the block
};

/// A row of values by column.
using row = std::vector<std::int64_t>;

std::int32_t wrapped(std::int64_t value) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

} // namespace

struct exchange_case::parts {
    int columns = 0;
    int rows_of_block = 0; ///< 0: one row
    bool are_rows_threads = false;
    bool fuses_at_blocks = false; ///< not at rows
    std::vector<stage_choice> stages;

    std::optional<function> what;
    std::deque<buffer> buffers;
    std::deque<computation> computations;
    std::deque<input> inputs;
    std::deque<constant> constants;
};

namespace {

stage_choice random_stage(random_source &random, int columns) {
    stage_choice one;
    one.reads = random.one_of<reading>({reading::neighbours, reading::neighbours, reading::mirrored,
                                        reading::all, reading::one_sum});
    for (int i = random.between(1, 3); i > 0; --i) {
        one.offsets.push_back(random.between(-2, 2));
    }
    one.skipped_first = random.chance(30) ? 1 : 0;
    one.piece = random.chance(50) ? random.between(2, columns) : 0;
    one.pieces_on_threads = random.chance(40);
    one.is_shared = random.chance(50);
    return one;
}

const char *name_of(reading what) {
    switch (what) {
    case reading::neighbours: return "neighbours";
    case reading::mirrored: return "mirrored";
    case reading::all: return "all";
    case reading::one_sum: return "one sum";
    }
    return "";
}

/// What a stage makes of the row of the one before, in all columns.
row next_row(const stage_choice &stage, const row &before) {
    const auto columns = static_cast<int>(before.size());
    row made(before.size());
    std::int64_t sum = 0;
    for (const std::int64_t value : before) {
        sum += value;
    }
    for (int j = 0; j < columns; ++j) {
        const auto at = static_cast<std::size_t>(j);
        switch (stage.reads) {
        case reading::neighbours:
            for (const int offset : stage.offsets) {
                made[at] += before[static_cast<std::size_t>((j + offset + 2 * columns) % columns)];
            }
            break;
        case reading::mirrored: made[at] = before[before.size() - 1 - at] * 3; break;
        case reading::all: made[at] = sum + j; break;
        case reading::one_sum: made[at] = sum - before[at]; break;
        }
        made[at] = wrapped(made[at]);
    }
    return made;
}

} // namespace

// Of what the case is, as a program.

namespace {

/// Makes the computations of a case, each with its loops, and puts them in order.
class chain_builder {
public:
    explicit chain_builder(exchange_case::parts &parts)
        : parts_(parts), n_(parts.constants.emplace_back("n", p_int32)) {
        buffer &memory = memory_named("b_in", {n_, parts.columns}, a_input);
        input &read = parts.inputs.emplace_back(
            "in", std::vector<var>{var("r", 0, n_), var("x", 0, parts.columns)}, p_int32);
        read.store_in(&memory);
        before_ = &read;
    }

    void add(const stage_choice &stage, std::size_t number, bool is_last) {
        const std::string name = "s" + std::to_string(number);
        first_ = std::max(first_, stage.skipped_first);
        const var i("i", first_, n_), j("j", 0, parts_.columns), k("k", 0, parts_.columns);
        buffer &memory = is_last ? memory_named("b_out", {n_, parts_.columns}, a_output)
                         : stage.is_shared
                             ? memory_named("m_" + name, {parts_.columns}, a_temporary)
                             : memory_named("m_" + name, {n_, parts_.columns}, a_temporary);
        const expr value = value_of(stage, name, i, j, k);
        computation &made = parts_.computations.emplace_back(name, std::vector<var>{i, j}, value);
        if (stage.is_shared && !is_last) {
            made.store_in(&memory, {j});
        } else {
            made.store_in(&memory);
        }
        give_loops(made, stage, true);
        before_ = &made;
    }

private:
    exchange_case::parts &parts_;
    const constant &n_;
    const computation *before_ = nullptr;
    computation *earlier_ = nullptr; ///< in the order
    int first_ = 0;                  ///< row that all stages so far have

    buffer &memory_named(const std::string &name, std::vector<expr> sizes, argument_t role) {
        return parts_.buffers.emplace_back(name, std::move(sizes), p_int32, role);
    }

    expr value_of(const stage_choice &stage, const std::string &name, const var &i, const var &j,
                  const var &k) {
        const computation &before = *before_;
        const int columns = parts_.columns;
        switch (stage.reads) {
        case reading::neighbours: {
            expr sum = before(i, (j + stage.offsets[0] + 2 * columns) % columns);
            for (std::size_t at = 1; at < stage.offsets.size(); ++at) {
                sum = sum + before(i, (j + stage.offsets[at] + 2 * columns) % columns);
            }
            return sum;
        }
        case reading::mirrored: return before(i, columns - 1 - j) * 3;
        case reading::all: {
            const computation &sums = sum_over(stage, name, {i, j}, k);
            return sums(i, j, columns - 1) + j;
        }
        case reading::one_sum: {
            const computation &sum = sum_over(stage, name, {i}, k);
            return sum(i, columns - 1) - before(i, j);
        }
        }
        return {};
    }

    /// The sum of a row of the stage before, for each of these iterators.
    computation &sum_over(const stage_choice &stage, const std::string &name,
                          const std::vector<var> &over, const var &k) {
        std::vector<expr> sizes = {n_}, index(over.begin(), over.end());
        std::vector<var> all = over;
        all.push_back(k);
        if (over.size() > 1) {
            sizes.emplace_back(parts_.columns);
        }
        buffer &memory = memory_named("m_" + name + "_sum", sizes, a_temporary);
        computation &zero = parts_.computations.emplace_back(name + "_zero", over, expr(0));
        zero.store_in(&memory);
        give_loops(zero, stage, over.size() > 1);
        computation &sum = parts_.computations.emplace_back(name + "_sum", all, p_int32);
        sum.store_in(&memory, index);
        const expr so_far = over.size() > 1 ? sum(over[0], over[1], k) : sum(over[0], k);
        sum.set_expression(so_far + (*before_)(over[0], k));
        give_loops(sum, stage, over.size() > 1);
        return sum;
    }

    void give_loops(computation &to, const stage_choice &stage, bool has_columns) {
        const var i("i"), j("j"), ib("ib"), ii("ii"), j0("j0"), j1("j1");
        if (parts_.rows_of_block > 0) {
            to.split(i, parts_.rows_of_block, ib, ii).gpu_block(ib);
            if (parts_.are_rows_threads) {
                to.gpu_thread(ii);
            }
        } else {
            to.gpu_block(i);
        }
        if (has_columns && stage.piece > 0) {
            to.split(j, stage.piece, j0, j1);
            to.gpu_thread(stage.pieces_on_threads ? j0 : j1);
        } else if (has_columns) {
            to.gpu_thread(j);
        }
        if (earlier_ != nullptr) {
            earlier_->then(to, parts_.rows_of_block == 0 ? i : parts_.fuses_at_blocks ? ib : ii);
        }
        earlier_ = &to;
    }
};

memory memory_of(int rows, int columns) {
    memory made;
    for (const char *const name : {"b_in", "b_out"}) {
        array values(p_int32, {rows, columns});
        for (std::int64_t at = 0; at < values.size(); ++at) {
            const std::int64_t number = name == std::string("b_in") ? at * 7 % 23 - 5 : -1;
            values.set(at, value::of_integer(p_int32, number));
        }
        made.emplace(name, std::move(values));
    }
    return made;
}

} // namespace

exchange_case::exchange_case(std::uint64_t seed) : parts_(std::make_unique<parts>()) {
    random_source random(seed);
    parts_->columns = random.between(1, 11);
    parts_->rows_of_block = random.chance(40) ? random.between(1, 3) : 0;
    parts_->are_rows_threads = random.chance(25);
    parts_->fuses_at_blocks = random.chance(30);
    for (int i = random.between(2, 4); i > 0; --i) {
        parts_->stages.push_back(random_stage(random, std::max(2, parts_->columns)));
    }
    init("exchanging");
    parts_->what = *global::get_implicit_function();
    chain_builder builder(*parts_);
    for (std::size_t at = 0; at < parts_->stages.size(); ++at) {
        builder.add(parts_->stages[at], at, at + 1 == parts_->stages.size());
    }
}

exchange_case::~exchange_case() = default;
exchange_case::exchange_case(exchange_case &&) noexcept = default;

gpu_trial exchange_case::trial() const {
    gpu_trial made{*parts_->what, {}, {"n"}, {}};
    for (buffer &one : parts_->buffers) {
        if (one.get_argument_type() != a_temporary) {
            made.arguments.push_back(&one);
        }
    }
    int first = 0;
    for (const stage_choice &stage : parts_->stages) {
        first = std::max(first, stage.skipped_first);
    }
    for (const int rows : {0, 1, most_rows}) {
        gpu_trial::call call;
        call.scalars["n"] = value::of_integer(p_int32, rows);
        call.before = memory_of(rows, parts_->columns);
        call.after = call.before;
        for (int i = first; i < rows; ++i) {
            row values;
            const auto at = [&](int j) { return std::int64_t{i} * parts_->columns + j; };
            for (int j = 0; j < parts_->columns; ++j) {
                values.push_back(call.before.at("b_in")[at(j)].integer);
            }
            for (const stage_choice &stage : parts_->stages) {
                values = next_row(stage, values);
            }
            for (int j = 0; j < parts_->columns; ++j) {
                call.after.at("b_out").set(
                    at(j), value::of_integer(p_int32, values[static_cast<std::size_t>(j)]));
            }
        }
        made.calls.push_back(std::move(call));
    }
    return made;
}

std::string exchange_case::text() const {
    std::string all = std::to_string(parts_->columns) + " columns, " +
                      std::to_string(parts_->rows_of_block) + " rows of a block" +
                      (parts_->are_rows_threads ? " on threads" : "") +
                      (parts_->fuses_at_blocks ? ", fused at blocks" : "") + "\n";
    for (const stage_choice &stage : parts_->stages) {
        all += std::string(name_of(stage.reads)) + ", from row " +
               std::to_string(stage.skipped_first) + ", pieces of " + std::to_string(stage.piece) +
               (stage.pieces_on_threads ? " on threads" : "") +
               (stage.is_shared ? ", shared" : "") + "\n";
    }
    return all + parts_->what->loops_text();
}

} // namespace tiramisu::oracle
