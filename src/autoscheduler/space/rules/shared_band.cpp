#include <algorithm>

#include "autoscheduler/space/rules/rules.h"
#include "autoscheduler/space/rules/vector_width.h"

namespace tiramisu::tune {

namespace {

/// The stage whose loops the program's order makes this one share, and to which depth.
struct ordered_before {
    std::size_t stage;
    std::size_t shared; ///< loops
};

/// Two stages that the program orders in shared loops share more of these, in tiles: as the
/// columns and the rest of a factorization, pivot by pivot.
class shared_band : public rule {
public:
    std::string name() const override { return "share loops"; }
    std::string text(int /*variant*/) const override {
        return "shares more loops with the stage before, in tiles";
    }

    int variants(const program_view &view, const sketch & /*so_far*/,
                 std::size_t stage) const override {
        return partner_of(view, stage) ? 1 : 0;
    }
    std::optional<std::size_t> followed_by(const program_view &view, const sketch & /*so_far*/,
                                           std::size_t stage, int /*variant*/) const override {
        const auto partner = partner_of(view, stage);
        return partner ? std::optional(partner->stage) : std::nullopt;
    }

    std::vector<decision> decisions(const program_view &view, const sketch & /*of*/,
                                    std::size_t stage, int /*variant*/) const override {
        const ordered_before partner = *partner_of(view, stage);
        const std::string &name = view.stages[stage].name;
        const std::size_t most = common_loops(view, stage, partner.stage);
        std::vector<decision> open;
        std::vector<int> depths;
        for (std::size_t depth = most; depth > partner.shared; --depth) {
            depths.push_back(static_cast<int>(depth));
        }
        open.push_back({name + ".depth", stage, depths, decision_kind::place});
        for (std::size_t loop = 0; loop < most; ++loop) {
            open.push_back({name + ".b" + std::to_string(loop), stage, {1, 4, 8, 16, 32, 64, 128}});
        }
        open.push_back({name + ".vector", stage, {1, 0}, decision_kind::order});
        return open;
    }

    void write(const writing &to, std::size_t stage, int /*variant*/) const override {
        const ordered_before partner = *partner_of(to.view, stage);
        const std::string &name = to.view.stages[stage].name;
        const auto depth = static_cast<std::size_t>(to.values(name + ".depth"));
        const std::size_t before = to.view.stages[partner.stage].statements.back(),
                          own = to.view.stages[stage].statements.back();
        tile(to, before, name, depth);
        const std::string level = tile(to, own, name, depth);
        nest_writer writer(to.view, own, to.to);
        writer.give("after",
                    {computation_reference{to.view.statements[before].id}, loop_reference(level)});
        const statement_view &main = to.view.statements[own];
        const int lanes = lanes_within(lanes_of(to.view, main), main.iterators.back().extent);
        if (depth < main.iterators.size() && to.values(name + ".vector") != 0 && lanes > 1) {
            writer.vectorize(writer.names().back(), lanes);
        }
    }

private:
    static std::size_t common_loops(const program_view &view, std::size_t one, std::size_t other) {
        return std::min(view.main_of(one).iterators.size(), view.main_of(other).iterators.size());
    }

    static std::optional<ordered_before> partner_of(const program_view &view, std::size_t stage) {
        if (stage == 0 || view.stages[stage].statements.size() != 1 ||
            view.stages[stage - 1].statements.size() != 1) {
            return std::nullopt;
        }
        const statement_view &main = view.main_of(stage), &before = view.main_of(stage - 1);
        const auto &orders = view.base.commands();
        const auto is_of = [&](const command &one) { return one.computation == main.id; };
        const auto order = std::find_if(orders.begin(), orders.end(), is_of);
        if (order == orders.end() || order->name != "after" || order->arguments.size() != 2 ||
            std::count_if(orders.begin(), orders.end(), is_of) != 1) {
            return std::nullopt;
        }
        const auto *other = std::get_if<computation_reference>(&order->arguments.front());
        const auto *loop = std::get_if<loop_reference>(&order->arguments.back());
        if (other == nullptr || other->id != before.id || loop == nullptr) {
            return std::nullopt;
        }
        const auto shared =
            std::find_if(main.iterators.begin(), main.iterators.end(),
                         [&](const iterator_view &one) { return one.name == loop->name; });
        const auto depth = static_cast<std::size_t>(shared - main.iterators.begin()) + 1;
        return depth < common_loops(view, stage, stage - 1)
                   ? std::optional(ordered_before{stage - 1, depth})
                   : std::nullopt;
    }

    /// The outermost loops of a statement in tiles. Returns the innermost of them.
    static std::string tile(const writing &to, std::size_t statement, const std::string &name,
                            std::size_t depth) {
        nest_writer writer(to.view, statement, to.to);
        std::vector<std::string> tiles, inside;
        for (std::size_t i = 0; i < depth; ++i) {
            const std::string &loop = to.view.statements[statement].iterators[i].name;
            const int size = to.values(name + ".b" + std::to_string(i));
            const auto [outer, inner] = writer.split(loop, size, loop + "_b", loop + "_w");
            if (!inner.empty() && !outer.empty()) {
                tiles.push_back(outer);
            }
            inside.push_back(inner.empty() ? outer : inner);
        }
        std::vector<std::string> order = tiles;
        order.insert(order.end(), inside.begin(), inside.end());
        writer.reorder(order);
        return inside.back();
    }
};

} // namespace

std::unique_ptr<rule> shared_band_rule() {
    return std::make_unique<shared_band>();
}

} // namespace tiramisu::tune
