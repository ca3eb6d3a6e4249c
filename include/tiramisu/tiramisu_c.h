/// \file
/// Layers of neural networks for programs in C99 and for languages that call C: the library
/// `tiramisu`, which compiles them into the process.
///
/// A layer is made of its text, such as "conv2d ic=64 oc=64 ih=56 iw=56 kh=3 kw=3 ph=1 pw=1"; what
/// texts say stands in docs/layers. Calls that can fail return a status, and leave what they were
/// to make as a null pointer; tiramisu_last_error() then says what was wrong. No call prints,
/// throws or ends the process. All may be made by several threads at once, but a handle is deleted
/// by one, when no other uses it or what it told.
///
/// A handle that was deleted, one of another kind, and a pointer to anything else are refused
/// without being looked into. What cannot be known is a deleted handle in whose place a later one
/// of the same kind was made, and one that another thread deletes during the call.
#pragma once

#include <stddef.h> // NOLINT(modernize-deprecated-headers): a header of C
#include <stdint.h> // NOLINT(modernize-deprecated-headers): the same

#include "tiramisu/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What became of a call.
typedef enum tiramisu_status {
    TIRAMISU_SUCCESS = 0,
    TIRAMISU_BAD_ARGUMENT,   ///< an argument or a text has no meaning, or the code refuses it
    TIRAMISU_NOT_SUPPORTED,  ///< it has one, which this version does not compile
    TIRAMISU_FILE_ERROR,     ///< a file cannot be read or written
    TIRAMISU_OUT_OF_MEMORY,  ///< there is none left
    TIRAMISU_RUN_FAILED,     ///< no memory for what the code needs
    TIRAMISU_INTERNAL_ERROR, ///< a fault of the library
} tiramisu_status;

/// "success", "bad_argument" and so on; "unknown_status" of what is none.
const char *tiramisu_status_name(tiramisu_status status);

/// What the last call of this thread that failed said: who, which call, what was found and what is
/// possible. Empty if none has failed. It holds until the next one fails.
const char *tiramisu_last_error(void);

/// Kinds of layers: how many there are, and of each, counted from 0, the word that its texts begin
/// with, and a text. Null beyond the last one.
size_t tiramisu_layer_kind_count(void);
const char *tiramisu_layer_kind_name(size_t number);
const char *tiramisu_layer_kind_example(size_t number);

/// Whether tiramisu_find() measures, or takes what the options' file `measured` holds.
typedef enum tiramisu_find_mode {
    TIRAMISU_FIND_NORMAL = 0, ///< it measures, whatever is known
    TIRAMISU_FIND_FAST,       ///< it never measures: it tells what is known, else what a rule takes
    TIRAMISU_FIND_HYBRID,     ///< it tells what is known, and measures where nothing is
    TIRAMISU_FIND_CLEAN, ///< it forgets what the file holds of the layer; then as the fast mode
} tiramisu_find_mode;

/// How a layer is to be computed. With nothing but zeros: as the library thinks best, for the
/// processor that it runs on.
typedef struct tiramisu_layer_options {
    const char *solver;        ///< a solver's name; null: the library chooses
    const char *configuration; ///< values of its parameters, "x=14,y=28"; null: its own
    const char *target;        ///< "avx2", "zen4" and others; null: this processor
    int strict_float;          ///< not 0: floats are computed exactly as written
    int validate;              ///< not 0: values of arguments are checked as well
    int relaxed;               ///< not 0: solvers that are less exact may be chosen, too
    /// File of what tiramisu_find() measured: solvers are chosen by it, and what it finds is
    /// remembered there. Null: none; "": the user's, $TIRAMISU_PERF_DB or
    /// ~/.cache/tiramisu/perf.sqlite. Behind it stands what was installed with the library. A file
    /// that cannot be used counts as empty: `tiramisu doctor` tells what is wrong with the user's.
    const char *measured;

    // Of tiramisu_find() alone.

    int find_mode; ///< a tiramisu_find_mode
    /// That it may take: it then tells what is fastest of those that it has tried. 0: 5 s;
    /// INFINITY: as long as it needs.
    double find_seconds;
    /// Configurations of a solver that are tried without being faster than those before them, after
    /// which no more of it are; 0: all are.
    int find_patience;
    /// Asked between those that are tried, with `find_stop_data`: not 0 ends the search. Null:
    /// nobody is asked.
    int (*find_stop)(void *data);
    void *find_stop_data;
} tiramisu_layer_options;

/// A layer that was compiled into this process.
typedef struct tiramisu_layer tiramisu_layer;

/// Makes the layer of a text; `options` may be null.
tiramisu_status tiramisu_make_layer(const char *text, const tiramisu_layer_options *options,
                                    tiramisu_layer **made);
/// Null is passed over; so is, as by all calls that delete, what is no such handle, of which
/// tiramisu_last_error() tells. Runs that were prepared go on.
void tiramisu_delete_layer(tiramisu_layer *layer);

/// The whole text of the layer, with what its own left out; the solver that computes it, and the
/// values of the solver's parameters. They live as long as the layer. Empty of a null pointer, and
/// of what is no layer, of which tiramisu_last_error() tells; so with numbers, which are 0.
const char *tiramisu_layer_text(const tiramisu_layer *layer);
const char *tiramisu_layer_solver(const tiramisu_layer *layer);
const char *tiramisu_layer_configuration(const tiramisu_layer *layer);
/// Bytes that a run allocates for temporary arrays, in each thread; 0 of a null pointer.
size_t tiramisu_layer_workspace_bytes(const tiramisu_layer *layer);

/// What a layer does with an argument: it reads it, packs it, writes it.
typedef enum tiramisu_role { TIRAMISU_SOURCE, TIRAMISU_WEIGHTS, TIRAMISU_RESULT } tiramisu_role;

/// One of a layer's arguments. What it points to lives as long as the layer.
typedef struct tiramisu_argument {
    const char *name; ///< "src", "weights", "bias", "dst"
    tiramisu_role role;
    const char *type;   ///< of its elements: "f32", "f16", "bf16", "s32", "s8", "u8"
    const char *layout; ///< of images: "nchw", "nhwc", "nchw16c", "lifted"
    const int *extents; ///< sizes, outermost first, as the text counts them
    size_t rank;        ///< how many these are
    size_t size;        ///< in elements, with those that the layout has too many
    size_t bytes;       ///< of memory that it takes
    int optional;       ///< not 0: a run may be without
} tiramisu_argument;

/// How many arguments a layer has; 0 of a null pointer.
size_t tiramisu_layer_argument_count(const tiramisu_layer *layer);
/// One of them, counted from 0.
tiramisu_status tiramisu_layer_argument(const tiramisu_layer *layer, size_t number,
                                        tiramisu_argument *found);

/// Weights in the order that a layer reads.
typedef struct tiramisu_weights tiramisu_weights;

/// Packs the weights, which lie as the layer's argument of that role says. They are copied.
tiramisu_status tiramisu_pack_weights(const tiramisu_layer *layer, const void *weights,
                                      tiramisu_weights **made);
/// No prepared run may still need them. Null is passed over.
void tiramisu_delete_weights(tiramisu_weights *weights);

/// Memory of an argument, by the argument's name. What a run only reads stays as it is.
typedef struct tiramisu_memory {
    const char *name;
    void *data;
} tiramisu_memory;

/// Runs the layer once, on `count` tensors in any order, each argument at most once. `weights` is
/// null where it has none.
tiramisu_status tiramisu_run(const tiramisu_layer *layer, const tiramisu_memory *memory,
                             size_t count, const tiramisu_weights *weights);

/// A run to be made many times, whose arguments were checked once.
typedef struct tiramisu_invocation tiramisu_invocation;

/// Prepares it. The memory and the weights have to outlive it. `options`, how it is executed, may
/// be null.
tiramisu_status tiramisu_prepare(const tiramisu_layer *layer, const tiramisu_memory *memory,
                                 size_t count, const tiramisu_weights *weights,
                                 const tiramisu_execution_options *options,
                                 tiramisu_invocation **made);
/// Makes the run; several threads may make one at once, as far as they may write the same results.
tiramisu_status tiramisu_invoke(const tiramisu_invocation *run);
/// From the next run on, the memory of this argument is another one. No run may be going on.
tiramisu_status tiramisu_set_memory(tiramisu_invocation *run, const char *name, void *data);
/// Bytes that temporary arrays have taken so far: `bytes` of the execution options that hold them.
size_t tiramisu_invocation_workspace_bytes(const tiramisu_invocation *run);
void tiramisu_delete_invocation(tiramisu_invocation *run);

/// Solvers of a layer, and what is known of them.
typedef struct tiramisu_solver_list tiramisu_solver_list;

typedef struct tiramisu_solver {
    const char *name;
    const char *configuration; ///< that was measured; else empty
    /// Why it cannot compute the layer, does not count or was not tried; else empty.
    const char *why_not;
    double milliseconds; ///< that it took; 0 where it was not measured
    double error; ///< largest difference from the naive solver, over its largest value; the same
} tiramisu_solver;

/// All solvers of the layer of a text, in the order in which the library asks them.
tiramisu_status tiramisu_list_solvers(const char *text, tiramisu_solver_list **made);
/// Runs them on random data, and compares their results; the fastest comes first, those that do
/// not count come last. Takes seconds (`find_seconds`). Of the options, which may be null, solver
/// asks for one of them alone, and `configuration` and `relaxed` play no part.
tiramisu_status tiramisu_find(const char *text, const tiramisu_layer_options *options,
                              tiramisu_solver_list **made);
/// How many there are; 0 of a null pointer.
size_t tiramisu_solver_count(const tiramisu_solver_list *list);
/// One of them, counted from 0. What it points to lives as long as the list.
tiramisu_status tiramisu_solver_at(const tiramisu_solver_list *list, size_t number,
                                   tiramisu_solver *found);
void tiramisu_delete_solver_list(tiramisu_solver_list *list);

/// Writes the layer of a text as the C function `name` into the object file, with a header beside
/// it; where weights are packed, the function that does is in files of its own.
tiramisu_status tiramisu_write_object(const char *text, const char *object, const char *name,
                                      const tiramisu_layer_options *options);

/// Code of layers that is kept: in memory, for layers that are made again, and on disk, for later
/// processes (docs/layers/interface.md).
typedef struct tiramisu_layer_cache {
    size_t layers;         ///< in memory
    size_t bytes;          ///< that they take, about
    size_t bound;          ///< that they may take
    uint64_t compiled;     ///< layers since the process began
    uint64_t shared;       ///< layers that were found in memory
    uint64_t loaded;       ///< layers that were found on disk
    uint64_t folder_bound; ///< bytes that files may take
} tiramisu_layer_cache;

tiramisu_status tiramisu_get_layer_cache(tiramisu_layer_cache *found);
/// The folder on disk; empty if there is none. It holds until this thread asks again.
const char *tiramisu_layer_cache_folder(void);
/// Bounds in bytes. In memory, 0 keeps nothing.
tiramisu_status tiramisu_set_layer_cache_bound(size_t bytes);
tiramisu_status tiramisu_set_layer_cache_folder_bound(uint64_t bytes);
/// From now on, whatever the environment says; null or "": nothing is kept on disk.
tiramisu_status tiramisu_set_layer_cache_folder(const char *path);
/// Forgets what is kept in memory. Layers that the program holds go on.
tiramisu_status tiramisu_clear_layer_cache(void);

#ifdef __cplusplus
}
#endif
