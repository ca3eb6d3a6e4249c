#include <HalideRuntime.h>

#include <omp.h>

extern "C" int halide_do_task(void *user_context, halide_task_t task, int index, uint8_t *closure) {
    return task(user_context, index, closure);
}
