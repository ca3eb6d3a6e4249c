#pragma once

// What most files of the layers include, compiled once.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tiramisu/buffer.h"
#include "tiramisu/computation.h"
#include "tiramisu/error.h"
#include "tiramisu/expr.h"
#include "tiramisu/function.h"
#include "tiramisu/jit.h"
#include "tiramisu/options.h"
