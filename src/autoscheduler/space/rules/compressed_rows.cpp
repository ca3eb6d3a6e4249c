#include <algorithm>

#include "autoscheduler/space/conditions.h"
#include "autoscheduler/space/rules/innermost.h"
#include "autoscheduler/space/rules/rules.h"
#include "autoscheduler/space/rules/vector_width.h"

namespace tiramisu::tune {

namespace {

/// Sums over rows whose ends are read from memory, as those of a sparse matrix: the columns of the
/// result, if it has any, lie in registers while a row runs; else the row runs on lanes.
class compressed_rows : public rule {
public:
    std::string name() const override { return "compressed rows"; }
    std::string text(int /*variant*/) const override {
        return "rows that memory bounds, the results of each in registers";
    }

    int variants(const program_view &view, const sketch & /*so_far*/,
                 std::size_t stage) const override {
        return rows_in_memory(view, stage) ? 1 : 0;
    }

    std::vector<decision> decisions(const program_view &view, const sketch & /*of*/,
                                    std::size_t stage, int /*variant*/) const override {
        const rows_of_memory rows = *rows_in_memory(view, stage);
        const std::string &name = view.stages[stage].name;
        std::vector<decision> open = {
            {name + ".rows", stage, {1, 4, 16, 64}},
            {name + ".init", stage, {1, 0}, decision_kind::place},
            {name + ".parallel", stage,
             view.cores > 1 ? std::vector<int>{1, 0} : std::vector<int>{0},
             decision_kind::threads}};
        if (rows.columns.empty()) {
            open.push_back({name + ".lanes", stage, {1, 0, 2}});
        } else {
            open.push_back({name + ".vectors", stage, {4, 1, 2, 8}});
            open.push_back({name + ".keep", stage, {1, 0}, decision_kind::place});
        }
        return open;
    }

    void write(const writing &to, std::size_t stage, int /*variant*/) const override {
        writer(to, stage).write();
    }

private:
    class writer {
    public:
        writer(const writing &to, std::size_t stage)
            : to_(to), stage_(to.view.stages[stage]), rows_(*rows_in_memory(to.view, stage)),
              main_(to.view.main_of(stage)) {}

        void write() {
            const std::size_t main = stage_.statements.back(), init = stage_.statements.front();
            const std::string level = write_loops(main);
            nest_writer loops(to_.view, main, to_.to);
            if (rows_.columns.empty()) {
                run_row_on_lanes(loops);
            }
            if (!level.empty() && value("init") != 0 && level == write_loops(init)) {
                loops.give("after", {computation_reference{to_.view.statements[init].id},
                                     loop_reference(level)});
                planned_nest &nest = to_.to.nests[init];
                nest.shared_with = main;
                nest.shared = loops_to(nest, level);
            }
            if (value("parallel") != 0) {
                loops.parallelize(loops.names().front());
            }
            if (!level.empty() && value("keep") != 0) {
                loops.give("cache_write", {loop_reference(level), memory::registers});
                planned_nest &nest = to_.to.nests[main];
                nest.kept_inside = loops_to(nest, level);
                nest.is_in_registers = true;
            }
        }

    private:
        const writing &to_;
        const stage_view &stage_;
        const rows_of_memory rows_;
        const statement_view &main_;

        int value(const std::string &what) const { return to_.values(stage_.name + "." + what, 0); }
        const std::string &name_of(std::size_t iterator) const {
            return main_.iterators[iterator].name;
        }

        static std::size_t loops_to(const planned_nest &nest, const std::string &last) {
            const auto found =
                std::find_if(nest.loops.begin(), nest.loops.end(),
                             [&](const planned_loop &one) { return one.name == last; });
            return static_cast<std::size_t>(found - nest.loops.begin()) + 1;
        }

        /// Rows, columns in tiles, the terms, the columns of a tile. Returns the innermost loop
        /// outside of the terms.
        std::string write_loops(std::size_t statement) {
            const statement_view &of = to_.view.statements[statement];
            nest_writer loops(to_.view, statement, to_.to);
            std::vector<std::string> outside, inside;
            for (const std::size_t i : rows_.rows) {
                const std::string &name = name_of(i);
                const int size = i == rows_.rows.front() ? value("rows") : 1;
                const auto [outer, inner] = loops.split(name, size, name + "_b", name + "_r");
                for (const std::string &loop : {outer, inner}) {
                    if (!loop.empty()) {
                        outside.push_back(loop);
                    }
                }
            }
            for (const std::size_t i : rows_.columns) {
                const std::string &name = name_of(i);
                const int width = value("vectors") * lanes_of(to_.view, main_);
                const bool is_tiled = i == rows_.columns.back();
                const auto [outer, inner] =
                    loops.split(name, is_tiled ? width : 1, name + "_t", name + "_u");
                if (!outer.empty()) {
                    outside.push_back(outer);
                }
                if (!inner.empty()) {
                    inside.push_back(inner);
                }
            }
            std::vector<std::string> order = outside;
            for (const std::size_t i : main_.reduced()) {
                if (loops.has(name_of(i))) {
                    order.push_back(name_of(i));
                }
            }
            order.insert(order.end(), inside.begin(), inside.end());
            loops.reorder(order);
            if (!inside.empty()) {
                constexpr long most_vectors = 16;
                const std::string vectors = vectorize_whole(to_.view, loops, of, inside.back());
                unroll_together(loops, {vectors}, most_vectors);
            }
            return outside.empty() ? "" : outside.back();
        }

        /// Of a product of a matrix and a vector, say.
        void run_row_on_lanes(nest_writer &loops) const {
            const int lanes = value("lanes") * lanes_of(to_.view, main_);
            if (lanes > 1) {
                loops.vectorize(name_of(rows_.terms), lanes);
            }
        }
    };
};

} // namespace

std::unique_ptr<rule> compressed_rows_rule() {
    return std::make_unique<compressed_rows>();
}

} // namespace tiramisu::tune
