#include "autoscheduler/space/rules/rules.h"

#include <utility>

namespace tiramisu::tune {

namespace {

std::vector<std::unique_ptr<rule>> &registered() {
    static std::vector<std::unique_ptr<rule>> rules = [] {
        std::vector<std::unique_ptr<rule>> usual;
        for (const auto make :
             {inlining_rule, rfactor_rule, cached_tiling_rule, fused_tiling_rule, tiling_rule,
              wavefront_rule, shared_band_rule, compressed_rows_rule, plain_loops_rule}) {
            usual.push_back(make());
        }
        return usual;
    }();
    return rules;
}

} // namespace

const std::vector<std::unique_ptr<rule>> &all_rules() {
    return registered();
}

void register_rule(std::unique_ptr<rule> one) {
    registered().insert(registered().begin(), std::move(one));
}

} // namespace tiramisu::tune
