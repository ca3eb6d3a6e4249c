#include "nn/softmax/solvers.h"

#include <limits>

#include "nn/softmax/tensors.h"

namespace tiramisu::nn {

namespace {

constexpr float lowest = -std::numeric_limits<float>::infinity();
constexpr int lanes = 16; // of a row at once; those of nchw16c

std::vector<var> joined(std::vector<var> left, const std::vector<var> &right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

/// The steps of the definition. Exponentials are kept where the results will be.
struct softmax_steps {
    computation largest, exponentials, sums, result;
};

softmax_steps definition(const softmax_tensors &tensors) {
    const var &k = tensors.axis();
    const std::vector<var> row = tensors.row(), place = joined(row, {k});
    computation largest("largest", row, expr(lowest));
    tensors.of_row(largest).max_with(tensors.source(k));
    computation exponentials("exponentials", place,
                             exp(tensors.source(k) - tensors.of_row(largest)));
    tensors.store(exponentials, k);
    computation sums("sums", row, expr(0.0f));
    tensors.of_row(sums) += tensors.of_row(exponentials, {k});
    computation result("result", place, tensors.of_row(exponentials, {k}) / tensors.of_row(sums));
    tensors.store(result, k);
    return {largest, exponentials, sums, result};
}

/// A step and the loop in which it follows the one before it.
struct step {
    computation what;
    var level;
};

/// Orders the steps, and runs loop `lane` of each that has it on the lanes of vectors.
void fuse(std::vector<step> steps, const var &lane, const machine &on) {
    for (std::size_t i = 0; i < steps.size(); i++) {
        if (i > 0) {
            steps[i - 1].what.then(steps[i].what, steps[i].level);
        }
        const std::vector<std::string> loops = steps[i].what.get_loop_names();
        if (loops.back() == lane.get_name()) {
            steps[i].what.vectorize(lane, on.lanes, tail::masked);
        }
    }
}

} // namespace

std::string softmax_along::why_not(const task &of) const {
    return is_along(of.problem) ? "" : "the values of the axis do not lie side by side";
}

std::size_t softmax_along::workspace_bytes(const task &of, const configuration &) const {
    return sizeof(float) * 2 * (lanes + softmax_rows(of.problem));
}

std::vector<buffer> softmax_along::write(const task &of) const {
    const softmax_tensors tensors(of.problem);
    const int length = tensors.length();
    const std::vector<var> row = tensors.row();
    const var b("b", 0, (length + lanes - 1) / lanes), l("l", 0, lanes);
    const expr k = b * lanes + l;
    const auto whole = [&](computation part) {
        if (length % lanes != 0) {
            part.add_predicate(k < length);
        }
    };
    computation largest_lanes("largest_lanes", joined(row, {l}), expr(lowest));
    tensors.of_row(largest_lanes, {l}).max_with(tensors.source(k));
    whole(largest_lanes.update(0));
    computation largest("largest", row, expr(lowest));
    tensors.of_row(largest).max_with(tensors.of_row(largest_lanes, {l}));
    computation exponentials("exponentials", joined(row, {b, l}),
                             exp(tensors.source(k) - tensors.of_row(largest)));
    whole(exponentials);
    tensors.store(exponentials, k);
    computation sums_lanes("sums_lanes", joined(row, {l}), expr(0.0f));
    tensors.of_row(sums_lanes, {l}) += tensors.of_row(exponentials, {b, l});
    whole(sums_lanes.update(0));
    computation sums("sums", row, expr(0.0f));
    tensors.of_row(sums) += tensors.of_row(sums_lanes, {l});
    computation result("result", joined(row, {b, l}),
                       tensors.of_row(exponentials, {b, l}) / tensors.of_row(sums));
    whole(result);
    tensors.store(result, k);

    computation largest_steps = largest_lanes.update(0), sums_steps = sums_lanes.update(0);
    for (computation one : {largest_steps, sums_steps}) {
        one.reorder({row[0], row[1], row[2], b, l});
    }
    const var each = row.back();
    fuse({{largest_lanes.init(), each},
          {largest_steps, each},
          {largest.init(), each},
          {largest.update(0), each},
          {sums_lanes.init(), each},
          {exponentials, each},
          {sums_steps, b},
          {sums.init(), each},
          {sums.update(0), each},
          {result, each}},
         l, of.on);
    return tensors.all();
}

std::string softmax_beside::why_not(const task &of) const {
    return is_along(of.problem) ? "the values of the axis lie side by side" : "";
}

std::size_t softmax_beside::workspace_bytes(const task &of, const configuration &) const {
    return 2 * sizeof(float) * softmax_rows(of.problem);
}

std::vector<buffer> softmax_beside::write(const task &of) const {
    const softmax_tensors tensors(of.problem);
    softmax_steps all = definition(tensors);
    const auto &[n, c, y, x] = tensors.at;
    const bool plain = tensors.stored.lies == layout::nchw;
    const var beside = plain ? x : c, block("block"), inside("inside");
    const int width = tensors.stored.lies == layout::nchw16c ? lanes : 4 * lanes;
    for (computation one : {all.largest.init(), all.sums.init()}) {
        one.split(beside, width, block, inside).reorder({n, block, y, inside});
    }
    for (computation one :
         {all.largest.update(0), all.exponentials, all.sums.update(0), all.result}) {
        one.split(beside, width, block, inside).reorder({n, block, y, tensors.axis(), inside});
    }
    fuse({{all.largest.init(), y},
          {all.largest.update(0), y},
          {all.sums.init(), y},
          {all.exponentials, y},
          {all.sums.update(0), tensors.axis()},
          {all.result, y}},
         inside, of.on);
    return tensors.all();
}

std::size_t naive_softmax::workspace_bytes(const task &of, const configuration &) const {
    return 2 * sizeof(float) * softmax_rows(of.problem);
}

std::vector<buffer> naive_softmax::write(const task &of) const {
    const softmax_tensors tensors(of.problem);
    definition(tensors);
    return tensors.all();
}

} // namespace tiramisu::nn
