#pragma once

// The name under which older programs include the language, with what they expect to come with it.

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstring>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#if __has_include(<isl/map.h>)
#include <isl/map.h>
#include <isl/set.h>
#endif
#if __has_include(<Halide.h>)
#include <Halide.h>
#endif

#include "tiramisu/tiramisu.h"
