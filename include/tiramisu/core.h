#pragma once

// The name under which older programs include the language, with what they expect to come with it.

#include "tiramisu/language.h"

#include "tiramisu/older_headers.h"
#include "tiramisu/tiramisu.h"
