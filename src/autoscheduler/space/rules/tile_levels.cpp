#include "autoscheduler/space/rules/tile_levels.h"

#include <algorithm>

#include "autoscheduler/space/rules/vector_width.h"

namespace tiramisu::tune {

namespace {

constexpr int levels = 4;
using level_names = std::array<std::string, levels>;

/// The loops of one statement in levels; "" where a level has none of an iterator.
class leveled_nest {
public:
    leveled_nest(const writing &to, std::size_t statement)
        : of_(to.view.statements[statement]), writer_(to.view, statement, to.to) {}

    nest_writer &writer() { return writer_; }
    const std::vector<level_names> &names() const { return names_; }

    /// Splits an iterator into tiles of these sizes, from the innermost level outward: `sizes[0]`
    /// counts the tiles of level 1 in one of level 0.
    void split(std::size_t iterator, const std::array<long, levels - 1> &sizes) {
        const std::string &name = of_.iterators[iterator].name;
        level_names found;
        std::string rest = name;
        for (std::size_t level = 0; level + 1 < levels && !rest.empty(); ++level) {
            long inside = 1;
            for (std::size_t further = level; further + 1 < levels; ++further) {
                inside *= sizes[further];
            }
            std::tie(found[level], rest) =
                writer_.split(rest, inside, name + "_" + std::to_string(level),
                              name + "_in" + std::to_string(level));
        }
        found[levels - 1] = rest;
        names_.resize(std::max(names_.size(), iterator + 1));
        names_[iterator] = found;
    }

    /// The loops of these iterators at a level.
    std::vector<std::string> at(int level, const std::vector<std::size_t> &iterators) const {
        std::vector<std::string> found;
        for (const std::size_t i : iterators) {
            const std::string &name = names_[i][static_cast<std::size_t>(level)];
            if (!name.empty()) {
                found.push_back(name);
            }
        }
        return found;
    }

private:
    const statement_view &of_;
    nest_writer writer_;
    std::vector<level_names> names_;
};

std::string key(const program_view &view, std::size_t stage, const std::string &what) {
    return view.stages[stage].name + "." + what;
}

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
    tiled_stage(const writing &to, std::size_t stage, const tile_plan &how)
        : to_(to), stage_(stage), how_(how), main_at_(to.view.stages[stage].statements.back()),
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
    const tile_plan &how_;
    const std::size_t main_at_;
    const statement_view &main_;
    leveled_nest nest_;
    const std::size_t vector_; ///< iterator

    int value(const std::string &what, int otherwise) const {
        return to_.values(key(to_.view, stage_, what), otherwise);
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
        for (int level = 1; level < levels; ++level) {
            append(loops, nest_.at(level, main_.reduced()));
        }
        append(loops, nest_.at(levels - 1, inner));
        nest_.writer().reorder(loops);
    }

    void run_innermost() {
        nest_writer &writer = nest_.writer();
        const auto unrolled = static_cast<long>(value("unroll", 64));
        long copies = 1;
        std::vector<std::string> loops = nest_.at(levels - 1, main_.spatial());
        const std::string &vector = nest_.names()[vector_][levels - 1];
        if (!vector.empty()) {
            const int lanes = lanes_within(lanes_of(to_.view, main_), extent_of(vector));
            if (lanes > 1) {
                writer.vectorize(vector, lanes);
                std::replace(loops.begin(), loops.end(), vector, vector + "_v");
            }
        }
        for (const std::string &loop : loops) {
            copies *= extent_of(loop);
        }
        for (const std::string &loop : loops) {
            if (copies <= unrolled && extent_of(loop) > 1) {
                writer.unroll(loop);
            }
        }
    }

    long extent_of(const std::string &loop) {
        for (const planned_loop &one : nest_.writer().nest().loops) {
            if (one.name == loop) {
                return one.extent;
            }
        }
        return 1;
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
        for (int rest = level > 1 ? 2 : 1; rest < levels; ++rest) {
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

    void vectorize(nest_writer &writer, const statement_view &of, const std::string &loop) {
        for (const planned_loop &one : writer.nest().loops) {
            if (one.name == loop) {
                const int lanes = lanes_within(lanes_of(to_.view, of), one.extent);
                if (lanes > 1) {
                    writer.vectorize(loop, lanes);
                }
                return;
            }
        }
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
        if (!how_.follower) {
            return;
        }
        const statement_view &other = to_.view.statements[*how_.follower];
        const std::string level = make_alike(*how_.follower, other.write, how_.follower_level);
        if (level.empty()) {
            nest_writer apart(to_.view, *how_.follower, to_.to);
            write_alone(apart, other);
            return;
        }
        nest_writer(to_.view, *how_.follower, to_.to)
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
        if (how_.kept_level == 0 || shared_names(how_.kept_level).empty()) {
            return;
        }
        const std::vector<std::string> around = shared_names(how_.kept_level);
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

std::vector<int> reduction_sizes(long extent) {
    std::vector<int> sizes = {0};
    for (const int size : {1, 4, 8, 16, 32, 64, 128, 256}) {
        if (size < extent && (size > 1 || extent <= 8)) {
            sizes.push_back(size);
        }
    }
    return sizes;
}

} // namespace

std::vector<decision> tile_decisions(const program_view &view, std::size_t stage) {
    const statement_view &main = view.main_of(stage);
    std::vector<decision> open;
    const auto add = [&](const std::string &what, std::vector<int> options,
                         decision_kind kind = decision_kind::tile) {
        open.push_back({key(view, stage, what), stage, std::move(options), kind});
    };
    const std::size_t vector = main.contiguous();
    for (const std::size_t i : main.spatial()) {
        const std::string &name = main.iterators[i].name;
        const long extent = main.iterators[i].extent;
        add(name + ".3",
            i == vector ? vector_sizes(extent, lanes_of(view, main), 4) : tile_sizes(extent, 16));
        // Most good tiles have nothing here, so that half of the choices are 1.
        std::vector<int> middle = {1};
        for (const int size : {2, 4}) {
            if (size < extent) {
                middle.insert(middle.begin(), 1);
                middle.push_back(size);
            }
        }
        add(name + ".2", middle);
        add(name + ".1", tile_sizes(extent, 64));
    }
    for (const std::size_t i : main.reduced()) {
        add(main.iterators[i].name + ".r", reduction_sizes(main.iterators[i].extent));
    }
    if (view.stages[stage].statements.size() == 2) {
        add("init", {0, 1, 2}, decision_kind::place);
    }
    add("parallel", view.cores > 1 ? std::vector<int>{1, 0} : std::vector<int>{0},
        decision_kind::threads);
    std::vector<int> first;
    for (std::size_t i = 0; i < main.spatial().size(); ++i) {
        first.push_back(static_cast<int>(i));
    }
    if (!first.empty()) {
        add("first", first, decision_kind::order);
    }
    add("unroll", {64, 16, 256, 0}, decision_kind::unroll);
    return open;
}

void write_tiles(const writing &to, std::size_t stage, const tile_plan &how) {
    tiled_stage(to, stage, how).write();
}

} // namespace tiramisu::tune
