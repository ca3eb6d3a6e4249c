#pragma once

#include <set>
#include <string>

#include "codegen/expressions/halide.h"
#include "codegen/expressions/names.h"

namespace tiramisu::lower {

/// A loop of a kernel that fills windows in each iteration, with what the next iteration copies
/// read in this one: it waits in registers until the threads are done with the window, so that they
/// compute while memory answers.
///
///     for (k) {               -->    ahead = a(0)
///         window = a(k)              for (k) {
///         use window                     window = ahead
///     }                                  if (k + 1 is an iteration) ahead = a(k + 1)
///                                        use window
///                                    }
///
/// `loop` is for one thread, and what is copied is not written while it runs. What has no constant
/// bound for what it copies, or is not all that its conditions and loops do, stays as it is.
hir::Stmt with_copies_ahead(const hir::For &loop, const std::set<std::string> &windows,
                            name_supply &supply);

} // namespace tiramisu::lower
