/// \file
/// What a program that calls generated functions may set and ask: part of Tiramisu::Runtime, for
/// C99 and C++.
///
/// A generated function returns 0, or an error code after it has reported the error to the handler.
/// It does not print, exit or throw by itself. All functions here may be called from several
/// threads at once.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Version of the run-time library that is linked, as "major.minor.patch".
const char *tiramisu_version(void);

/// Receives the text of an error. `user_context` is what the failing function was called with, or
/// null. It may be called by several threads at once, and has to return.
typedef void (*tiramisu_error_handler)(void *user_context, const char *message);

/// Makes `handler` receive the errors of all generated functions of the process; null restores the
/// first one, which prints "tiramisu: <message>" to the standard error stream. Returns the handler
/// that was set before.
tiramisu_error_handler tiramisu_set_error_handler(tiramisu_error_handler handler);

/// Name of an error code that a generated function returned, such as "bad_type", or
/// "unknown_error". 0 is "success".
const char *tiramisu_error_name(int code);

/// Sets how many threads a parallel loop may use, from now on and in the whole process. 0 leaves it
/// to OpenMP: OMP_NUM_THREADS, omp_set_num_threads(), or one for each core. Returns the number set
/// before, or -1 and changes nothing if `threads` is negative.
int tiramisu_set_num_threads(int threads);

/// How many threads a parallel loop started now, by this thread, would use: at least 1.
int tiramisu_get_num_threads(void);

/// Sets how long one thread has to be expected to take for a parallel loop to be shared out, in
/// nanoseconds, from now on and in the whole process: waking other threads, and waiting for them,
/// takes time, too. It is expected from what iterations of the same loop took before; a loop that
/// never ran is shared out. 10000 at first; with 0 every loop is. Returns the time set before, or
/// -1 and changes nothing if `nanoseconds` is negative.
int tiramisu_set_least_parallel_time(int nanoseconds);

/// How some calls are executed, while others are as the process says: the threads of their parallel
/// loops, and the memory of their temporary arrays. That is kept from one call to the next, so that
/// calls which follow one like them allocate nothing. Several threads may make calls at once.
typedef struct tiramisu_execution tiramisu_execution;

/// `threads` of parallel loops, 0: as the process says. Temporary arrays lie in `memory`, of so
/// many bytes, which may be null and has to outlive what is made; those that do not fit are
/// allocated. Returns null if `threads` is negative or memory runs out.
tiramisu_execution *tiramisu_new_execution(int threads, void *memory, size_t bytes);

/// No call that is executed so may be going on, nor any thread have it set. Null is passed over.
void tiramisu_delete_execution(tiramisu_execution *how);

/// Makes the calls of this thread be executed so, from now on; null: as the process says. Returns
/// what was set before.
tiramisu_execution *tiramisu_set_execution(tiramisu_execution *how);

/// Bytes that temporary arrays of all calls so far have taken: so much memory, aligned to 128
/// bytes, holds those of calls like them.
size_t tiramisu_execution_bytes(const tiramisu_execution *how);

#ifdef __cplusplus
}
#endif
