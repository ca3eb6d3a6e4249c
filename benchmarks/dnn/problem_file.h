#pragma once

#include <string>
#include <variant>
#include <vector>

#include <tiramisu/nn/nn.h>

#include "dnn/convolutions.h"
#include "session.h"

namespace tiramisu::bench {

using layer_problem = std::variant<convolutions, nn::pooling_problem, nn::batch_norm_problem,
                                   nn::softmax_problem, nn::gemm_problem, nn::spmm_problem>;

struct dense_problem {
    std::string id;
    std::string weights; ///< what they are, "density=0.16"; empty: anything
    layer_problem problem;
    bool is_quick = false; ///< marked by a star: --quick runs it
};

/// The problems of a file, a line each: an id, perhaps a word on
/// the weights, and a problem's text, or several convolutions' with |
/// between them, before which a resize may stand, or the word "shortcut" and its text. Lines that
/// begin with # are comments. Throws std::runtime_error if it cannot be read, user_error if a text
/// is not a problem's.
std::vector<dense_problem> read_problems(const std::string &path);

/// Those of the file that the run names, else of the set's own, which it asks for: --quick runs
/// those with a star, unless problems were named. Throws as read_problems().
std::vector<dense_problem> wanted_problems(const session &here, const std::string &of_set);

} // namespace tiramisu::bench
