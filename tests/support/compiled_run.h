#pragma once

#include <map>
#include <string>
#include <vector>

#include "support/guarded_memory.h"
#include "support/memory.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {

/// Calls compiled code on the arrays of `data` with the names of `arguments`, then on the scalars
/// of `parameters` with the names in `scalars` (int32), and puts back what the code left there.
/// Returns what the code returned. Every array lies at a page that may not be touched.
int run_compiled(const compiled_function &code, const std::vector<buffer *> &arguments,
                 const std::vector<std::string> &scalars,
                 const std::map<std::string, value> &parameters, memory &data,
                 testing::page_border border = testing::page_border::after_last);

/// The first element in which two memories differ among `arguments`; empty if there is none.
std::string first_difference(const memory &expected, const memory &found,
                             const std::vector<buffer *> &arguments);

/// What is wrong with what compiled code makes of `before`, where it should make `expected` of it;
/// empty if nothing is. The other arguments are those of run_compiled().
std::string wrong_when_run(const compiled_function &code, const std::vector<buffer *> &arguments,
                           const std::vector<std::string> &scalars,
                           const std::map<std::string, value> &parameters, memory before,
                           const memory &expected,
                           testing::page_border border = testing::page_border::after_last);

} // namespace tiramisu::oracle
