#include <algorithm>

#include "autoscheduler/space/conditions.h"
#include "autoscheduler/space/recomputation.h"
#include "autoscheduler/space/rules/rules.h"
#include "autoscheduler/space/rules/tile_levels.h"
#include "autoscheduler/space/rules/vector_width.h"

namespace tiramisu::tune {

namespace {

/// The loops as they are declared, on vectors and threads; computed apart, or where it is read.
class plain_loops : public rule {
public:
    std::string name() const override { return "loops"; }
    std::string text(int /*variant*/) const override {
        return "loops as declared, on vectors and threads";
    }

    int variants(const program_view & /*view*/, const sketch & /*so_far*/,
                 std::size_t /*stage*/) const override {
        return 1;
    }

    /// Where it is computed: 0 apart, computed_inline where it is read, else inside so many of its
    /// reader's loops.
    std::vector<decision> decisions(const program_view &view, const sketch &of, std::size_t stage,
                                    int /*variant*/) const override {
        const stage_view &what = view.stages[stage];
        const statement_view &main = view.main_of(stage);
        const auto count = static_cast<int>(main.iterators.size());
        std::vector<int> vector = {static_cast<int>(main.contiguous()) + 1, 0}, parallel = {1, 0};
        for (int i = count; i >= 1; --i) {
            if (std::find(vector.begin(), vector.end(), i) == vector.end()) {
                vector.push_back(i);
            }
        }
        for (int i = 2; i < count; ++i) {
            parallel.push_back(i);
        }
        std::vector<decision> open = {
            {what.name + ".vector", stage, vector, decision_kind::order},
            {what.name + ".width", stage, {0, 1, -1}},
            {what.name + ".parallel", stage, parallel, decision_kind::threads},
            {what.name + ".unroll", stage, {1, 2, 4, 8}, decision_kind::unroll}};
        if (main.spatial().size() > 1 && !what.shares_loops) {
            open.push_back({what.name + ".tile", stage, {0, 8, 32, 128}});
        }
        const std::vector<int> places = places_of(view, of, stage);
        if (places.size() > 1) {
            open.push_back({what.name + ".where", stage, places, decision_kind::place});
        }
        return open;
    }

    void write(const writing &to, std::size_t stage, int /*variant*/) const override {
        const stage_view &what = to.view.stages[stage];
        int where = to.values(what.name + ".where");
        if (where == computed_inline && !is_worth_inlining(to, stage)) {
            where = 0;
        }
        if (where == computed_inline) {
            nest_writer(to.view, what.statements.back(), to.to).give("compute_inline", {});
            to.to.nests[what.statements.back()].is_inlined = true;
            return;
        }
        const std::optional<std::size_t> reader =
            where > 0 ? reading_statement(to.view, stage) : std::nullopt;
        for (const std::size_t statement : what.statements) {
            write_loops(to, stage, statement, reader.has_value());
        }
        if (reader) {
            compute_at(to, stage, *reader, static_cast<std::size_t>(where));
        }
    }

private:
    /// By what is decided of the stages that read it, and of those whose rule inlines them.
    static bool is_worth_inlining(const writing &to, std::size_t stage) {
        return is_worth_recomputing(to.view, stage, [&](std::size_t other) {
            return to.to.nests[to.view.stages[other].statements.back()].is_inlined ||
                   to.of.treats(other, "inline");
        });
    }

    static std::vector<int> places_of(const program_view &view, const sketch &of,
                                      std::size_t stage) {
        const stage_view &what = view.stages[stage];
        std::vector<int> places = {0};
        if (what.can_be_inlined) {
            places.push_back(computed_inline);
        }
        const auto reader = reading_statement(view, stage);
        const bool may_move = what.is_temporary && !what.shares_loops && reader &&
                              !view.main_of(stage).reads_itself &&
                              !of.treats(what.consumers.front(), "inline");
        if (may_move && !view.stages[what.consumers.front()].shares_loops) {
            const std::size_t loops =
                std::min<std::size_t>(3, view.statements[*reader].iterators.size());
            for (std::size_t level = 1; level <= loops; ++level) {
                places.push_back(static_cast<int>(level));
            }
        }
        return places;
    }

    /// The only statement that reads the stage.
    static std::optional<std::size_t> reading_statement(const program_view &view,
                                                        std::size_t stage) {
        const std::string &buffer = view.main_of(stage).write.buffer;
        std::optional<std::size_t> found;
        for (const std::size_t consumer : view.stages[stage].consumers) {
            for (const std::size_t statement : view.stages[consumer].statements) {
                const auto &reads = view.statements[statement].reads;
                const bool is_reader =
                    std::any_of(reads.begin(), reads.end(),
                                [&](const access_view &one) { return one.buffer == buffer; });
                if (is_reader && found) {
                    return std::nullopt;
                }
                found = is_reader ? statement : found;
            }
        }
        return found;
    }

    static void write_loops(const writing &to, std::size_t stage, std::size_t at, bool is_inside) {
        const stage_view &what = to.view.stages[stage];
        const statement_view &statement = to.view.statements[at];
        const bool is_main = at == what.statements.back();
        if (statement.iterators.empty()) {
            return;
        }
        nest_writer writer(to.view, at, to.to);
        const int asked = to.values(what.name + ".vector", 0);
        const std::size_t vector =
            is_main ? static_cast<std::size_t>(std::max(asked, 1) - 1) : statement.contiguous();
        const std::string vectorized = statement.iterators[vector].name;
        const int parallel = to.values(what.name + ".parallel", 0);
        const std::string threads =
            parallel > 0 && parallel <= static_cast<int>(statement.iterators.size())
                ? statement.iterators[static_cast<std::size_t>(parallel - 1)].name
                : "";
        std::vector<std::string> loops = writer.names();
        if (asked > 0 && !what.shares_loops) {
            tile(to, stage, statement, writer, vectorized);
            loops = writer.names();
            const auto place = std::find(loops.begin(), loops.end(), vectorized);
            if (place != loops.end()) {
                std::rotate(place, place + 1, loops.end());
                writer.reorder(loops);
            }
        }
        if (asked > 0) {
            vectorize(to, what, statement, writer, vectorized);
        }
        if (!is_inside && writer.has(threads) && threads != vectorized) {
            writer.parallelize(threads);
        }
    }

    /// Blocks of the two outermost loops of the result, where there is a third or one of them is
    /// vectorized.
    static void tile(const writing &to, std::size_t stage, const statement_view &statement,
                     nest_writer &writer, const std::string &vectorized) {
        const int size = to.values(to.view.stages[stage].name + ".tile");
        const std::vector<std::size_t> spatial = statement.spatial();
        if (size <= 1 || spatial.size() < 2) {
            return;
        }
        std::vector<std::string> outer, inner;
        for (const std::size_t i : {spatial[spatial.size() - 2], spatial.back()}) {
            const std::string &name = statement.iterators[i].name;
            // The inner one keeps the name, which vectorize() is told.
            const bool is_vector = name == vectorized;
            if (is_vector || size >= statement.iterators[i].extent) {
                continue;
            }
            const auto [blocks, inside] = writer.split(name, size, name + "_b", name + "_w");
            outer.push_back(blocks);
            inner.push_back(inside);
        }
        std::vector<std::string> order = writer.names();
        for (const std::string &loop : inner) {
            const auto place = std::find(order.begin(), order.end(), loop);
            std::rotate(place, place + 1, order.end());
        }
        writer.reorder(order);
    }

    static void vectorize(const writing &to, const stage_view &what,
                          const statement_view &statement, nest_writer &writer,
                          const std::string &loop) {
        const int width = to.values(what.name + ".width");
        const int usual = lanes_of(to.view, statement);
        const int wanted = width > 0 ? 2 * usual : width < 0 ? std::max(1, usual / 2) : usual;
        const auto &loops = writer.nest().loops;
        const auto found = std::find_if(loops.begin(), loops.end(),
                                        [&](const planned_loop &one) { return one.name == loop; });
        if (found == loops.end()) {
            return;
        }
        const int lanes = lanes_within(wanted, found->extent);
        if (lanes <= 1) {
            return;
        }
        writer.vectorize(loop, lanes);
        const int copies = to.values(what.name + ".unroll", 1);
        const auto vectors = writer.split(loop + "_v", copies, loop + "_vo", loop + "_vu");
        if (copies > 1 && !vectors.first.empty()) {
            writer.unroll(vectors.second);
        }
    }

    static void compute_at(const writing &to, std::size_t stage, std::size_t reader,
                           std::size_t level) {
        const planned_nest &around = to.to.nests[reader];
        std::size_t serial = 0;
        while (serial < around.loops.size() && serial < level &&
               (around.loops[serial].use == loop_use::serial ||
                around.loops[serial].use == loop_use::parallel)) {
            ++serial;
        }
        if (serial == 0 || around.is_inlined) {
            return;
        }
        const std::string &base = to.view.statements[to.view.stages[stage].statements.front()].id;
        to.to.commands.push_back({base,
                                  "compute_at",
                                  {computation_reference{to.view.statements[reader].id},
                                   loop_reference(around.loops[serial - 1].name)}});
        for (const std::size_t statement : to.view.stages[stage].statements) {
            planned_nest &nest = to.to.nests[statement];
            nest.is_inside_consumer = true;
            nest.shared = serial;
            nest.shared_with = reader;
            nest.repeated = repetition(to.view, to.to, stage, reader, serial);
        }
    }

    /// How many times over an element is computed, about.
    static double repetition(const program_view &view, const plan &so_far, std::size_t stage,
                             std::size_t reader, std::size_t level) {
        const statement_view &consumer = view.statements[reader];
        const planned_nest &around = so_far.nests[reader];
        const statement_view &main = view.main_of(stage);
        std::vector<double> inside(consumer.iterators.size(), 1);
        double times = 1;
        for (std::size_t l = 0; l < around.loops.size(); ++l) {
            (l < level ? times : inside[around.loops[l].iterator]) *=
                static_cast<double>(around.loops[l].extent);
        }
        double needed = 1;
        for (std::size_t d = 0; d < main.write.indices.size(); ++d) {
            double lowest = 1e300, highest = -1e300;
            for (const access_view &read : consumer.reads) {
                if (read.buffer != main.write.buffer || d >= read.indices.size()) {
                    continue;
                }
                double span = 0;
                for (std::size_t i = 0; i < inside.size(); ++i) {
                    span += std::abs(read.indices[d].coefficients[i]) * (inside[i] - 1);
                }
                lowest = std::min(lowest, read.indices[d].offset);
                highest = std::max(highest, read.indices[d].offset + span);
            }
            needed *= std::max(1.0, highest - lowest + 1);
        }
        double whole = 1;
        for (const std::size_t i : main.spatial()) {
            whole *= static_cast<double>(main.iterators[i].extent);
        }
        return std::max(1.0, times * needed / whole);
    }
};

} // namespace

std::unique_ptr<rule> plain_loops_rule() {
    return std::make_unique<plain_loops>();
}

} // namespace tiramisu::tune
