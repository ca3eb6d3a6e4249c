#include "autoscheduler/space/conditions.h"
#include "autoscheduler/space/rules/rules.h"
#include "autoscheduler/space/rules/vector_width.h"

namespace tiramisu::tune {

namespace {

enum position { in_lanes, on_threads };

/// A reduction with few results becomes partial results, in the lanes of vectors or on threads.
class partial_results : public rule {
public:
    std::string name() const override { return "rfactor"; }
    std::string text(int variant) const override {
        return variant == in_lanes ? "partial results in lanes" : "partial results on threads";
    }

    int variants(const program_view &view, const sketch & /*so_far*/,
                 std::size_t stage) const override {
        constexpr long least_terms = 4;
        if (!needs_rfactor(view, stage)) {
            return 0;
        }
        const statement_view &main = view.main_of(stage);
        return main.iterators[longest(main)].extent >= least_terms ? 2 : 0;
    }

    std::vector<decision> decisions(const program_view &view, const sketch & /*of*/,
                                    std::size_t stage, int variant) const override {
        const statement_view &main = view.main_of(stage);
        const int lanes = lanes_of(view, main);
        const long terms = main.iterators[longest(main)].extent;
        std::vector<int> factors;
        for (const int factor : {1, 2, 4, 8}) {
            const long size = variant == in_lanes
                                  ? static_cast<long>(factor) * lanes
                                  : terms / (static_cast<long>(factor) * view.cores);
            if (size > 1 && size < terms) {
                factors.push_back(static_cast<int>(size));
            }
        }
        if (factors.empty()) {
            factors.push_back(static_cast<int>(std::max(1L, terms / 2)));
        }
        return {{view.stages[stage].name + ".partial", stage, factors},
                {view.stages[stage].name + ".parallel", stage, {0, 1}, decision_kind::threads}};
    }

    void write(const writing &to, std::size_t stage, int variant) const override {
        const std::string &name = to.view.stages[stage].name;
        const std::size_t at = to.view.stages[stage].statements.back();
        const statement_view &main = to.view.statements[at];
        const std::string &terms = main.iterators[longest(main)].name;
        nest_writer writer(to.view, at, to.to);
        const std::string outer = terms + "_o", inner = terms + "_i", partial = terms + "_p";
        if (writer.split(terms, to.values(name + ".partial"), outer, inner).first.empty()) {
            return;
        }
        writer.give("rfactor",
                    {loop_reference(variant == in_lanes ? inner : outer), new_loop(partial)});
        // From here on the loops are those of the update of the partial results.
        plan renamed = to.to;
        renamed.commands.clear();
        planned_nest &nest = renamed.nests[at];
        for (planned_loop &loop : nest.loops) {
            if (loop.name == (variant == in_lanes ? inner : outer)) {
                loop.name = partial;
            }
        }
        run(to, renamed, at, variant, partial, inner, to.values(name + ".parallel") != 0);
        for (command &next : renamed.commands) {
            next.computation = name + "_partial_update_1";
            to.to.commands.push_back(next);
        }
        to.to.nests[at] = renamed.nests[at];
    }

private:
    static std::size_t longest(const statement_view &main) {
        std::size_t found = main.reduced().front();
        for (const std::size_t i : main.reduced()) {
            if (main.iterators[i].extent >= main.iterators[found].extent) {
                found = i;
            }
        }
        return found;
    }

    static void run(const writing &to, plan &on, std::size_t at, int variant,
                    const std::string &partial, const std::string &inner, bool results_parallel) {
        const statement_view &main = to.view.statements[at];
        nest_writer writer(to.view, at, on);
        std::vector<std::string> loops;
        for (const std::string &loop : writer.names()) {
            if (loop != partial) {
                loops.push_back(loop);
            }
        }
        loops.insert(variant == in_lanes ? loops.end() : loops.begin(), partial);
        writer.reorder(loops);
        const std::string &vector = variant == in_lanes ? partial : inner;
        for (const planned_loop &loop : writer.nest().loops) {
            const int lanes = lanes_within(lanes_of(to.view, main), loop.extent);
            if (loop.name == vector && lanes > 1) {
                writer.vectorize(vector, lanes);
                break;
            }
        }
        if (variant == on_threads || (results_parallel && loops.size() > 2)) {
            writer.parallelize(loops.front());
        }
    }
};

} // namespace

std::unique_ptr<rule> rfactor_rule() {
    return std::make_unique<partial_results>();
}

} // namespace tiramisu::tune
