#pragma once

// Older programs include it for cast, floor and clamp, which are functions of expr here.

#include "tiramisu/expr.h"
