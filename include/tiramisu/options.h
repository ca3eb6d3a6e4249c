#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "tiramisu/language.h"

namespace tiramisu {

/// What a generated function checks of its arguments before it touches them. A check that fails
/// reports its text and ends the call with an error code.
///
/// Whatever is checked, elements are found by the sizes that the program declares, from the address
/// `host` on: `min` plays no part.
enum class argument_checks {
    none,
    /// Each buffer is there. Its memory is dense in some order of its dimensions, has elements of
    /// the declared size, holds what the function is certain to touch, and does not overlap that of
    /// an output. Type and extents may be others than the program declares.
    memory,
    exact ///< the same, and type, rank, extents and strides are those that the program declares
};

/// How a function is compiled. The defaults are safe.
struct options {
    /// "host"; a simple name: "x86-64", "sse41", "avx2", "avx512"; a machine's, of target.h:
    /// "zen4"; or a triple with features, as "x86-64-linux-sse41-avx-avx2-fma-f16c" or
    /// "aarch64-linux", 64-bit Arm with NEON (docs/targets.md). Behind it, "-opencl" or "-cuda" for
    /// loops on a GPU, "-cuda_capability_80" for what CUDA may rely on; "opencl" and "cuda" alone
    /// are "host-opencl" and "host-cuda".
    std::string target = "host";

    /// Of codegen(): name of the C function, whatever the program is called and
    /// TIRAMISU_FUNCTION_NAME says. The header is then <stem>.h alone, beside the object <stem>.o.
    /// Empty: as these say.
    std::string function_name = "";

    /// Functions that codegen() compiles without options check argument_checks::memory, as older
    /// programs need it, or what the environment variable TIRAMISU_CHECKS says: "exact", "memory"
    /// or "none".
    argument_checks checks = argument_checks::exact;

    /// Also checks what function::require() demands of the values of arguments, and that the memory
    /// of every argument holds all elements that it is declared to have, before anything is
    /// written. What the program relies on without such a demand, that indices which it reads lie
    /// inside of arrays, is not checked. Takes the time of reading what is required once in one
    /// thread; at least argument_checks::memory is checked then.
    bool validate = false;

    /// Floats are computed exactly as written. Otherwise sums may be reassociated, products and
    /// sums fused, and NaN and infinity are taken not to occur.
    bool strict_float = false;

    /// One request to show something: {"pass", "2"} the statement around every pass that changes
    /// it, {"pass", "simplify"} around the passes of that name, {"pass", "1"} the names of the
    /// passes that change it; {"notes", "1"} what function::notes() tells.
    struct debug_request {
        std::string topic;
        std::string detail;
    };
    std::vector<debug_request> debug;
    /// Where requests are answered; standard error if null.
    std::ostream *debug_stream = nullptr;

    /// Adds requests in the syntax of the environment variable TIRAMISU_DEBUG: "pass:2,find:1".
    /// A number alone asks for notes.
    /// Throws user_error if the text is not of that form.
    void add_debug_requests(const std::string &text);
    /// These options with what the environment says: the requests of TIRAMISU_DEBUG are added, and
    /// TIRAMISU_FLOAT, "strict" or "contract", sets strict_float. Throws user_error.
    options with_environment() const;
    /// The number given for a topic: 0 if it was not asked for, 1 if without a number.
    int debug_level(const std::string &topic) const;
    /// Whether `detail` was asked for by name under the topic.
    bool debug_names(const std::string &topic, const std::string &detail) const;
};

} // namespace tiramisu
