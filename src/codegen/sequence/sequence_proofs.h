#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "codegen/prove.h"
#include "tiramisu/function_sequence.h"

namespace tiramisu::lower {

/// What is done around the proof of a function, in the order of the calls: `told` tells of it, or
/// throws what it threw.
using proof_frame = std::function<void(function &what, const std::vector<buffer *> &arguments,
                                       const std::function<void()> &told)>;

/// The functions of a sequence, proved side by side: those with the same arguments once. Each has
/// a context of isl's of its own.
class sequence_proofs {
public:
    sequence_proofs(const function_sequence &sequence, const options &opts, source_place where);

    /// Of a call's function. Throws what is wrong with it.
    const proved &of(const sequence_call &call, const options &opts, const proof_frame &frame);

private:
    /// A function that is called with these arguments.
    struct entry {
        function what;
        std::vector<buffer> handles;
        std::vector<buffer *> arguments;
        std::optional<proved> result;
        std::exception_ptr thrown;
        bool is_told = false;

        explicit entry(const sequence_call &call);
        bool is_of(const sequence_call &call) const;
        void prove(const options &opts, source_place where);
        void tell(const options &opts);
    };
    std::vector<std::unique_ptr<entry>> all_;

    entry *known(const sequence_call &call) const;
};

} // namespace tiramisu::lower
