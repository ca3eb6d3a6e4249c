#include "nn/layers/softmax/solvers.h"

#include <limits>
#include <optional>

#include "nn/framework/program/pieces.h"
#include "nn/layers/softmax/tensors.h"

namespace tiramisu::nn {

namespace {

constexpr float lowest = -std::numeric_limits<float>::infinity();
constexpr int lanes = 16; // of a row at once; those of nchw16c

std::vector<var> joined(std::vector<var> left, const std::vector<var> &right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

/// Values of a row: the blocks that fill all lanes, or those that are left over. Apart from each
/// other, so that only the latter are masked: what is stored through a mask is slow to read again.
struct piece {
    std::string name;
    std::vector<var> iterators; ///< the last one counts lanes
    expr k;                     ///< position in the row

    const var &lane() const { return iterators.back(); }
};

std::vector<piece> pieces_of(int length) {
    const int blocks = length / lanes, rest = length % lanes;
    std::vector<piece> made;
    if (blocks > 0) {
        const var b("b", 0, blocks), l("l", 0, lanes);
        made.push_back({"", {b, l}, b * lanes + l});
    }
    if (rest > 0) {
        const var l("l", 0, rest);
        made.push_back({"_rest", {l}, l + blocks * lanes});
    }
    return made;
}

/// Whether exponentials can be kept where the results will be, not rounded.
bool keeps_exponentials(const softmax_problem &problem, const softmax_tensors &tensors) {
    return !problem.log && tensors.stored.type == element_type::f32;
}

/// The steps of the definition.
struct softmax_steps {
    computation largest;
    std::optional<computation> exponentials; ///< where they are kept, with the results
    computation sums, result;
};

softmax_steps definition(const softmax_problem &problem, const softmax_tensors &tensors) {
    const var &k = tensors.axis();
    const std::vector<var> row = tensors.row(), place = joined(row, {k});
    computation largest("largest", row, expr(lowest));
    tensors.of_row(largest).max_with(tensors.source(k));
    const expr distance = tensors.source(k) - tensors.of_row(largest);
    expr exponential = exp(distance);
    std::optional<computation> kept;
    if (keeps_exponentials(problem, tensors)) {
        kept.emplace("exponentials", place, exponential);
        tensors.store(*kept, k);
        exponential = tensors.of_row(*kept, {k});
    }
    computation sums("sums", row, expr(0.0f));
    tensors.of_row(sums) += exponential;
    const expr sum = tensors.of_row(sums);
    computation result("result", place,
                       tensors.rounded(problem.log ? distance - log(sum) : exponential / sum));
    tensors.store(result, k);
    return {largest, kept, sums, result};
}

/// A step and the loop in which it follows the one before it.
struct step {
    computation what;
    var level;
};

/// Orders the steps, and runs loop `lane` of each that has it on the lanes of vectors.
void fuse(std::vector<step> steps, const var &lane, const machine &target) {
    for (std::size_t i = 0; i < steps.size(); i++) {
        if (i > 0) {
            steps[i - 1].what.then(steps[i].what, steps[i].level);
        }
        const std::vector<std::string> loops = steps[i].what.get_loop_names();
        if (loops.back() == lane.get_name()) {
            steps[i].what.vectorize(lane, target.lanes, tail::masked);
        }
    }
}

/// Each lane finds a largest value and a sum of its own, in whole vectors.
class along_program {
public:
    explicit along_program(const softmax_problem &problem)
        : log_(problem.log), tensors_(problem), keeps_(keeps_exponentials(problem, tensors_)),
          row_(tensors_.row()), pieces_(pieces_of(tensors_.length())),
          largest_lanes_("largest_lanes", joined(row_, {lane_}), expr(lowest)),
          largest_(declared_largest()),
          sums_lanes_("sums_lanes", joined(row_, {lane_}), expr(0.0f)), sums_(declared_sums()),
          // One division, or logarithm, a row.
          shares_("shares", row_,
                  log_ ? log(tensors_.of_row(sums_)) : 1.0f / tensors_.of_row(sums_)) {
        for (std::size_t i = 0; i < pieces_.size(); i++) {
            const expr share = tensors_.of_row(shares_);
            results_.emplace_back(
                "result" + pieces_[i].name, joined(row_, pieces_[i].iterators),
                tensors_.rounded(log_ ? distance(pieces_[i]) - share : terms_[i] * share));
            tensors_.store(results_.back(), pieces_[i].k);
        }
    }

    void schedule(const machine &target) const {
        const var each = row_.back();
        std::vector<step> steps = {{largest_lanes_.init(), each}};
        for (std::size_t i = 0; i < pieces_.size(); i++) {
            steps.push_back({update(largest_lanes_, i), each});
        }
        steps.insert(
            steps.end(),
            {{largest_.init(), each}, {largest_.update(0), each}, {sums_lanes_.init(), each}});
        for (std::size_t i = 0; i < pieces_.size(); i++) {
            const bool has_blocks = pieces_[i].iterators.size() > 1;
            const bool follows = has_blocks && keeps_;
            if (keeps_) {
                steps.push_back({exponentials_[i], each});
            }
            steps.push_back(
                {update(sums_lanes_, i), follows ? pieces_[i].iterators.front() : each});
        }
        steps.insert(steps.end(), {{sums_.init(), each}, {sums_.update(0), each}, {shares_, each}});
        for (const computation &one : results_) {
            steps.push_back({one, each});
        }
        fuse(steps, lane_, target);
        keep_in_row(largest_lanes_, lanes);
        keep_in_row(sums_lanes_, lanes);
        for (const computation &one : {largest_, sums_, shares_}) {
            keep_in_row(one, 1);
        }
        computation result = results_.back();
        result.parallelize(tensors_.parallel_row(target));
    }

    std::vector<buffer> arguments() const { return tensors_.all(); }

private:
    static std::vector<expr> indices(const std::vector<var> &iterators) {
        return {iterators.begin(), iterators.end()};
    }

    /// The next row uses the same memory, or registers.
    void keep_in_row(computation values, int count) const {
        buffer memory(values.get_name() + "_of_row", {count}, p_float32, a_temporary);
        values.store_in(&memory, {count == 1 ? expr(0) : expr(lane_)});
        memory.allocate_at(results_.back(), row_.back());
    }

    expr distance(const piece &of) const {
        return tensors_.source(of.k) - tensors_.of_row(largest_);
    }

    computation declared_largest() const {
        for (const piece &one : pieces_) {
            tensors_.of_row(largest_lanes_, {one.lane()}).max_with(tensors_.source(one.k));
        }
        computation largest("largest", row_, expr(lowest));
        tensors_.of_row(largest).max_with(tensors_.of_row(largest_lanes_, {lane_}));
        return largest;
    }

    computation declared_sums() {
        for (const piece &one : pieces_) {
            terms_.push_back(exp(distance(one)));
            if (keeps_) {
                exponentials_.emplace_back("exponentials" + one.name, joined(row_, one.iterators),
                                           terms_.back());
                tensors_.store(exponentials_.back(), one.k);
                terms_.back() = tensors_.of_row(exponentials_.back(), indices(one.iterators));
            }
            tensors_.of_row(sums_lanes_, {one.lane()}) += terms_.back();
        }
        computation sums("sums", row_, expr(0.0f));
        tensors_.of_row(sums) += tensors_.of_row(sums_lanes_, {lane_});
        return sums;
    }

    /// What a piece adds to the lanes, these innermost.
    computation update(const computation &of_lanes, std::size_t number) const {
        computation part = of_lanes.update(static_cast<int>(number));
        part.reorder(joined(row_, pieces_[number].iterators));
        return part;
    }

    const var lane_{"l", 0, lanes};
    bool log_;
    softmax_tensors tensors_;
    bool keeps_; ///< exponentials
    std::vector<var> row_;
    std::vector<piece> pieces_;
    std::vector<expr> terms_;                         ///< exponentials, of each piece
    std::vector<computation> exponentials_, results_; ///< of each piece
    computation largest_lanes_, largest_, sums_lanes_, sums_, shares_;
};

} // namespace

std::string softmax_along::why_not(const task &of) const {
    return is_along(of.problem) ? "" : "the values of the axis do not lie side by side";
}

std::size_t softmax_along::workspace_bytes(const task &, const configuration &) const {
    return sizeof(float) * (2 * lanes + 3);
}

std::vector<buffer> softmax_along::write(const task &of) const {
    along_program program(of.problem);
    program.schedule(of.target);
    return program.arguments();
}

std::string softmax_beside::why_not(const task &of) const {
    return is_along(of.problem) ? "the values of the axis lie side by side" : "";
}

std::size_t softmax_beside::workspace_bytes(const task &of, const configuration &) const {
    return 2 * sizeof(float) * softmax_rows(of.problem.axis, of.problem.src_extents());
}

std::vector<buffer> softmax_beside::write(const task &of) const {
    const softmax_tensors tensors(of.problem);
    softmax_steps all = definition(of.problem, tensors);
    const auto &[n, c, y, x] = tensors.at;
    const bool plain = tensors.stored.format == layout::nchw;
    const var beside = plain ? x : c, block("block"), inside("inside");
    const int width = tensors.stored.format == layout::nchw16c ? lanes : 4 * lanes;
    for (computation one : {all.largest.init(), all.sums.init()}) {
        one.split(beside, width, block, inside).reorder({n, block, y, inside});
    }
    std::vector<computation> along = {all.largest.update(0), all.sums.update(0), all.result};
    std::vector<step> steps = {
        {all.largest.init(), y}, {all.largest.update(0), y}, {all.sums.init(), y}};
    if (all.exponentials) {
        along.push_back(*all.exponentials);
        steps.insert(steps.end(), {{*all.exponentials, y}, {all.sums.update(0), tensors.axis()}});
    } else {
        steps.push_back({all.sums.update(0), y});
    }
    steps.push_back({all.result, y});
    for (computation &one : along) {
        one.split(beside, width, block, inside).reorder({n, block, y, tensors.axis(), inside});
    }
    fuse(steps, inside, of.target);
    const auto [images, channels, height, columns] = tensors.stored.extents.of_images();
    const int blocks = divided_up(plain ? columns : channels, width);
    all.result.parallelize(
        image_loops{{{n, images}, {block, blocks}, {y, height}}, {inside, width}}.parallel(
            of.target));
    return tensors.all();
}

std::size_t naive_softmax::workspace_bytes(const task &of, const configuration &) const {
    return 2 * sizeof(float) * softmax_rows(of.problem.axis, of.problem.src_extents());
}

std::vector<buffer> naive_softmax::write(const task &of) const {
    const softmax_tensors tensors(of.problem);
    definition(of.problem, tensors);
    return tensors.all();
}

} // namespace tiramisu::nn
