#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// Temporaries of which every iteration of a loop can have a copy of its own. Looks at each when it
/// is first asked about.
class own_copies {
public:
    /// The arguments have to outlive it.
    own_copies(const analysis &now, const poly::shared_loop &loop);

    bool has(const std::string &buffer);

private:
    bool can_have(const std::string &buffer) const;

    const analysis &now_;
    const poly::shared_loop &loop_;
    std::map<std::string, bool> known_;
};

/// Temporaries of which every iteration of the loop needs a copy of its own, and can have one.
std::vector<std::string> private_temporaries(const analysis &now, const poly::shared_loop &loop);

/// Statements of the loop whose reductions its lanes would accumulate.
std::vector<std::string> carried_reductions(const analysis &now, const poly::shared_loop &loop);

/// Notes both in the loops where they matter.
void annotate_loops(const analysis &now, poly::ast &loops);

} // namespace tiramisu::core
