#include "autoscheduler/space/rules/rules.h"
#include "autoscheduler/space/rules/vector_width.h"

namespace tiramisu::tune {

namespace {

/// Loops that carry dependences are skewed so that they can be tiled. Tiles that do not depend on
/// one another run in parallel, wavefront by wavefront.
class wavefront : public rule {
public:
    std::string name() const override { return "skewed tiles"; }
    std::string text(int variant) const override {
        return "skewed tiles " + std::to_string(variant + 1) + ", in wavefronts";
    }

    int variants(const program_view &view, const sketch & /*so_far*/,
                 std::size_t stage) const override {
        return static_cast<int>(view.stages[stage].tilings.size());
    }

    std::vector<decision> decisions(const program_view &view, const sketch & /*of*/,
                                    std::size_t stage, int variant) const override {
        const stage_view &of = view.stages[stage];
        const statement_view &main = view.main_of(stage);
        std::vector<decision> open;
        const std::size_t tiled = matrix(view, stage, variant).size();
        for (std::size_t i = 0; i < tiled; ++i) {
            std::vector<int> sizes = {32};
            for (const int size : {4, 8, 16, 64, 128, 256, 512, 1024}) {
                if (size <= main.iterators[i].extent) {
                    sizes.push_back(size);
                }
            }
            open.push_back({of.name + ".t" + std::to_string(i), stage, sizes});
        }
        open.push_back({of.name + ".wave", stage, {1, 0}, decision_kind::threads});
        open.push_back({of.name + ".vector", stage, {1, 0}, decision_kind::order});
        open.push_back({of.name + ".mask", stage, {0, 1}, decision_kind::order});
        return open;
    }

    void write(const writing &to, std::size_t stage, int variant) const override {
        const tilable_matrix &by = matrix(to.view, stage, variant);
        const std::string &name = to.view.stages[stage].name;
        const std::size_t at = to.view.stages[stage].statements.back();
        const statement_view &main = to.view.statements[at];
        nest_writer writer(to.view, at, to.to);
        std::vector<loop_reference> loops, skewed_loops;
        std::vector<new_loop> skewed, outer, inner;
        std::vector<int> sizes;
        for (std::size_t i = 0; i < by.size(); ++i) {
            const std::string &iterator = main.iterators[i].name;
            loops.emplace_back(iterator);
            skewed.emplace_back(iterator + "_s");
            skewed_loops.emplace_back(iterator + "_s");
            outer.emplace_back(iterator + "_o");
            inner.emplace_back(iterator + "_i");
            sizes.push_back(to.values(name + ".t" + std::to_string(i), 32));
        }
        writer.give("transform", {loops, by, skewed});
        writer.give("tile", {skewed_loops, sizes, outer, inner});
        make_loops(to.to.nests[at], by, outer, inner, sizes);
        if (to.values(name + ".wave") != 0) {
            run_in_wavefronts(writer, to.to.nests[at], outer);
        }
        const std::string innermost = writer.names().back();
        const int lanes = lanes_within(lanes_of(to.view, main), writer.nest().loops.back().extent);
        if (to.values(name + ".vector") != 0 && lanes > 1) {
            writer.vectorize(innermost, lanes,
                             to.values(name + ".mask") != 0 ? tail::masked : tail::separated);
        }
    }

private:
    static const tilable_matrix &matrix(const program_view &view, std::size_t stage, int variant) {
        return view.stages[stage].tilings[static_cast<std::size_t>(variant)];
    }

    static void make_loops(planned_nest &nest, const tilable_matrix &by,
                           const std::vector<new_loop> &outer, const std::vector<new_loop> &inner,
                           const std::vector<int> &sizes) {
        std::vector<planned_loop> loops;
        for (std::size_t i = 0; i < by.size(); ++i) {
            long extent = 0;
            for (std::size_t j = 0; j < by.size(); ++j) {
                extent += std::abs(by[i][j]) * nest.loops[j].extent;
            }
            loops.push_back({outer[i].name, i, sizes[i], (extent + sizes[i] - 1) / sizes[i]});
        }
        for (std::size_t i = 0; i < by.size(); ++i) {
            loops.push_back({inner[i].name, i, 1, sizes[i]});
        }
        for (std::size_t i = by.size(); i < nest.loops.size(); ++i) {
            loops.push_back(nest.loops[i]);
        }
        nest.loops = loops;
    }

    static void run_in_wavefronts(nest_writer &writer, planned_nest &nest,
                                  const std::vector<new_loop> &outer) {
        const std::string wave = outer[0].name + "_w";
        writer.give("transform", {std::vector<loop_reference>{outer[0].name, outer[1].name},
                                  std::vector<std::vector<int>>{{1, 1}, {0, 1}},
                                  std::vector<new_loop>{new_loop(wave), new_loop(outer[1].name)}});
        nest.loops[0].name = wave;
        writer.parallelize(outer[1].name);
    }
};

} // namespace

std::unique_ptr<rule> wavefront_rule() {
    return std::make_unique<wavefront>();
}

} // namespace tiramisu::tune
