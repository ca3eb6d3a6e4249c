// Random programs under random calls, right and wrong ones. A call that is refused changes nothing,
// and neither does a question.

#include <functional>
#include <iostream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "core/meaning/argument_guess.h"
#include "core/meaning/meaning.h"
#include "core/program/public_call.h"
#include "support/known_state.h"
#include "support/program_builder.h"
#include "support/random_program.h"
#include "support/random_schedule.h"
#include "support/temporary_file.h"

namespace tiramisu::oracle {
namespace {

constexpr int shards = 8;

/// What the user sees of a function; where that cannot be told, why.
template <typename Ask>
std::string told(const Ask &ask) {
    try {
        return ask();
    } catch (const user_error &refused) {
        return refused.what();
    }
}

std::string all_texts(function &f, const built_program &built) {
    std::ostringstream text;
    text << f.schedule_text() << f.schedule_json() << f.algorithm_text();
    for (const std::string &note : f.notes()) {
        text << note << '\n';
    }
    for (const auto &[name, computation] : built.computations) {
        for (const std::string &loop : computation.get_loop_names()) {
            text << loop << ' ';
        }
        text << '\n';
    }
    return text.str();
}

/// The loops are dear to make: they are compared once in each state.
class observed {
public:
    observed(function f, const built_program &built)
        : f_(std::move(f)), built_(built), state_(*f_.state()), texts_(all_texts(f_, built)),
          loops_(told([&] { return f_.loops_text(); })) {}

    void expect_unchanged(const std::string &after) {
        EXPECT_EQ(state_, known_state(*f_.state())) << "after " << after;
        EXPECT_EQ(texts_, all_texts(f_, built_)) << "after " << after;
    }
    void expect_same_loops() {
        EXPECT_EQ(loops_, told([&] { return f_.loops_text(); }));
    }

private:
    function f_;
    const built_program &built_;
    known_state state_;
    std::string texts_, loops_;
};

std::shared_ptr<const core::meaning> meaning_now(core::function_state &function) {
    try {
        return core::answer(function, {"the test", "", {}}, [&] {
            return core::meaning_of(function, core::guess_arguments(function), {});
        });
    } catch (const user_error &) { // it has none
        return nullptr;
    }
}

bool is_same(const core::meaning &left, const core::meaning &right) {
    return std::equal(left.reference.begin(), left.reference.end(), right.reference.begin(),
                      right.reference.end(),
                      [](const auto &one, const auto &other) {
                          return one.first == other.first && one.second.is_equal(other.second);
                      }) &&
           std::equal(left.dependences.begin(), left.dependences.end(), right.dependences.begin(),
                      right.dependences.end(),
                      [](const poly::dependence &one, const poly::dependence &other) {
                          return one.kind == other.kind && one.buffer == other.buffer &&
                                 one.is_reduction == other.is_reduction &&
                                 one.pairs.is_equal(other.pairs);
                      });
}

/// What a function knows of its meaning is what it would find now.
void expect_found_again(core::function_state &function) {
    const auto known = meaning_now(function);
    function.known.clear();
    const auto found = meaning_now(function);
    EXPECT_EQ(known == nullptr, found == nullptr);
    EXPECT_TRUE(known == nullptr || found == nullptr || is_same(*known, *found));
}

/// A command of which something is made wrong, or not.
schedule_command spoilt(schedule_command command, random_source &random,
                        const std::vector<std::string> &loops) {
    const auto any = [&](auto &list) -> auto & {
        return list[static_cast<std::size_t>(random.between(0, static_cast<int>(list.size()) - 1))];
    };
    switch (random.between(0, 6)) {
    case 0:
        if (!command.numbers.empty()) {
            any(command.numbers) = random.one_of<int>({0, -1, 1, 7, 1000});
        }
        break;
    case 1:
        if (!command.loops.empty()) {
            any(command.loops) = random.chance(50) ? "nowhere" : random.one_of(loops);
        }
        break;
    case 2:
        if (command.loops.size() > 1) {
            std::swap(command.loops.front(), command.loops.back());
        }
        break;
    case 3:
        if (!command.new_loops.empty()) { // there already, or twice the same
            any(command.new_loops) =
                random.chance(50) ? random.one_of(loops) : command.new_loops.front();
        }
        break;
    case 4: std::swap(command.target, command.other); break;
    default: break;
    }
    return command;
}

/// "split" of "c.update(0).split(i, 4, x, y);"
std::string verb_in(const std::string &call) {
    const std::size_t part = call.find(").");
    const std::size_t begin = (part == std::string::npos ? call.find('.') : part + 1) + 1;
    return call.substr(begin, call.find('(', begin) - begin);
}

/// Whether all computations that it needs are there.
bool names_somebody(const schedule_command &command, const built_program &built) {
    const auto is_there = [&](const stage &one) {
        return built.computations.count(one.computation) > 0;
    };
    const bool is_alone = command.kind < command_kind::allocate_at ||
                          command.kind == command_kind::cache_write ||
                          command.kind == command_kind::compute_inline;
    return is_there(command.target) && (is_alone || is_there(command.other)) &&
           (command.kind != command_kind::between || is_there(command.next));
}

struct counts {
    std::map<std::string, int> refused; ///< by call
    int accepted = 0, questions = 0;

    void add(const counts &other) {
        accepted += other.accepted;
        questions += other.questions;
        for (const auto &[call, number] : other.refused) {
            refused[call] += number;
        }
    }
    int refusals() const {
        int all = 0;
        for (const auto &[call, number] : refused) {
            all += number;
        }
        return all;
    }
    std::string text() const {
        std::ostringstream table;
        table << "  refused " << refusals() << ", accepted " << accepted << ", questions "
              << questions << '\n';
        for (const auto &[call, number] : refused) {
            table << "    " << call << " " << number << '\n';
        }
        return table.str();
    }
};

/// The counts of all shards that this process runs, printed when it ends.
class all_counts : public ::testing::Environment {
public:
    counts all;
    void TearDown() override {
        if (all.accepted + all.questions + all.refusals() > 0) {
            std::cout << "Refused calls and questions\n" << all.text();
        }
    }
};

all_counts &total = static_cast<all_counts &>(
    *::testing::AddGlobalTestEnvironment(new all_counts)); // GoogleTest owns it

/// Calls that are wrong, whatever the program is.
class wrong_calls {
public:
    wrong_calls(random_source &random, built_program &built)
        : random_(random), built_(built), f_(*built.function) {}

    using call = std::pair<std::string, std::function<void()>>;

    call any() {
        const std::vector<call> all = {
            {"store_in of another rank", [&] { some().store_in(&some_buffer(), wrong_index()); }},
            {"store_in of a negative size",
             [&] { some().store_in(std::vector<expr>{0}, std::vector<expr>{expr(-1)}); }},
            {"storage_fold of no dimension", [&] { some().storage_fold(var("nowhere"), 2); }},
            {"storage_fold to nothing", [&] { some().storage_fold(var("i0"), 0); }},
            {"set_access",
             [&] { some().set_access("[unknown] -> { nobody[i] -> mem[i + unknown] }"); }},
            {"set_low_level_schedule",
             [&] {
                 computation one = some();
                 one.set_low_level_schedule("[unknown] -> { " + one.get_name() +
                                            "[i] -> [0, unknown, i, 0] }");
             }},
            {"apply_transformation_on_schedule",
             [&] { some().apply_transformation_on_schedule("{ nobody[i] -> nobody[i] }"); }},
            {"transform",
             [&] {
                 some().transform({{2, 0}, {0, 2}});
             }},
            {"add_definitions",
             [&] {
                 some().add_definitions("[unknown] -> { nobody[i] : i < unknown }", expr(1), true,
                                        p_int32, &f_);
             }},
            {"set_expression", [&] { some().set_expression(cast(p_uint8, expr(1))); }},
            {"add_predicate", [&] { some().add_predicate(expr(1)); }},
            {"add_context_constraints",
             [&] { f_.add_context_constraints("[unknown] -> { : unknown >"); }},
            {"set_context_set", [&] { f_.set_context_set("{ : x }"); }},
            {"a constant of a buffer's name",
             [&] { const constant c(some_buffer().get_name(), expr(p_int32), &f_); }},
            {"a constant without a value",
             [&] { const constant c("later", expr(), p_int32, false, nullptr, 0, &f_); }},
            {"a buffer of a name that is taken",
             [&] { const buffer b(some_buffer().get_name(), {3}, p_int32, a_temporary, &f_); }},
            {"a computation of a name that is taken",
             [&] {
                 const computation c("[unknown] -> { " + some().get_name() +
                                         "[i] : 0 <= i < unknown }",
                                     expr(1), true, p_int32, &f_);
             }},
            {"a computation without a name",
             [&] {
                 const computation c("[unknown] -> { [i] : i < unknown }", expr(1), true, p_int32,
                                     &f_);
             }},
            {"align", [&] { some_buffer().align(3); }},
            {"pad", [&] { some_buffer().pad(9, 1); }},
            {"allocate_at", [&] { some_buffer().allocate_at(some(), var("nowhere")); }},
            {"load_schedule", [&] { load_wrong_schedule(); }},
            {"set_schedule",
             [&] { f_.set_schedule(f_.get_schedule().with(some_wrong_command())); }},
            {"set_schedule of another function",
             [&] { f_.set_schedule(f_.get_schedule().of("another")); }},
            {"set_strict_reductions", [&] { f_.set_strict_reductions(true); }},
        };
        return random_.one_of(all);
    }

private:
    random_source &random_;
    built_program &built_;
    function f_;

    computation some() {
        auto one = built_.computations.begin();
        std::advance(one, random_.between(0, static_cast<int>(built_.computations.size()) - 1));
        return one->second;
    }
    buffer &some_buffer() {
        return built_.buffers[static_cast<std::size_t>(
            random_.between(0, static_cast<int>(built_.buffers.size()) - 1))];
    }
    command some_wrong_command() {
        return {some().get_name(), "parallelize", {loop_reference("nowhere")}};
    }
    std::vector<expr> wrong_index() const { return std::vector<expr>(7, expr(0)); }

    /// The schedule as it is, again, and then a command for a loop that is not there.
    void load_wrong_schedule() {
        std::string json = f_.schedule_json();
        const std::string last =
            R"({"computation": ")" + some().get_name() +
            R"(", "command": "parallelize", "arguments": [{"loop": "nowhere"}]})";
        const std::size_t end = json.rfind("]");
        const bool is_empty = json.find("\"command\"") == std::string::npos;
        json.insert(end, (is_empty ? "" : ", ") + last);
        const testing::temporary_file file("schedule.json", json);
        f_.load_schedule(file.path());
    }
};

std::vector<std::string> all_loops(const built_program &built) {
    std::vector<std::string> loops = {"root"};
    for (const auto &[name, computation] : built.computations) {
        const std::vector<std::string> own = computation.get_loop_names();
        loops.insert(loops.end(), own.begin(), own.end());
    }
    return loops;
}

using question = std::pair<std::string, std::function<void()>>;

/// Questions about the function, and about one of its computations.
std::vector<question> questions(function f, const built_program &built, random_source &random) {
    auto one = built.computations.begin();
    std::advance(one, random.between(0, static_cast<int>(built.computations.size()) - 1));
    const computation about = one->second;
    const std::vector<std::string> names = about.get_loop_names();
    const var outer(names.empty() ? "none" : names.front());
    const var inner(names.size() < 2 ? "none" : names[1]);
    const int commands = random.between(0, static_cast<int>(f.get_schedule().commands().size()));
    return {
        {"loops_text", [=]() mutable { f.loops_text(); }},
        {"schedule_outline", [=] { f.schedule_outline(); }},
        {"dependences_text", [=] { f.dependences_text(); }},
        {"algorithm_text", [=] { f.algorithm_text(); }},
        {"stmt_text", [=, &built]() mutable { f.stmt_text(built.arguments); }},
        {"why_not_parallel", [=] { about.why_not_parallel(outer); }},
        {"why_not_vectorizable", [=] { about.why_not_vectorizable(outer); }},
        {"why_not_vectorizable of a width", [=] { about.why_not_vectorizable(outer, 4); }},
        {"legal_skews", [=] { about.legal_skews(outer, inner, 2); }},
        {"iteration_space_svg",
         [=]() mutable {
             computation named = about;
             f.iteration_space_svg({&named}, outer, inner);
         }},
        {"correcting_loop_fusion_with_shifting",
         [=, &built]() mutable {
             computation first = built.computations.begin()->second;
             f.correcting_loop_fusion_with_shifting({&first}, about, {outer});
         }},
        {"check_legality_of_function", // of which only what it was told to let through stays
         [=]() mutable {
             f.check_legality_of_function();
             f.state()->acknowledged.clear();
         }},
        {"check_partial_legality_in_function",
         [=]() mutable {
             computation named = about;
             f.check_partial_legality_in_function({&named});
         }},
        {"involved_subset_of_dependencies_is_legal",
         [=, &built]() mutable {
             computation first = built.computations.begin()->second, second = about;
             first.involved_subset_of_dependencies_is_legal(&second);
         }},
        {"loop_parallelization_is_legal",
         [=] {
             computation named = about;
             f.loop_parallelization_is_legal(outer, {&named});
         }},
        {"loop_vectorization_is_legal",
         [=] {
             computation named = about;
             f.loop_vectorization_is_legal(outer, {&named});
         }},
        {"skewing_local_solver",
         [=] {
             computation named = about;
             f.skewing_local_solver({&named}, outer, inner, 2);
         }},
        {"skewing_local_solver_positive",
         [=] {
             computation named = about;
             f.skewing_local_solver_positive({&named}, outer, inner, 2);
         }},
        {"unrolling_is_legal", [=]() mutable { computation(about).unrolling_is_legal(outer); }},
        {"is_legal",
         [=] { f.is_legal(f.get_schedule().first(static_cast<std::size_t>(commands))); }},
        {"apply",
         [=] {
             f.get_schedule().apply(f, {about.get_name(), "parallelize", {loop_reference(outer)}});
         }},
        {"clone", [=] { f.clone("copied"); }},
        {"compute_maximal_AST_depth", [=] { about.compute_maximal_AST_depth(); }},
    };
}

class Refusals : public ::testing::TestWithParam<int> {};

/// One program, its calls one after the other.
class refusal_case {
public:
    refusal_case(std::uint64_t seed, counts &found) : random_(seed), counts_(found) {
        program_ = make_random_program(random_, feature_set::of_case(random_));
        built_ = build(program_);
    }

    /// Anything but a user_error is a fault of the library, to be shown with the program.
    void run(int rounds) {
        try {
            run_rounds(rounds);
            if (!::testing::Test::HasFailure()) {
                expect_same_schedule();
            }
        } catch (const std::exception &fault) {
            ADD_FAILURE() << fault.what() << '\n' << all_texts(*built_.function, built_);
        }
    }

private:
    random_source random_;
    counts &counts_;
    random_program program_;
    built_program built_;
    int number_ = 0;

    /// Without commands, and with the same ones again.
    void expect_same_schedule() {
        observed now(*built_.function, built_);
        const schedule own = built_.function->get_schedule();
        built_.function->set_schedule(own.first(0));
        built_.function->set_schedule(own);
        EXPECT_EQ(own, built_.function->get_schedule());
        EXPECT_EQ(own, schedule::from_json(own.to_json()));
        now.expect_same_loops();
        const function copy = built_.function->clone("copied");
        EXPECT_EQ(told([&] { return built_.function->loops_text(); }),
                  told([&] { return copy.loops_text(); }));
    }

    void run_rounds(int rounds) {
        for (int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
            observed now(*built_.function, built_);
            if (random_.chance(25)) {
                ask(now);
            }
            bool is_changed = false;
            for (int tries = 0; tries < 20 && !is_changed; ++tries) {
                is_changed = random_.chance(40) ? give_wrong_call(now) : give_command(now);
                if (::testing::Test::HasFailure()) {
                    return;
                }
            }
            expect_found_again(*built_.function->state());
            if (!is_changed) {
                now.expect_same_loops();
            } else if (random_.chance(10)) {
                break;
            }
        }
    }

    void ask(observed &now) {
        for (int asked = 0; asked < 3; ++asked) {
            const auto [name, ask] = random_.one_of(questions(*built_.function, built_, random_));
            try {
                ask();
            } catch (const user_error &) { // it has no answer
            }
            ++counts_.questions;
            now.expect_unchanged(name);
        }
        now.expect_same_loops();
    }

    /// Whether it was accepted.
    bool give_command(observed &now) {
        schedule_command command = random_.chance(35)
                                       ? make_random_staging(random_, program_, built_, number_++)
                                       : make_random_command(random_, program_, built_, number_++);
        command = spoilt(command, random_, all_loops(built_));
        if (!names_somebody(command, built_)) {
            return false;
        }
        if (command.kind == command_kind::allocate_at && makes_buffer(command.other)) {
            return true;
        }
        const std::string call = command.to_cpp();
        return give(now, call, verb_in(call), [&] { apply(command, built_); });
    }

    /// Whether its get_buffer() makes one, which is no part of the call that may be refused.
    bool makes_buffer(const stage &of) {
        const known_state before(*built_.function->state());
        built_.computations.at(of.computation).get_buffer();
        return !(before == known_state(*built_.function->state()));
    }

    bool give_wrong_call(observed &now) {
        wrong_calls calls(random_, built_); // which the call refers to
        const auto [name, call] = calls.any();
        return give(now, name, name, call);
    }

    bool give(observed &now, const std::string &call, const std::string &kind,
              const std::function<void()> &body) {
        const std::size_t commands = built_.function->state()->commands.size();
        const known_state before(*built_.function->state());
        try {
            body();
        } catch (const user_error &refused) {
            EXPECT_FALSE(std::string(refused.what()).empty()) << call;
            EXPECT_NE(refused.where().line, 0) << call << " has no place: " << refused.what();
            if (built_.function->state()->commands.size() == commands) {
                ++counts_.refused[kind];
                now.expect_unchanged(call);
            }
            return built_.function->state()->commands.size() != commands;
        }
        ++counts_.accepted;
        return !(before == known_state(*built_.function->state()));
    }
};

TEST_P(Refusals, ChangeNothing) {
    const random_run run = random_run::from_environment(90000, 160);
    counts found;
    for (int i = GetParam(); i < run.cases && !HasFailure(); i += shards) {
        const std::uint64_t seed = run.seed + static_cast<std::uint64_t>(i);
        SCOPED_TRACE("TIRAMISU_SEED=" + std::to_string(seed) + " TIRAMISU_CASES=1");
        refusal_case(seed, found).run(6);
    }
    total.all.add(found);
}

INSTANTIATE_TEST_SUITE_P(Shard, Refusals, ::testing::Range(0, shards));

} // namespace
} // namespace tiramisu::oracle
