/// \file
/// What a program that calls generated functions may set and ask: part of Tiramisu::Runtime, for
/// C99 and C++.
///
/// A generated function returns 0, or an error code after it has reported the error to the handler.
/// It does not print, exit or throw by itself. All functions here may be called from several
/// threads at once.
#pragma once

#include <stddef.h> // NOLINT(modernize-deprecated-headers): a header of C, too
#include <stdint.h> // NOLINT(modernize-deprecated-headers): the same

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

/// What a halide_buffer_t names as its device_interface to lie in memory of devices that generated
/// functions use, by their kind, "opencl" or "cuda"; null of another name. A function gives callers
/// that keep no memory there their values on the host, and of those that do leaves them on the
/// device (docs/gpu.md).
struct halide_device_interface_t;
const struct halide_device_interface_t *tiramisu_device_interface(const char *kind);

/// How some calls are executed, while others are as the process says: the threads of their parallel
/// loops, and the memory of their temporary arrays. That is kept from one call to the next, so that
/// calls which follow one like them allocate nothing. Several threads may make calls at once.
typedef struct tiramisu_execution tiramisu_execution;

/// What gives memory for temporary arrays in the place of malloc(). Both functions, or none, are
/// given; several threads may call them at once. Arrays of at most 64 KiB, of sizes that are known
/// when code is generated, lie on the stack and need none.
typedef struct tiramisu_allocator {
    /// `bytes` at a multiple of `alignment`, a power of two; null where there is no memory, which
    /// ends the call with "out_of_memory".
    void *(*allocate)(void *context, size_t bytes, size_t alignment);
    /// Takes back what allocate() has given, when the execution is deleted.
    void (*release)(void *context, void *memory, size_t bytes);
    void *context; ///< what both are called with
} tiramisu_allocator;

/// What an execution is made of; with nothing but zeros, calls are executed as the process says.
typedef struct tiramisu_execution_options {
    int threads;  ///< of parallel loops; 0: as the process says
    void *memory; ///< what temporary arrays lie in as far as they fit, or null; outlives them
    size_t bytes; ///< of `memory`
    tiramisu_allocator allocator; ///< of what does not fit
    void *device;                 ///< null: calls take none yet
    void *stream;                 ///< null, as well
} tiramisu_execution_options;

/// Makes an execution, to be deleted when no call needs it any more. Returns 0, or an error code
/// after it has told the handler what is wrong; `made` is null then.
int tiramisu_make_execution(const tiramisu_execution_options *opts, tiramisu_execution **made);

/// The same of threads and memory alone, without telling the handler. Returns null if `threads` is
/// negative or memory runs out.
tiramisu_execution *tiramisu_new_execution(int threads, void *memory, size_t bytes);

/// No call that is executed so may be going on, nor any thread have it set. Null is passed over.
void tiramisu_delete_execution(tiramisu_execution *opts);

/// Makes the calls of this thread be executed so, from now on; null: as the process says. Returns
/// what was set before.
tiramisu_execution *tiramisu_set_execution(tiramisu_execution *opts);

/// Bytes that temporary arrays of all calls so far have taken: so much memory, aligned to 128
/// bytes, holds those of calls like them.
size_t tiramisu_execution_bytes(const tiramisu_execution *opts);

/// Weights of a compiled network that lie in a file beside its object file (docs/networks.md).
/// Processes that open the same file share its memory, and take of it what they read.
typedef struct tiramisu_weight_file {
    const float *floats;
    const int32_t *integers; ///< where weights that are not zero lie, in sparse layers
    void *file;              ///< what is mapped, or null
    size_t bytes;            ///< of the file
} tiramisu_weight_file;

/// Maps a file of weights, which must not change while it is open, and reads it once to see that it
/// is whole and has this fingerprint: the header of a network knows it. Returns 0, or an error code
/// after it has told the handler what is wrong; `opened` is all zero then. To be closed when no
/// call reads the weights any more.
int tiramisu_open_weight_file(const char *path, uint64_t fingerprint, tiramisu_weight_file *opened);

/// Leaves `opened` all zero. Null, and what is closed already, are passed over.
void tiramisu_close_weight_file(tiramisu_weight_file *opened);

#ifdef __cplusplus
}
#endif
