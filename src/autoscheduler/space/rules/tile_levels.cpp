#include "autoscheduler/space/rules/tile_levels.h"

#include <algorithm>

#include "autoscheduler/space/rules/leveled_nest.h"
#include "autoscheduler/space/rules/vector_width.h"

namespace tiramisu::tune {

namespace {

void append(std::vector<std::string> &to, const std::vector<std::string> &more) {
    to.insert(to.end(), more.begin(), more.end());
}

/// The iterator of another statement that has the place of each of `of`'s results; nothing where
/// it has not.
std::optional<std::vector<std::size_t>>
same_places(const statement_view &of, const statement_view &other, const access_view &place) {
    std::vector<std::size_t> found(of.iterators.size(), 0);
    for (const std::size_t i : of.spatial()) {
        bool is_found = false;
        for (std::size_t d = 0; d < of.write.indices.size() && d < place.indices.size(); ++d) {
            for (std::size_t o = 0; o < other.iterators.size(); ++o) {
                if (of.write.indices[d].is_plain(i) && place.indices[d].is_plain(o) &&
                    of.iterators[i].extent == other.iterators[o].extent) {
                    found[i] = o;
                    is_found = true;
                }
            }
        }
        if (!is_found) {
            return std::nullopt;
        }
    }
    return found;
}

class tiled_stage {
public:
    tiled_stage(const writing &to, std::size_t stage, const tile_plan &plan)
        : to_(to), stage_(stage), plan_(plan), main_at_(to.view.stages[stage].statements.back()),
          main_(to.view.statements[main_at_]), nest_(to, main_at_), vector_(main_.contiguous()) {}

    void write() {
        split();
        order();
        run_innermost();
        const bool init_shares = share_init();
        share_follower();
        if (value("parallel", 1) != 0 && !shared_names(1).empty()) {
            nest_.writer().parallelize(nest_.writer().names().front());
        }
        if (!init_shares) {
            write_apart();
        }
        keep();
    }

private:
    const writing &to_;
    const std::size_t stage_;
    const tile_plan &plan_;
    const std::size_t main_at_;
    const statement_view &main_;
    leveled_nest nest_;
    const std::size_t vector_; ///< iterator

    int value(const std::string &what, int otherwise) const {
        return to_.values(tile_key(to_.view, stage_, what), otherwise);
    }
    long size(std::size_t iterator, int level) const {
        return value(main_.iterators[iterator].name + "." + std::to_string(level), 1);
    }

    void split() {
        for (const std::size_t i : main_.spatial()) {
            nest_.split(i, {size(i, 1), size(i, 2), size(i, 3)});
        }
        for (const std::size_t i : main_.reduced()) {
            const std::string &name = main_.iterators[i].name;
            const int inner = value(name + ".r", 0);
            nest_.split(i, {inner == 0 ? main_.iterators[i].extent : inner, 1, 1});
        }
    }

    /// Iterators of the result as loops of a level, `first` before the others.
    std::vector<std::size_t> rotated() const {
        std::vector<std::size_t> all = main_.spatial();
        const auto first =
            static_cast<std::size_t>(value("first", 0)) % std::max<std::size_t>(1, all.size());
        std::rotate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(first),
                    all.begin() + static_cast<std::ptrdiff_t>(all.empty() ? 0 : first + 1));
        return all;
    }

    void order() {
        std::vector<std::size_t> inner = main_.spatial();
        const auto vector = std::find(inner.begin(), inner.end(), vector_);
        if (vector != inner.end()) {
            std::rotate(vector, vector + 1, inner.end());
        }
        std::vector<std::string> loops = nest_.at(0, rotated());
        append(loops, nest_.at(1, main_.spatial()));
        append(loops, nest_.at(0, main_.reduced()));
        append(loops, nest_.at(2, main_.spatial()));
        // What split() leaves of a reduction is the inner of its two levels.
        for (int level = 1; level < tile_levels; ++level) {
            append(loops, nest_.at(level, main_.reduced()));
        }
        append(loops, nest_.at(tile_levels - 1, inner));
        nest_.writer().reorder(loops);
    }

    void run_innermost() {
        nest_writer &writer = nest_.writer();
        const auto unrolled = static_cast<long>(value("unroll", 64));
        long copies = 1;
        std::vector<std::string> loops = nest_.at(tile_levels - 1, main_.spatial());
        const std::string &vector = nest_.names()[vector_][tile_levels - 1];
        if (!vector.empty() && vectorize(writer, main_, vector)) {
            std::replace(loops.begin(), loops.end(), vector, vector + "_v");
        }
        for (const std::string &loop : loops) {
            copies *= extent_of(writer, loop);
        }
        for (const std::string &loop : loops) {
            if (copies <= unrolled && extent_of(writer, loop) > 1) {
                writer.unroll(loop);
            }
        }
    }

    static long extent_of(const nest_writer &writer, const std::string &loop) {
        const auto &loops = writer.nest().loops;
        const auto found = std::find_if(loops.begin(), loops.end(),
                                        [&](const planned_loop &one) { return one.name == loop; });
        return found == loops.end() ? 1 : found->extent;
    }

    /// Whether the loop is long enough for a vector.
    bool vectorize(nest_writer &writer, const statement_view &of, const std::string &loop) const {
        const int lanes = lanes_within(lanes_of(to_.view, of), extent_of(writer, loop));
        if (lanes > 1) {
            writer.vectorize(loop, lanes);
        }
        return lanes > 1;
    }

    /// The outermost loops, to level 1 (s0) or 2 (s0 s1).
    std::vector<std::string> shared_names(int level) const {
        std::vector<std::string> loops = nest_.at(0, rotated());
        if (level > 1) {
            append(loops, nest_.at(1, main_.spatial()));
        }
        return loops;
    }

    /// Splits another statement as the results are, so that both share loops to the level. Returns
    /// the name of the last one in the other's loops; "" where nothing can be shared.
    std::string make_alike(std::size_t statement, const access_view &place, int level) {
        const std::vector<std::string> ours = shared_names(level);
        const statement_view &other = to_.view.statements[statement];
        const auto places = same_places(main_, other, place);
        if (ours.empty() || !places) {
            return "";
        }
        leveled_nest theirs(to_, statement);
        for (const std::size_t i : main_.spatial()) {
            const long inside = size(i, 2) * size(i, 3);
            theirs.split((*places)[i], level > 1 ? std::array<long, 3>{size(i, 1), inside, 1}
                                                 : std::array<long, 3>{size(i, 1) * inside, 1, 1});
        }
        std::vector<std::size_t> order, places_in_order;
        for (const std::size_t i : rotated()) {
            order.push_back((*places)[i]);
        }
        for (const std::size_t i : main_.spatial()) {
            places_in_order.push_back((*places)[i]);
        }
        std::vector<std::string> loops = theirs.at(0, order);
        if (level > 1) {
            append(loops, theirs.at(1, places_in_order));
        }
        if (loops.size() != ours.size()) {
            return "";
        }
        const std::string last = loops.back();
        const std::size_t contiguous = other.contiguous();
        std::vector<std::string> inside;
        for (int rest = level > 1 ? 2 : 1; rest < tile_levels; ++rest) {
            append(inside, theirs.at(rest, places_in_order));
        }
        const auto is_vector = [&](const std::string &loop) {
            const auto &named = theirs.names()[contiguous];
            return std::find(named.begin(), named.end(), loop) != named.end();
        };
        std::stable_partition(inside.begin(), inside.end(),
                              [&](const std::string &loop) { return !is_vector(loop); });
        append(loops, inside);
        theirs.writer().reorder(loops);
        if (!inside.empty() && is_vector(inside.back())) {
            vectorize(theirs.writer(), other, inside.back());
        }
        to_.to.nests[statement].shared = ours.size();
        to_.to.nests[statement].shared_with = main_at_;
        return last;
    }

    bool share_init() {
        const int level = value("init", 0);
        const auto &statements = to_.view.stages[stage_].statements;
        if (level == 0 || statements.size() != 2) {
            return false;
        }
        const statement_view &init = to_.view.statements[statements.front()];
        if (make_alike(statements.front(), init.write, level).empty()) {
            return false;
        }
        nest_.writer().give(
            "after", {computation_reference{init.id}, loop_reference(shared_names(level).back())});
        return true;
    }

    void share_follower() {
        if (!plan_.follower) {
            return;
        }
        const statement_view &other = to_.view.statements[*plan_.follower];
        const std::string level = make_alike(*plan_.follower, other.write, plan_.follower_level);
        if (level.empty()) {
            nest_writer apart(to_.view, *plan_.follower, to_.to);
            write_alone(apart, other);
            return;
        }
        nest_writer(to_.view, *plan_.follower, to_.to)
            .give("after", {computation_reference{main_.id}, loop_reference(level)});
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

    void write_alone(nest_writer &writer, const statement_view &of) {
        const std::vector<std::string> names = writer.names();
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
        writer.reorder(order);
        vectorize(writer, of, vector);
        if (order.size() > 1) {
            writer.parallelize(order.front());
        }
    }

    /// Results stay in registers where the loops inside are all unrolled, else in a small array.
    void keep() {
        if (plan_.kept_level == 0 || shared_names(plan_.kept_level).empty()) {
            return;
        }
        const std::vector<std::string> around = shared_names(plan_.kept_level);
        planned_nest &nest = to_.to.nests[main_at_];
        bool is_unrolled = true;
        for (std::size_t l = around.size(); l < nest.loops.size(); ++l) {
            const planned_loop &loop = nest.loops[l];
            const bool is_result = !main_.iterators[loop.iterator].is_reduction;
            const bool is_serial = loop.use == loop_use::serial && loop.extent > 1;
            is_unrolled = is_unrolled && !(is_result && is_serial);
        }
        nest.kept_inside = around.size();
        nest.is_in_registers = is_unrolled;
        nest_.writer().give("cache_write", {loop_reference(around.back()),
                                            is_unrolled ? memory::registers : memory::temporary});
    }
};

} // namespace

void write_tiles(const writing &to, std::size_t stage, const tile_plan &plan) {
    tiled_stage(to, stage, plan).write();
}

} // namespace tiramisu::tune
