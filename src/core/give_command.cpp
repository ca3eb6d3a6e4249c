#include "core/give_command.h"

#include "core/state.h"

namespace tiramisu::core {

void give(const computation &to, const char *verb, std::vector<command_argument> arguments,
          source_place where) {
    computation_state &target = *to.part();
    apply(*target.owner, {target.id, verb, std::move(arguments), where});
}

} // namespace tiramisu::core
