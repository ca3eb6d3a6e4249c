#include "autoscheduler/space/conditions.h"
#include "autoscheduler/space/rules/rules.h"
#include "autoscheduler/space/rules/tile_levels.h"

namespace tiramisu::tune {

namespace {

/// Tiles whose only consumer, which is element by element, runs in them as soon as they are
/// complete.
class fused_tiling : public rule {
public:
    std::string name() const override { return "tile and fuse"; }
    std::string text(int variant) const override {
        return "tiles SSRSRS, the consumer runs in them at level " + std::to_string(variant + 1);
    }

    int variants(const program_view &view, const sketch &so_far, std::size_t stage) const override {
        return has_data_reuse(view, stage) && fusible_consumer(view, so_far, stage) ? 2 : 0;
    }
    std::optional<std::size_t> followed_by(const program_view &view, const sketch &so_far,
                                           std::size_t stage, int /*variant*/) const override {
        return fusible_consumer(view, so_far, stage);
    }
    std::vector<decision> decisions(const program_view &view, const sketch & /*of*/,
                                    std::size_t stage, int /*variant*/) const override {
        std::vector<decision> open = tile_decisions(view, stage);
        if (view.main_of(stage).is_reduction) {
            open.push_back({view.stages[stage].name + ".keep", stage, {1, 0}});
        }
        return open;
    }
    void write(const writing &to, std::size_t stage, int variant) const override {
        tile_plan plan;
        plan.follower_level = variant + 1;
        plan.kept_level = to.values(to.view.stages[stage].name + ".keep") != 0 ? variant + 1 : 0;
        for (std::size_t other = 0; other < to.of.follows.size(); ++other) {
            if (to.of.follows[other] == stage) {
                plan.follower = to.view.stages[other].statements.back();
            }
        }
        write_tiles(to, stage, plan);
    }
};

} // namespace

std::unique_ptr<rule> fused_tiling_rule() {
    return std::make_unique<fused_tiling>();
}

} // namespace tiramisu::tune
