#pragma once

/// What the writer and the reader of schedules agree on.
namespace tiramisu::core::schedule_format {

inline constexpr const char *name = "tiramisu schedule";
inline constexpr int version = 1;

} // namespace tiramisu::core::schedule_format
