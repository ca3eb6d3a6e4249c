#pragma once

// All that a generator program needs.

#include "tiramisu/block.h"
#include "tiramisu/buffer.h"
#include "tiramisu/computation.h"
#include "tiramisu/constant.h"
#include "tiramisu/error.h"
#include "tiramisu/expr.h"
#include "tiramisu/function.h"
#include "tiramisu/options.h"
#include "tiramisu/type.h"
#include "tiramisu/var.h"
