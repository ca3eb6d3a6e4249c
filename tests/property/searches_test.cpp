// What the searches for skews and shifts find in random programs is legal, as they say.

#include <functional>
#include <iostream>

#include <gtest/gtest.h>

#include "core/program/function_snapshot.h"
#include "support/functions.h"
#include "support/schedule_case.h"

namespace tiramisu::oracle {
namespace {

using ::tiramisu::testing::analysis_of;

constexpr int shards = 4;

/// A program under a legal schedule, in which loops may be asked for.
class search {
public:
    search(const schedule_case &what, random_source &random)
        : built_(build(what.program)), random_(random) {
        for (const schedule_command &command : what.commands) {
            apply(command, built_);
        }
        for (const core::computation_state *definition : state().executed()) {
            if (!definition->nest.loops.empty()) {
                statements_.emplace_back(
                    core::shared_with_owner(const_cast<core::computation_state *>(definition)));
            }
        }
    }

    bool can_be_asked() const { return !statements_.empty() && is_legal(); }

    /// How many skews were tried.
    int try_skews() {
        const computation one = random_.one_of(statements_);
        const std::vector<std::string> loops = one.get_loop_names();
        if (loops.size() < 2) {
            return 0;
        }
        const int level = random_.between(0, static_cast<int>(loops.size()) - 2);
        const auto at = static_cast<std::size_t>(level);
        const var outer(loops[at]), inner(loops[at + 1]);
        std::vector<computation> sharing = sharing_loops(one, level);
        std::vector<computation *> named;
        for (computation &each : sharing) {
            named.push_back(&each);
        }
        for (const computation *each : named) {
            if (!is_serial(*each, level) || !is_serial(*each, level + 1)) {
                return 0; // tags follow their loops, to where they may not be legal
            }
        }
        skew_choices found;
        try {
            found = built_.function->legal_skews(named, outer, inner, 2);
        } catch (const user_error &) {
            return 0; // not all that share the outer loop share the inner one
        }
        expect_rows_of_solver(named, outer, inner);
        return expect_legal(found.outer_parallel, named, level, {level}) +
               expect_legal(found.inner_parallel, named, level, {level + 1}) +
               expect_legal(found.tilable, named, level, {}, true);
    }

    /// How many fusions were tried.
    int try_fusion() {
        if (statements_.size() < 2) {
            return 0;
        }
        const auto second =
            static_cast<std::size_t>(random_.between(1, static_cast<int>(statements_.size()) - 1));
        const auto first =
            static_cast<std::size_t>(random_.between(0, static_cast<int>(second) - 1));
        computation &earlier = statements_[first], &later = statements_[second];
        const std::vector<std::string> names = later.get_loop_names();
        const std::size_t depth =
            static_cast<std::size_t>(random_.between(1, static_cast<int>(names.size())));
        const std::vector<var> loops(names.begin(),
                                     names.begin() + static_cast<std::ptrdiff_t>(depth));
        const core::function_snapshot trial(state());
        try {
            const auto shifts =
                built_.function->correcting_loop_fusion_with_shifting({&earlier}, later, loops);
            if (shifts.empty()) {
                return 0;
            }
            for (const auto &[loop, amount] : shifts) {
                later.shift(loop, amount);
            }
            if (!shares(earlier, later, static_cast<int>(depth) - 1)) {
                later.after(earlier, loops.back());
            }
        } catch (const user_error &) {
            return 0; // cannot be fused, or a loop cannot be shifted any more
        }
        const auto illegal = illegality();
        const bool is_about_tags =
            illegal && (illegal->find("cannot be") != std::string::npos ||
                        illegal->find("tags it otherwise") != std::string::npos);
        EXPECT_TRUE(!illegal || is_about_tags)
            << "after the shifts that were to correct it:\n"
            << built_.function->schedule_text() << illegal.value_or("");
        return 1;
    }

private:
    built_program built_;
    random_source &random_;
    std::vector<computation> statements_;

    core::function_state &state() const { return *built_.function->state(); }

    std::optional<std::string> illegality() const {
        try {
            const auto found = core::find_illegality(state(), analysis_of(*built_.function), {});
            return found ? std::optional<std::string>(found->what()) : std::nullopt;
        } catch (const user_error &error) { // no meaning, or what cannot be compiled
            return error.what();
        }
    }

    bool is_legal() const { return !illegality(); }

    bool is_unsupported() const {
        try {
            analysis_of(*built_.function);
        } catch (const unsupported_error &) {
            return true;
        } catch (const user_error &) {
        }
        return false;
    }

    static bool is_serial(const computation &one, int level) {
        return one.part()->nest.loops[static_cast<std::size_t>(level)].kind ==
               poly::loop_kind::serial;
    }

    bool shares(const computation &a, const computation &b, int level) const {
        for (const computation &one : sharing_loops(a, level)) {
            if (one.part() == b.part()) {
                return true;
            }
        }
        return false;
    }

    std::vector<computation> sharing_loops(const computation &one, int level) const {
        const core::analysis now = analysis_of(*built_.function);
        std::vector<computation> inside;
        for (const poly::shared_loop &loop : poly::shared_loops(now.statements)) {
            const bool is_around = std::any_of(
                loop.statements.begin(), loop.statements.end(),
                [&](const auto *statement) { return statement->name == one.part()->id; });
            for (std::size_t i = 0; is_around && loop.level == level && i < loop.statements.size();
                 ++i) {
                inside.emplace_back(
                    core::shared_with_owner(state().find_definition(loop.statements[i]->name)));
            }
        }
        return inside;
    }

    void expect_rows_of_solver(const std::vector<computation *> &named, const var &outer,
                               const var &inner) {
        const auto [outermost, innermost, tilable] =
            built_.function->skewing_local_solver(named, outer, inner, 2);
        EXPECT_LE(outermost.size(), 1u);
        EXPECT_LE(innermost.size(), 2u);
        EXPECT_LE(tilable.size(), 2u);
    }

    /// Applies one of the skews; then the loops at `parallel` may run in parallel, and tiles of
    /// the two are legal.
    int expect_legal(const std::vector<loop_skew> &skews, const std::vector<computation *> &named,
                     int level, const std::vector<int> &parallel, bool tile = false) {
        if (skews.empty()) {
            return 0;
        }
        const loop_skew by = random_.one_of(skews);
        const core::function_snapshot trial(state());
        try {
            for (computation *each : named) {
                each->skew(level, level + 1, by.a, by.b, by.c, by.d);
                for (const int at : parallel) {
                    each->tag_parallel_level(at);
                }
                // Tiles that several computations share would share their outer loops only.
                if (tile && named.size() == 1) {
                    each->tile(level, level + 1, 2, 3);
                } else if (tile) {
                    each->interchange(level, level + 1);
                }
            }
        } catch (const user_error &) {
            return 0; // the loops have tags already, or stagings rely on them
        }
        const auto illegal = illegality();
        if (is_unsupported()) {
            return 0; // a legal order of loops that do not fit 32 bits
        }
        EXPECT_FALSE(illegal) << "after a skew that was to be legal:\n"
                              << built_.function->schedule_text() << illegal.value_or("");
        return 1;
    }
};

class Searches : public ::testing::TestWithParam<int> {};

TEST_P(Searches, FindWhatIsLegal) {
    const random_run run = random_run::from_environment(90000, 400);
    int asked = 0, skews = 0, fusions = 0;
    for (int i = GetParam(); i < run.cases; i += shards) {
        const std::uint64_t seed = run.seed + static_cast<std::uint64_t>(i);
        random_source random(seed);
        const made_case made = make_random_case(random, {}, random.between(0, 3));
        SCOPED_TRACE("TIRAMISU_SEED=" + std::to_string(seed) + " TIRAMISU_CASES=1\n" +
                     made.made.to_cpp());
        search one(made.made, random);
        if (!one.can_be_asked()) {
            continue;
        }
        ++asked;
        skews += one.try_skews();
        fusions += one.try_fusion();
    }
    std::cout << "TIRAMISU_SEED=" << run.seed << " TIRAMISU_CASES=" << run.cases << ": " << asked
              << " programs asked, " << skews << " skews and " << fusions << " fusions tried\n";
}

INSTANTIATE_TEST_SUITE_P(Shard, Searches, ::testing::Range(0, shards));

} // namespace
} // namespace tiramisu::oracle
