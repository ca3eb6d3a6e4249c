#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "tiramisu/tiramisu_c.h"

/* Ends the program where a call failed, or something does not hold. */

static void check_status(tiramisu_status status, const char *call, int line) {
    if (status != TIRAMISU_SUCCESS) {
        fprintf(stderr, "line %d: %s: %s: %s\n", line, call, tiramisu_status_name(status),
                tiramisu_last_error());
        exit(1);
    }
}

static void check_condition(int holds, const char *condition, int line) {
    if (!holds) {
        fprintf(stderr, "line %d: %s does not hold\n", line, condition);
        exit(1);
    }
}

#define DO(call) check_status(call, #call, __LINE__)
#define CHECK(condition) check_condition((condition) != 0, #condition, __LINE__)
