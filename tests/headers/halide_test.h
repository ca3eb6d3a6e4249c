#pragma once

// The same, for tests that look at Halide's statements.

#include "codegen/expressions/halide.h"
#include "headers/every_test.h"
