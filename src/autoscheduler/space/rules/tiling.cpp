#include "autoscheduler/space/conditions.h"
#include "autoscheduler/space/rules/rules.h"
#include "autoscheduler/space/rules/tile_levels.h"

namespace tiramisu::tune {

namespace {

/// Tiles alone; results are updated where they lie.
class tiling : public rule {
public:
    std::string name() const override { return "tile"; }
    std::string text(int /*variant*/) const override { return "tiles SSRSRS"; }

    int variants(const program_view &view, const sketch & /*so_far*/,
                 std::size_t stage) const override {
        return has_data_reuse(view, stage) ? 1 : 0;
    }
    bool is_last(const program_view & /*view*/, std::size_t /*stage*/) const override {
        return true;
    }
    std::vector<decision> decisions(const program_view &view, const sketch & /*of*/,
                                    std::size_t stage, int /*variant*/) const override {
        return tile_decisions(view, stage);
    }
    void write(const writing &to, std::size_t stage, int /*variant*/) const override {
        write_tiles(to, stage, {});
    }
};

} // namespace

std::unique_ptr<rule> tiling_rule() {
    return std::make_unique<tiling>();
}

} // namespace tiramisu::tune
