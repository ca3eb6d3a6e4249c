#include "autoscheduler/space/rules/tile_levels.h"

#include <algorithm>

#include "autoscheduler/space/conditions.h"
#include "autoscheduler/space/rules/innermost.h"
#include "autoscheduler/space/rules/packing.h"
#include "autoscheduler/space/rules/shared_tiles.h"

namespace tiramisu::tune {

namespace {

class tiled_stage {
public:
    tiled_stage(const writing &to, std::size_t stage, const tile_plan &plan)
        : to_(to), stage_(stage), plan_(plan), tiles_(to, stage), main_(tiles_.main()) {}

    void write() {
        tiles_.split_and_order();
        run_innermost();
        const bool init_shares = share_init();
        share_follower();
        if (tiles_.value("parallel", 1) != 0 && !tiles_.outer_loops(1).empty()) {
            writer().parallelize(writer().names().front());
        }
        if (!init_shares) {
            write_apart();
        }
        set_borders_apart();
        pack();
        keep();
    }

private:
    const writing &to_;
    const std::size_t stage_;
    const tile_plan &plan_;
    tiled_loops tiles_;
    const statement_view &main_;

    nest_writer &writer() { return tiles_.nest().writer(); }

    void run_innermost() {
        std::vector<std::string> loops = tiles_.nest().at(tile_levels - 1, main_.spatial());
        const std::string &vector = tiles_.nest().names()[main_.contiguous()][tile_levels - 1];
        if (!vector.empty()) {
            std::replace(loops.begin(), loops.end(), std::string(vector),
                         vectorize_whole(to_.view, writer(), main_, vector));
        }
        const long copies = unroll_together(writer(), loops, tiles_.value("unroll", 64));
        if (copies > 0 && tiles_.nest().at(2, main_.spatial()).empty()) {
            unroll_terms(copies);
        }
    }

    /// The innermost loops of the reduction, around a tile that is written out.
    void unroll_terms(long copies) {
        constexpr long most_code = 1024;
        const long most = std::min<long>(tiles_.value("terms", 1), most_code / copies);
        const std::vector<std::string> loops = tiles_.inner_terms();
        long terms = 1;
        for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
            const long extent = extent_of(writer(), *loop);
            terms *= extent;
            if (terms <= most && extent > 1 && is_constant(writer(), *loop)) {
                writer().unroll(*loop);
            }
        }
    }

    bool share_init() {
        // Not inside of a window, which begins with what is in memory.
        const int asked = tiles_.value("init", 0);
        const int level = plan_.kept_level > 0 ? std::min(asked, plan_.kept_level) : asked;
        const auto &statements = to_.view.stages[stage_].statements;
        if (level == 0 || statements.size() != 2) {
            return false;
        }
        const statement_view &init = to_.view.statements[statements.front()];
        if (share_tiles(tiles_, statements.front(), init.write, level).empty()) {
            return false;
        }
        writer().give("after", {computation_reference{init.id},
                                loop_reference(tiles_.outer_loops(level).back())});
        return true;
    }

    void share_follower() {
        if (!plan_.follower) {
            return;
        }
        const statement_view &other = to_.view.statements[*plan_.follower];
        const std::string level =
            share_tiles(tiles_, *plan_.follower, other.write, plan_.follower_level);
        nest_writer followers(to_.view, *plan_.follower, to_.to);
        if (level.empty()) {
            write_alone(followers, other);
        } else {
            followers.give("after", {computation_reference{main_.id}, loop_reference(level)});
        }
    }

    /// Definitions that do not share loops: in parallel, and on vectors.
    void write_apart() {
        const auto &statements = to_.view.stages[stage_].statements;
        for (std::size_t i = 0; i + 1 < statements.size(); ++i) {
            if (to_.to.nests[statements[i]].shared == 0) {
                nest_writer apart(to_.view, statements[i], to_.to);
                write_alone(apart, to_.view.statements[statements[i]]);
            }
        }
    }

    void write_alone(nest_writer &alone, const statement_view &of) {
        const std::vector<std::string> names = alone.names();
        if (names.size() != of.iterators.size() || names.empty()) {
            return; // was split before it was found that nothing can be shared
        }
        const std::string &vector = names[of.contiguous()];
        std::vector<std::string> order;
        for (const std::string &name : names) {
            if (name != vector) {
                order.push_back(name);
            }
        }
        order.push_back(vector);
        alone.reorder(order);
        vectorize_whole(to_.view, alone, of, vector);
        if (order.size() > 1) {
            alone.parallelize(order.front());
        }
    }

    /// Of arrays with a border that are computed where they are read.
    void set_borders_apart() {
        const std::vector<std::size_t> producers = bordered_producers(to_.view, stage_);
        const bool are_inline =
            std::all_of(producers.begin(), producers.end(), [&](std::size_t producer) {
                return to_.values(to_.view.stages[producer].name + ".where") == computed_inline;
            });
        if (producers.empty() || !are_inline || tiles_.value("borders", 0) == 0) {
            return;
        }
        double inside = 1;
        for (const std::size_t i : bordered_iterators(to_.view, stage_)) {
            // The tiles that are directly around what one in registers computes.
            const level_names &names = tiles_.nest().names()[i];
            const std::string &loop = names[1].empty() ? names[0] : names[1];
            if (!loop.empty()) {
                constexpr double ends = 2;
                inside *= std::max(0.0, 1 - ends / static_cast<double>(extent_of(writer(), loop)));
                writer().peel_ends(loop);
            }
        }
        to_.to.nests[tiles_.statement()].at_borders = 1 - inside;
    }

    /// Reads, inside of the first or of all of the outermost loops.
    void pack() {
        const std::vector<std::string> blocks = tiles_.outer_loops(1);
        for (const packable_read &one : packable_reads(to_.view, stage_)) {
            const int place = tiles_.value("pack_" + one.values, 0);
            if (place == 0 || blocks.empty()) {
                continue;
            }
            const std::size_t around = place == 1 ? 1 : blocks.size();
            const auto end = blocks.begin() + static_cast<std::ptrdiff_t>(around);
            const std::string &cut = tiles_.nest().names()[one.last].front();
            const std::size_t i = one.iterator;
            const bool is_cut = one.is_contiguous && std::find(blocks.begin(), end, cut) != end;
            const long columns = is_cut ? tiles_.size(i, 1) * tiles_.size(i, 2) * tiles_.size(i, 3)
                                        : main_.iterators[one.last].extent;
            write_packing(to_, stage_, one,
                          {blocks[around - 1], around, tiles_.size(i, 3), columns});
        }
    }

    /// Results stay in registers where the loops inside are all unrolled, else in a small array.
    void keep() {
        const std::vector<std::string> around = tiles_.outer_loops(plan_.kept_level);
        if (plan_.kept_level == 0 || around.empty()) {
            return;
        }
        planned_nest &nest = to_.to.nests[tiles_.statement()];
        bool is_unrolled = true;
        for (std::size_t l = around.size(); l < nest.loops.size(); ++l) {
            const planned_loop &loop = nest.loops[l];
            const bool is_result = !main_.iterators[loop.iterator].is_reduction;
            const bool is_serial = loop.use == loop_use::serial && loop.extent > 1;
            is_unrolled = is_unrolled && !(is_result && is_serial);
        }
        nest.kept_inside = around.size();
        nest.is_in_registers = is_unrolled;
        writer().give("cache_write", {loop_reference(around.back()),
                                      is_unrolled ? memory::registers : memory::temporary});
    }
};

} // namespace

void write_tiles(const writing &to, std::size_t stage, const tile_plan &plan) {
    tiled_stage(to, stage, plan).write();
}

} // namespace tiramisu::tune
