#include "autoscheduler/cost/features/of_plan.h"

#include <algorithm>
#include <cmath>

#include "autoscheduler/cost/features/plan_accesses.h"

namespace tiramisu::tune {

namespace {

running running_of(loop_use use) {
    switch (use) {
    case loop_use::serial: return running::serial;
    case loop_use::parallel: return running::parallel;
    case loop_use::vectorized: return running::vectorized;
    case loop_use::unrolled: return running::unrolled;
    }
    return running::serial;
}

/// A loop of a nest, and which of the statement's iterators it counts along, by what step.
struct nest_loop {
    planned_loop loop;
    bool is_own = true; ///< not one of the statement that this one runs inside of
};

class nest_reader {
public:
    nest_reader(const program_view &view, const plan &what, std::size_t statement,
                const std::vector<std::size_t> &ids)
        : view_(view), what_(what), of_(view.statements[statement]), nest_(what.nests[statement]),
          ids_(ids) {}

    running_statement read() {
        find_loops();
        running_statement made;
        made.id = of_.id;
        made.operations = of_.counted;
        for (std::size_t l = 0; l < loops_.size(); ++l) {
            made.loops.push_back({ids_[l], static_cast<double>(loops_[l].loop.extent),
                                  running_of(loops_[l].loop.use), along(loops_[l])});
        }
        for (const access_group &group : accesses_of(view_, what_, of_, made.operations)) {
            made.touched.push_back(touched(group));
        }
        made.filled = filled(made);
        return made;
    }

private:
    const program_view &view_;
    const plan &what_;
    const statement_view &of_;
    const planned_nest &nest_;
    const std::vector<std::size_t> &ids_;
    std::vector<nest_loop> loops_;

    void find_loops() {
        const bool is_inside = nest_.is_inside_consumer && nest_.shared_with;
        for (std::size_t l = 0; is_inside && l < nest_.shared; ++l) {
            loops_.push_back({what_.nests[*nest_.shared_with].loops[l], false});
        }
        // What the consumer's inner loops need; about, as for repetitions.
        double needed = 1;
        if (is_inside) {
            double outside = 1;
            for (const nest_loop &one : loops_) {
                outside *= static_cast<double>(one.loop.extent);
            }
            needed = of_.instances() * nest_.repeated / outside;
        }
        std::vector<nest_loop> own;
        for (const planned_loop &loop : nest_.loops) {
            own.push_back({loop, true});
        }
        double whole = 1;
        for (const nest_loop &one : own) {
            whole *= static_cast<double>(one.loop.extent);
        }
        for (nest_loop &one : own) {
            // Outer loops are cut first.
            const double too_many = is_inside ? std::max(1.0, whole / std::max(1.0, needed)) : 1;
            const double cut = std::min(too_many, static_cast<double>(one.loop.extent));
            whole /= cut;
            one.loop.extent =
                static_cast<long>(std::ceil(static_cast<double>(one.loop.extent) / cut));
            loops_.push_back(one);
        }
    }

    loop_position along(const nest_loop &one) const {
        if (!one.is_own) {
            return loop_position::mixed;
        }
        const std::size_t iterator = one.loop.iterator;
        const bool is_term = of_.iterators[iterator].is_reduction;
        const std::vector<std::size_t> alike = is_term ? of_.reduced() : of_.spatial();
        const auto at = std::find(alike.begin(), alike.end(), iterator);
        return position_of(static_cast<std::size_t>(at - alike.begin()), alike.size(), is_term);
    }

    touched_buffer touched(const access_group &group) const {
        touched_buffer made;
        made.name = group.like.buffer;
        made.is_read = group.is_read;
        made.is_written = group.is_written;
        made.element_bytes = group.like.element_bytes;
        const auto found = view_.buffers.find(group.like.buffer);
        for (std::size_t d = 0; d < group.like.indices.size(); ++d) {
            const bool is_known = found != view_.buffers.end() && d < found->second.sizes.size();
            made.sizes.push_back(is_known ? static_cast<double>(found->second.sizes[d])
                                          : span(group, d, 0));
        }
        for (const nest_loop &one : loops_) {
            made.steps.push_back(step(group.like, made.sizes, one));
        }
        for (std::size_t level = 0; level <= loops_.size(); ++level) {
            std::vector<double> spans;
            for (std::size_t d = 0; d < made.sizes.size(); ++d) {
                const double most = made.sizes[d];
                spans.push_back(
                    group.like.indices[d].is_affine ? std::min(span(group, d, level), most) : most);
            }
            made.spans.push_back(spans);
        }
        return made;
    }

    loop_step step(const access_view &access, const std::vector<double> &sizes,
                   const nest_loop &one) const {
        loop_step made;
        if (!one.is_own) {
            made.moves = true;
            return made;
        }
        double elements = 1;
        for (std::size_t d = access.indices.size(); d-- > 0;) {
            const index_view &index = access.indices[d];
            const double factor = index.coefficients[one.loop.iterator];
            made.moves = made.moves || !index.is_affine || factor != 0;
            made.stride +=
                index.is_affine ? factor * static_cast<double>(one.loop.step) * elements : 0;
            elements *= sizes[d];
        }
        return made;
    }

    /// Values of an index in the loops from a level on.
    double span(const access_group &group, std::size_t dimension, std::size_t level) const {
        std::vector<double> counts(of_.iterators.size(), 1);
        for (std::size_t l = 0; l < loops_.size(); ++l) {
            // Loops of a consumer around this nest go through all of it.
            const std::size_t iterator = loops_[l].loop.iterator;
            const auto whole = [&] { return static_cast<double>(of_.iterators[iterator].extent); };
            if (loops_[l].is_own && !loops_.front().is_own && level < nest_.shared) {
                counts[iterator] = whole();
            } else if (loops_[l].is_own && l >= level) {
                counts[iterator] = std::min(
                    counts[iterator] * static_cast<double>(loops_[l].loop.extent), whole());
            }
        }
        const index_view &index = group.like.indices[dimension];
        double values = 1 + group.highest[dimension] - group.lowest[dimension];
        for (std::size_t i = 0; i < counts.size(); ++i) {
            values += std::floor(std::abs(index.coefficients[i]) * (counts[i] - 1));
        }
        return index.most > 0 ? std::min(values, index.most) : values;
    }

    allocation filled(const running_statement &made) const {
        const touched_buffer &written = made.touched.front();
        if (nest_.kept_inside != 0) {
            const std::size_t level = nest_.kept_inside;
            const double inside = made.iterations(level);
            return {written.unique_bytes(level), made.iterations() / inside, inside};
        }
        const auto found = view_.buffers.find(of_.write.buffer);
        if (!is_temporary() || found == view_.buffers.end()) {
            return {};
        }
        return {found->second.bytes(), 1, made.iterations()};
    }

    bool is_temporary() const {
        return std::any_of(view_.stages.begin(), view_.stages.end(), [&](const stage_view &stage) {
            return stage.is_temporary &&
                   view_.statements[stage.statements.back()].write.buffer == of_.write.buffer;
        });
    }
};

/// The ids of the loops of every nest: those that run together have one.
std::vector<std::vector<std::size_t>> loop_ids(const plan &what) {
    std::vector<std::vector<std::size_t>> ids(what.nests.size());
    std::size_t next = 0;
    const auto count = [&](const planned_nest &nest) {
        return nest.loops.size() + (nest.is_inside_consumer ? nest.shared : 0);
    };
    for (std::size_t n = 0; n < what.nests.size(); ++n) {
        for (std::size_t l = 0; l < count(what.nests[n]); ++l) {
            ids[n].push_back(next++);
        }
    }
    for (std::size_t n = 0; n < what.nests.size(); ++n) {
        const planned_nest &nest = what.nests[n];
        for (std::size_t l = 0; nest.shared_with && l < nest.shared; ++l) {
            ids[n][l] = ids[*nest.shared_with][l];
        }
    }
    return ids;
}

} // namespace

running_program running_program_of(const program_view &view, const plan &what) {
    const std::vector<std::vector<std::size_t>> ids = loop_ids(what);
    running_program made;
    for (std::size_t n = 0; n < what.nests.size(); ++n) {
        if (!what.nests[n].is_inlined) {
            made.push_back(
                nest_reader(view, what, what.nests[n].statement, ids[what.nests[n].statement])
                    .read());
        }
    }
    return made;
}

} // namespace tiramisu::tune
