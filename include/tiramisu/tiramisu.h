#pragma once

// All that a generator program needs. Older programs count on the standard headers, too.

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

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

#if __has_include(<Halide.h>) && !defined(TIRAMISU_WITHOUT_HALIDE)
#include "tiramisu/older_headers.h"
#endif
