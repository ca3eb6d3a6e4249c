#include "autoscheduler/space/carried.h"

#include <algorithm>

#include "autoscheduler/space/verdict.h"

namespace tiramisu::tune {

namespace {

constexpr std::size_t most_tilings = 2; ///< of a stage, for each number of loops

/// Matrices that add multiples of the outermost of `loops` loops to the others.
std::vector<tilable_matrix> sums_with_outermost(std::size_t loops) {
    constexpr int largest = 2;
    std::vector<tilable_matrix> all;
    for (int a = 0; a <= largest; ++a) {
        for (int b = 0; b <= (loops > 2 ? largest : 0); ++b) {
            tilable_matrix one = {{1, 0}, {a, 1}};
            if (loops > 2) {
                one = {{1, 0, 0}, {a, 1, 0}, {b, 0, 1}};
            }
            all.push_back(one);
        }
    }
    const auto size = [](const tilable_matrix &of) {
        int sum = 0;
        for (const auto &row : of) {
            sum += row.front();
        }
        return sum;
    };
    std::stable_sort(all.begin(), all.end(),
                     [&](const auto &left, const auto &right) { return size(left) < size(right); });
    return all;
}

class tiling_search {
public:
    tiling_search(const program_view &view, const function &what,
                  const std::vector<buffer *> &arguments, source_place where)
        : view_(view), what_(what), arguments_(arguments), where_(where) {}

    std::vector<tilable_matrix> find(const statement_view &of) {
        std::vector<tilable_matrix> found;
        for (const std::size_t loops : {std::size_t{2}, std::size_t{3}}) {
            if (of.iterators.size() < loops) {
                break;
            }
            std::size_t count = 0;
            for (const tilable_matrix &one : choices(of, loops)) {
                if (count < most_tilings && can_be_tiled(of, one)) {
                    found.push_back(one);
                    ++count;
                }
            }
        }
        return found;
    }

private:
    const program_view &view_;
    const function &what_;
    const std::vector<buffer *> &arguments_;
    const source_place where_;

    /// Those of legal_skews where it can be asked, as it knows of more than sums.
    std::vector<tilable_matrix> choices(const statement_view &of, std::size_t loops) {
        std::vector<tilable_matrix> all = sums_with_outermost(loops);
        if (loops > 2) {
            return all;
        }
        for (const loop_skew &by : skews(of)) {
            const tilable_matrix one = {{by.a, by.b}, {by.c, by.d}};
            if (std::find(all.begin(), all.end(), one) == all.end()) {
                all.push_back(one);
            }
        }
        return all;
    }

    std::vector<loop_skew> skews(const statement_view &of) {
        std::vector<loop_skew> tilable;
        function clone = what_.clone(view_.function + "_skews", where_);
        clone.set_schedule(view_.base.of(view_.function + "_skews"), where_);
        for (const auto &one : clone.state()->computations) {
            if (one->id == of.id) {
                computation statement(core::shared_with_owner(one.get()));
                try {
                    tilable = clone
                                  .legal_skews({&statement}, var(of.iterators[0].name),
                                               var(of.iterators[1].name), 2, where_)
                                  .tilable;
                } catch (const user_error &) {
                    // Other computations share the loop.
                }
            }
        }
        return tilable;
    }

    bool can_be_tiled(const statement_view &of, const tilable_matrix &by) {
        std::vector<loop_reference> loops;
        std::vector<int> sizes;
        for (std::size_t i = 0; i < by.size(); ++i) {
            loops.emplace_back(of.iterators[i].name);
            sizes.push_back(2);
        }
        std::vector<new_loop> transformed, outer, inner;
        std::vector<loop_reference> tiled;
        for (const loop_reference &loop : loops) {
            transformed.emplace_back(loop.name + "_s");
            tiled.emplace_back(loop.name + "_s");
            outer.emplace_back(loop.name + "_o");
            inner.emplace_back(loop.name + "_i");
        }
        const schedule tried = view_.base.with({of.id, "transform", {loops, by, transformed}})
                                   .with({of.id, "tile", {tiled, sizes, outer, inner}});
        return verdict_of(what_, tried, arguments_, where_).is_legal();
    }
};

} // namespace

void find_tilings(program_view &view, const function &what, const std::vector<buffer *> &arguments,
                  source_place where) {
    for (stage_view &stage : view.stages) {
        const statement_view &statement = view.statements[stage.statements.back()];
        if (stage.statements.size() == 1 && statement.reads_itself && !stage.shares_loops) {
            stage.tilings = tiling_search(view, what, arguments, where).find(statement);
        }
    }
}

} // namespace tiramisu::tune
