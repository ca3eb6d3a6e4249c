#pragma once

// All that a generator program needs.

#include <cmath>
#include <iostream>

#include "tiramisu/block.h"
#include "tiramisu/buffer.h"
#include "tiramisu/computation.h"
#include "tiramisu/constant.h"
#include "tiramisu/debug.h"
#include "tiramisu/error.h"
#include "tiramisu/expr.h"
#include "tiramisu/function.h"
#include "tiramisu/isl_bounds.h"
#include "tiramisu/options.h"
#include "tiramisu/other_targets.h"
#include "tiramisu/type.h"
#include "tiramisu/var.h"
