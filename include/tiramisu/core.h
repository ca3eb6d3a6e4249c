#pragma once

// The name under which older programs include the language.

#include "tiramisu/debug.h"
#include "tiramisu/tiramisu.h"
