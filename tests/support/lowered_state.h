#pragma once

#include <map>
#include <stdexcept>
#include <string>

#include "support/lowered_memory.h"
#include "support/lowered_value.h"
#include "support/memory.h"

namespace tiramisu::oracle {

/// Lowered code has something that the memory model does not know, or runs for too long.
class not_modelled : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws memory_fault where it is unknown.
inline const lane &known(const lane &of, const char *what) {
    if (!of.is_known) {
        throw memory_fault(std::string(what) + " is made of what nothing has computed");
    }
    return of;
}

/// Memory and names of lowered code while it runs.
struct lowered_state {
    struct argument {
        const array *from = nullptr;
        std::uint64_t address = 0;
    };
    std::map<std::string, argument> arguments;
    std::map<std::string, lowered_value> names;
    lowered_memory memory;
    long steps_left = 40'000'000;

    void count_step() {
        if (--steps_left < 0) {
            throw not_modelled("code that runs for so long");
        }
    }

    std::uint64_t address_of(const std::string &buffer) const {
        const auto found = names.find(buffer);
        if (found == names.end()) {
            throw memory_fault("memory of \"" + buffer + "\" is used where there is none");
        }
        return static_cast<std::uint64_t>(found->second.lanes[0].integer);
    }

    /// Runs `inside` where the name has the value.
    template <typename Inside>
    void with(const std::string &name, const lowered_value &value, const Inside &inside) {
        const auto outer = names.find(name);
        const bool is_hidden = outer != names.end();
        const lowered_value hidden = is_hidden ? outer->second : lowered_value();
        names[name] = value;
        inside();
        if (is_hidden) {
            names[name] = hidden;
        } else {
            names.erase(name);
        }
    }
};

} // namespace tiramisu::oracle
