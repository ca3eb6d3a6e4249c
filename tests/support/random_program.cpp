#include "support/random_program.h"

#include <algorithm>

namespace tiramisu::oracle {

random_program random_program::unfolded() const {
    random_program made = *this;
    for (program_definition &one : made.definitions) {
        if (unfolded_sizes.count(one.buffer) > 0) {
            one.storage.clear();
        }
    }
    for (const auto &[name, sizes] : unfolded_sizes) {
        made.buffer(name).sizes = sizes;
    }
    made.unfolded_sizes.clear();
    made.fold.reset();
    return made;
}

const program_definition &random_program::definition(const std::string &name) const {
    return *std::find_if(definitions.begin(), definitions.end(),
                         [&](const program_definition &at) { return at.name == name; });
}

program_memory &random_program::buffer(const std::string &name) {
    return *std::find_if(buffers.begin(), buffers.end(),
                         [&](const program_memory &at) { return at.name == name; });
}

} // namespace tiramisu::oracle
