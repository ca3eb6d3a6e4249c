#include "nn/layers/conv2d_chain/shortcut.h"

#include <algorithm>

namespace tiramisu::nn {

chain_step shortcut_step(const conv2d_problem &shortcut,
                         const std::vector<conv2d_problem> &problems, const conv2d_layouts &ends,
                         int images, source_place where) {
    conv2d_problem one = shortcut.completed(where);
    const auto refuse = [&](const std::string &reason) {
        throw user_error("problem \"" + one.text() + "\"", "shortcut", reason, where);
    };
    const auto src = problems.front().completed(where).src_extents();
    if (one.src_extents() != src) {
        refuse("has src of " + extents_text(one.src_extents()) + ", but step 1 has src of " +
               extents_text(src));
    }
    if (one.type != problems.front().type) {
        refuse("is of type " + to_string(one.type) + ", but step 1 of type " +
               to_string(problems.front().type) + "; they must be equal");
    }
    if (one.has_residual()) {
        refuse("has a residual_add, for which there is nothing to add");
    }
    if (std::none_of(problems.begin(), problems.end(),
                     [](const conv2d_problem &step) { return step.has_residual(); })) {
        refuse("is given, but no step has a residual_add, which would add it");
    }
    one.mb = one.mb == 0 ? 0 : images;
    return {one, ends};
}

chain_residual residual_of(const conv2d_problem &shortcut, const conv2d_layouts &ends,
                           source_place where) {
    return {"the shortcut's result", shortcut.completed(where).dst_extents(), ends.dst};
}

} // namespace tiramisu::nn
