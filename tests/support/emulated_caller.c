/* Makes the calls that a file says, and writes what came of them to another one: see
 * emulated_calls.cpp. */
#define _DEFAULT_SOURCE
#include "callers.h"

#include <HalideRuntime.h>
#include <tiramisu/runtime.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { most_arguments = 32, most_dimensions = 16, page = 65536 };

static char error[4096];

static void keep_error(void *context, const char *text) {
    (void)context;
    snprintf(error, sizeof error, "%s", text);
}

static void take(FILE *from, void *to, size_t bytes) {
    if (bytes != 0 && fread(to, 1, bytes, from) != bytes) {
        exit(3);
    }
}

static int64_t number(FILE *from) {
    int64_t value = 0;
    take(from, &value, sizeof value);
    return value;
}

/* Memory that ends where a page begins that may not be touched. */
static uint8_t *guarded(size_t bytes) {
    const size_t pages = (bytes + page - 1) / page * page;
    uint8_t *all = (uint8_t *)mmap(NULL, pages + page, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mprotect(all + pages, page, PROT_NONE) != 0) {
        exit(4);
    }
    return all + pages - bytes;
}

struct argument {
    halide_buffer_t buffer;
    halide_dimension_t dims[most_dimensions];
    uint64_t scalar;
    size_t bytes;
};

static void *read_argument(FILE *from, struct argument *to) {
    memset(to, 0, sizeof *to);
    if (number(from) == 0) {
        take(from, &to->scalar, sizeof to->scalar);
        return &to->scalar;
    }
    to->buffer.type.code = (halide_type_code_t)number(from);
    to->buffer.type.bits = (uint8_t)number(from);
    to->buffer.type.lanes = 1;
    to->buffer.dimensions = (int32_t)number(from);
    to->buffer.dim = to->dims;
    int32_t stride = 1;
    for (int d = 0; d < to->buffer.dimensions; ++d) {
        to->dims[d].extent = (int32_t)number(from);
        to->dims[d].stride = stride;
        stride *= to->dims[d].extent;
    }
    to->bytes = (size_t)number(from);
    to->buffer.host = guarded(to->bytes);
    take(from, to->buffer.host, to->bytes);
    return &to->buffer;
}

int main(int argc, char **argv) {
    FILE *calls = argc == 3 ? fopen(argv[1], "rb") : NULL;
    FILE *results = calls != NULL ? fopen(argv[2], "wb") : NULL;
    if (results == NULL) {
        return 2;
    }
    tiramisu_set_error_handler(keep_error);
    static struct argument held[most_arguments];
    void *given[most_arguments];
    for (int64_t left = number(calls); left > 0; --left) {
        const int64_t which = number(calls);
        const int64_t count = number(calls);
        for (int64_t i = 0; i < count; ++i) {
            given[i] = read_argument(calls, &held[i]);
        }
        error[0] = 0;
        const int64_t status = callers[which](given), length = (int64_t)strlen(error);
        fwrite(&status, sizeof status, 1, results);
        fwrite(&length, sizeof length, 1, results);
        fwrite(error, 1, (size_t)length, results);
        for (int64_t i = 0; i < count; ++i) {
            fwrite(held[i].buffer.host, 1, held[i].bytes, results);
        }
    }
    return fclose(results) == 0 ? 0 : 5;
}
