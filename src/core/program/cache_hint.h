#pragma once

namespace tiramisu::core {

/// Of a statement: the nearest cache that is asked for the element which its value reads. Such a
/// statement writes nothing.
enum class cache_hint {
    none, ///< an ordinary statement
    first_level,
    second_level
};

} // namespace tiramisu::core
