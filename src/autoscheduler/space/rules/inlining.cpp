#include "autoscheduler/space/conditions.h"
#include "autoscheduler/space/recomputation.h"
#include "autoscheduler/space/rules/rules.h"

namespace tiramisu::tune {

namespace {

/// Values that are cheap and read at the same place are computed where they are read.
class inlining : public rule {
public:
    std::string name() const override { return "inline"; }
    std::string text(int /*variant*/) const override { return "computed where it is read"; }

    int variants(const program_view &view, const sketch &so_far, std::size_t stage) const override {
        const bool is_inlined = is_strictly_inlinable(view, stage) &&
                                is_worth_recomputing(view, stage, [&](std::size_t other) {
                                    return so_far.treats(other, name());
                                });
        return is_inlined ? 1 : 0;
    }
    bool is_last(const program_view & /*view*/, std::size_t /*stage*/) const override {
        return true;
    }
    std::vector<decision> decisions(const program_view & /*view*/, const sketch & /*of*/,
                                    std::size_t /*stage*/, int /*variant*/) const override {
        return {};
    }
    void write(const writing &to, std::size_t stage, int /*variant*/) const override {
        const std::size_t statement = to.view.stages[stage].statements.back();
        nest_writer(to.view, statement, to.to).give("compute_inline", {});
        to.to.nests[statement].is_inlined = true;
    }
};

} // namespace

std::unique_ptr<rule> inlining_rule() {
    return std::make_unique<inlining>();
}

} // namespace tiramisu::tune
