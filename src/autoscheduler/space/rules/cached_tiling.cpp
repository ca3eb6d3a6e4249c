#include "autoscheduler/space/conditions.h"
#include "autoscheduler/space/rules/rules.h"
#include "autoscheduler/space/rules/tile_levels.h"

namespace tiramisu::tune {

namespace {

/// Tiles whose results are kept close until they are complete, where no consumer takes them.
class cached_tiling : public rule {
public:
    std::string name() const override { return "tile and keep"; }
    std::string text(int variant) const override {
        return "tiles SSRSRS, results kept in registers or a small array at level " +
               std::to_string(variant + 1);
    }

    int variants(const program_view &view, const sketch &so_far, std::size_t stage) const override {
        const bool applies = has_data_reuse(view, stage) && view.main_of(stage).is_reduction &&
                             !fusible_consumer(view, so_far, stage);
        return applies ? 2 : 0;
    }
    std::vector<decision> decisions(const program_view &view, const sketch & /*of*/,
                                    std::size_t stage, int /*variant*/) const override {
        return tile_decisions(view, stage);
    }
    void write(const writing &to, std::size_t stage, int variant) const override {
        tile_plan plan;
        plan.kept_level = variant + 1;
        write_tiles(to, stage, plan);
    }
};

} // namespace

std::unique_ptr<rule> cached_tiling_rule() {
    return std::make_unique<cached_tiling>();
}

} // namespace tiramisu::tune
