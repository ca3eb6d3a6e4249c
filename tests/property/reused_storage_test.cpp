// Programs in which a computation lies where another one's values lie, which are read by name, as
// memory, at indices from memory, or by itself, under ordering commands in any loops and with
// staged values: where declaration order is the meaning, no command makes another one of it.

#include <gtest/gtest.h>

#include "support/random_schedule.h"
#include "support/schedule_case.h"

namespace tiramisu::oracle {
namespace {

constexpr int shards = 4;

class reused_storage {
public:
    explicit reused_storage(random_source &random) : random_(random) {
        const int width = random.between(3, 7);
        all_ = var("x", 0, width);
        inner_ = var("y", 1, width - 1);
        add_memory("A_mem", a_input, width);
        add_memory("B_mem", random.chance(70) ? a_temporary : a_output, width);
        add_memory("P_mem", random.chance(70) ? a_temporary : a_output, width);
        add_memory("out_mem", a_output, width);
        add_input("A", "A_mem");
        if (random.chance(40)) {
            add_input("M", "P_mem");
        }
    }

    /// C sets its elements from others or, in place and for some rounds, goes on with what they
    /// are.
    random_program make(bool goes_on) {
        add("P", all_, "P_mem", random_.chance(30) ? sum_of_itself() : read("A", all_));
        add("Q", inner_, "B_mem", read_of_row(inner_) - read_of_row(inner_));
        add("C", inner_, random_.chance(85) ? "P_mem" : "B_mem",
            read(goes_on ? "P" : "Q", inner_) * 7 + maybe_own());
        has_rounds_ = goes_on && random_.chance(50);
        if (has_rounds_) {
            program_.definitions.back().iterators = {var("round", 0, 3), inner_};
            program_.definitions.back().storage = {inner_};
        }
        const std::vector<std::string> last = {"P", "Q", "C"};
        const std::string name = random_.one_of(last);
        add("T", inner_, "out_mem",
            (name == "C" && has_rounds_ ? expr(o_access, name, {expr(2), inner_}, p_int32)
                                        : read(name, inner_)) +
                1);
        return program_;
    }

private:
    random_source &random_;
    random_program program_;
    var all_, inner_;
    bool has_rounds_ = false;

    void add_memory(const std::string &name, argument_t role, int width) {
        program_.buffers.push_back({name, p_int32, role, {expr(width)}});
    }
    void add_input(const std::string &name, const std::string &memory) {
        program_definition made;
        made.name = name;
        made.is_input = true;
        made.iterators = {var("at_" + name)};
        made.buffer = memory;
        program_.definitions.push_back(made);
    }
    void add(const std::string &name, const var &iterator, const std::string &memory,
             const expr &value) {
        program_definition made;
        made.name = name;
        made.iterators = {iterator};
        made.buffer = memory;
        made.value = value;
        program_.definitions.push_back(made);
    }

    static expr read(const std::string &name, const expr &at) {
        return {o_access, name, {at}, p_int32};
    }
    expr sum_of_itself() { return select(all_ >= 1, read("P", all_ - 1), 0) + read("A", all_); }
    expr maybe_own() { return random_.chance(20) ? read("P", inner_) : expr(1); }
    expr read_of_row(const expr &at) {
        const bool has_memory = program_.definitions[1].name == "M";
        const std::string name = has_memory && random_.chance(40) ? "M" : "P";
        if (random_.chance(20)) {
            return read(name, clamp(read("A", at), 0, 2));
        }
        return read(name, at + random_.between(-1, 1));
    }
};

const std::vector<std::string> names = {"P", "Q", "C", "T"};

schedule_command ordering(random_source &random) {
    const int later = random.between(1, 3), earlier = random.between(0, later - 1);
    schedule_command order;
    order.kind = random.chance(70) ? command_kind::after : command_kind::then;
    order.target = {names[static_cast<std::size_t>(random.chance(85) ? later : earlier)]};
    order.other = {names[static_cast<std::size_t>(
        order.target.computation == names[static_cast<std::size_t>(later)] ? earlier : later)]};
    const var &level = order.target.computation == "P" ? var("x") : var("y");
    order.loops = {random.chance(75) ? level.get_name() : ""};
    return order;
}

/// Of what is declared before, for what is declared behind it.
schedule_command staging(random_source &random) {
    const int later = random.between(1, 3), earlier = random.between(0, later - 1);
    const stage value = {names[static_cast<std::size_t>(earlier)]},
                reader = {names[static_cast<std::size_t>(later)]};
    schedule_command made;
    made.kind = random.chance(60) ? command_kind::compute_at : command_kind::cache_read;
    const bool is_of_value = made.kind == command_kind::compute_at;
    made.target = is_of_value ? value : reader;
    made.other = is_of_value ? reader : value;
    made.loops = {random.chance(70) ? "y" : "round"};
    made.numbers = {0};
    return made;
}

void give(const schedule_command &one, built_program &built, schedule_case &made) {
    try {
        apply(one, built);
        made.commands.push_back(one);
    } catch (const user_error &) {
    }
}

schedule_case make_case(random_source &random, bool stages) {
    schedule_case made;
    made.program = reused_storage(random).make(stages && random.chance(60));
    made.data_seed = random.bits();
    built_program built = build(made.program);
    for (int n = random.between(stages ? 0 : 1, 3); n > 0; --n) {
        give(ordering(random), built, made);
    }
    for (int n = stages ? random.between(1, 2) : 0; n > 0; --n) {
        give(staging(random), built, made);
    }
    return made;
}

void run_all(const random_run &run, int shard, bool stages) {
    for (int i = shard; i < run.cases; i += shards) {
        const std::uint64_t seed = run.seed + static_cast<std::uint64_t>(i);
        random_source random(seed);
        const schedule_case made = make_case(random, stages);
        const case_result found = run_case(made);
        EXPECT_NE(outcome::failed, found.what)
            << "TIRAMISU_SEED=" << seed << " TIRAMISU_CASES=1: " << found.text << "\n"
            << made.to_cpp();
    }
}

class ReusedStorage : public ::testing::TestWithParam<int> {};

TEST_P(ReusedStorage, KeepsTheMeaningUnderOrderingCommands) {
    run_all(random_run::from_environment(110000, 800), GetParam(), false);
}

TEST_P(ReusedStorage, KeepsTheMeaningWithStagedValues) {
    run_all(random_run::from_environment(120000, 400), GetParam(), true);
}

INSTANTIATE_TEST_SUITE_P(Shard, ReusedStorage, ::testing::Range(0, shards));

} // namespace
} // namespace tiramisu::oracle
