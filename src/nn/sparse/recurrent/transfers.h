#pragma once

#include <string>
#include <vector>

#include "nn/sparse/recurrent/frame.h"
#include "tiramisu/computation.h"

namespace tiramisu::nn {

/// What brings sequences and states from arguments into the function's own memory and back.
class sparse_recurrence_transfers {
public:
    explicit sparse_recurrence_transfers(sparse_recurrence_frame &in) : in_(in) {}

    /// Also clears what elements that fill up a row meet.
    void states_in();
    computation clear_rows();
    /// With src in the first pass, with what the pass before made of it in the others.
    std::vector<computation> fill_rows();
    /// To the next pass, and from the last one to dst.
    std::vector<computation> results();
    void states_out();

private:
    sparse_recurrence_frame &in_;

    void copy_in(const std::string &name, const var &unit, buffer from, buffer to);
    void clear_outputs();
};

} // namespace tiramisu::nn
