#pragma once

#include <map>
#include <string>

#include "core/program/command.h"

/// What the writer and the reader of schedules agree on.
namespace tiramisu::core::schedule_format {

inline constexpr const char *name = "tiramisu schedule";
inline constexpr int version = 1;

inline const std::map<tail, std::string> &tail_names() {
    static const std::map<tail, std::string> names = {{tail::separated, "separated"},
                                                      {tail::masked, "masked"}};
    return names;
}

} // namespace tiramisu::core::schedule_format
