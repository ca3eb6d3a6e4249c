#include "core/program/command_kind.h"

#include <algorithm>

#include "core/commands/loop_families.h"
#include "core/commands/low_level_schedule.h"
#include "core/commands/order_commands.h"
#include "core/commands/rfactor.h"
#include "core/staging/staging_families.h"
#include "support/immortal.h"

namespace tiramisu::core {

const std::vector<command_kind> &all_command_kinds() {
    static const std::vector<command_kind> &all = support::immortal<std::vector<command_kind>>([] {
        std::vector<command_kind> kinds;
        for (const command_family &family :
             {tiling_family(), affine_family(), separation_family(), loop_kind_family(),
              gpu_family(), order_family(), low_level_family(), copy_family(), layout_family(),
              spread_family(), compute_at_family(), hint_family(), inline_family(),
              rfactor_family()}) {
            kinds.insert(kinds.end(), family.begin(), family.end());
        }
        return kinds;
    }());
    return all;
}

const command_kind *find_command_kind(const std::string &name) {
    const std::vector<command_kind> &all = all_command_kinds();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const command_kind &one) { return one.name == name; });
    return found == all.end() ? nullptr : &*found;
}

bool has_trait(const command &given, command_trait any) {
    const command_kind *kind = find_command_kind(given.name);
    return kind != nullptr && kind->has(any);
}

} // namespace tiramisu::core
