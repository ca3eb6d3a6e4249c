#pragma once

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// Temporaries of which every iteration of the loop needs a copy of its own, and can have one.
std::vector<std::string> private_temporaries(const analysis &now, const poly::shared_loop &loop);

/// Statements of the loop whose reductions its lanes would accumulate.
std::vector<std::string> carried_reductions(const analysis &now, const poly::shared_loop &loop);

/// Notes both in the loops where they matter.
void annotate_loops(const analysis &now, poly::ast &loops);

} // namespace tiramisu::core
