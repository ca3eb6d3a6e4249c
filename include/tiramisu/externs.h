#pragma once

// Functions that generated code calls are linked by name: see call() in expr.h. The name is that of
// older programs.

#include "tiramisu/expr.h"
