#include "autoscheduler/cost/nest_costs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tiramisu::tune {

namespace {

bool is_written_out(const planned_loop &loop) {
    return loop.extent == 1 || loop.use == loop_use::unrolled || loop.use == loop_use::vectorized;
}

// Of the cores that this is for (Zen 4, Zen 5, Skylake and later), a cycle or an operation.
constexpr double operations_started = 2, loads_started = 2, stores_started = 1;
constexpr double latency = 4;       ///< of a sum of floats
constexpr double loop_cycles = 1.5; ///< of a counter and a jump
constexpr double line_bytes = 64;

} // namespace

nest_costs::nest_costs(const program_view &view, const planned_nest &nest, double operations,
                       const machine &target)
    : view_(view), nest_(nest), of_(view.statements[nest.statement]), operations_(operations),
      target_(target), block_(nest.loops.size()) {
    while (block_ > 0 && is_written_out(nest.loops[block_ - 1])) {
        --block_;
    }
}

double nest_costs::lanes() const {
    double count = 1;
    for (std::size_t l = block_; l < nest_.loops.size(); ++l) {
        if (nest_.loops[l].use == loop_use::vectorized) {
            count *= static_cast<double>(nest_.loops[l].extent);
        }
    }
    return count;
}

double nest_costs::copies() const {
    double count = 1;
    for (std::size_t l = block_; l < nest_.loops.size(); ++l) {
        if (nest_.loops[l].use != loop_use::vectorized) {
            count *= static_cast<double>(nest_.loops[l].extent);
        }
    }
    const double register_lanes =
        std::max(1.0, static_cast<double>(target_.vector_bytes) / of_.write.element_bytes);
    return count * std::max(1.0, std::ceil(lanes() / register_lanes));
}

double nest_costs::accesses_of_block(const access_view &access) const {
    double count = 1;
    for (std::size_t l = block_; l < nest_.loops.size(); ++l) {
        const planned_loop &loop = nest_.loops[l];
        const double stride = std::abs(access.strides[loop.iterator]);
        const bool is_vector = loop.use == loop_use::vectorized;
        const bool is_scattered =
            is_vector && (!access.is_affine() || (stride != 0 && stride != 1));
        if (is_scattered || (!is_vector && access.uses(loop.iterator))) {
            count *= static_cast<double>(loop.extent);
        }
    }
    return count;
}

bool nest_costs::is_kept() const {
    return nest_.is_in_registers && nest_.kept_inside != 0 && nest_.kept_inside < block_;
}

double nest_costs::share_on_lanes() const {
    for (const planned_loop &loop : nest_.loops) {
        if (loop.use == loop_use::vectorized) {
            const long whole = of_.iterators[loop.iterator].extent;
            return static_cast<double>(whole - whole % loop.extent) / static_cast<double>(whole);
        }
    }
    return 1;
}

double nest_costs::compute_cycles() const {
    const double on_lanes = share_on_lanes();
    const double work = copies();
    double loads = 0, registers = 0;
    for (const access_view &read : of_.reads) {
        const bool is_own = read.buffer == of_.write.buffer;
        const double count = accesses_of_block(read);
        loads += is_own && is_kept() ? 0 : count;
        registers += is_own ? 0 : std::min(count, 2.0);
    }
    const double results = accesses_of_block(of_.write);
    registers += of_.is_reduction ? results : 1;
    const double stores = is_kept() ? 0 : results;
    double cycles = std::max(
        {operations_ * work / operations_started, loads / loads_started, stores / stores_started});
    if (of_.is_reduction && results < latency * operations_started) {
        // Each sum waits for the one before it.
        cycles = std::max(cycles, is_kept() || results == 1 ? latency * work / results : latency);
    }
    const double too_many = registers - target_.registers;
    cycles += too_many > 0 ? 2 * too_many : 0;
    constexpr double much_code = 256;
    cycles *= work > much_code ? work / much_code : 1;
    cycles += loop_cycles;
    const double instances = of_.instances() * nest_.repeated;
    double blocks =
        instances /
        std::max(
            1.0,
            copies() * lanes() /
                std::max(1.0, std::ceil(lanes() /
                                        std::max(1.0, static_cast<double>(target_.vector_bytes) /
                                                          of_.write.element_bytes))));
    blocks *= on_lanes;
    const double one_by_one = instances * (1 - on_lanes) * (operations_ + loop_cycles + 1);
    return blocks * cycles + one_by_one + copy_cycles() + window_cycles();
}

/// Elements that the loops from there on touch, by index.
std::vector<double> nest_costs::spans(const access_view &access, std::size_t from) const {
    std::vector<double> iterations(of_.iterators.size(), 1);
    for (std::size_t l = from; l < nest_.loops.size(); ++l) {
        iterations[nest_.loops[l].iterator] *= static_cast<double>(nest_.loops[l].extent);
    }
    for (std::size_t i = 0; i < iterations.size(); ++i) {
        iterations[i] = std::min(iterations[i], static_cast<double>(of_.iterators[i].extent));
    }
    const auto found = view_.buffers.find(access.buffer);
    std::vector<double> touched;
    for (std::size_t d = 0; d < access.indices.size(); ++d) {
        const index_view &index = access.indices[d];
        double extent = 1;
        for (std::size_t i = 0; i < iterations.size(); ++i) {
            extent += std::abs(index.coefficients[i]) * (iterations[i] - 1);
        }
        const bool is_known = found != view_.buffers.end() && d < found->second.sizes.size();
        const double whole = is_known ? static_cast<double>(found->second.sizes[d]) : extent;
        extent = index.is_affine ? std::min(extent, index.most > 0 ? index.most : extent) : whole;
        if (d + 1 == access.indices.size()) {
            extent = std::max(extent, std::min(whole, line_bytes / access.element_bytes));
        }
        touched.push_back(std::min(extent, std::max(1.0, whole)));
    }
    return touched;
}

double nest_costs::footprint(const access_view &access, std::size_t from) const {
    double elements = 1;
    for (const double span : spans(access, from)) {
        elements *= span;
    }
    return elements * access.element_bytes;
}

/// Bytes of a cache that it keeps others from. Rows that are as far apart as a cache is long, of
/// one way, meet in few of its sets, unless they were copied to where they lie close together.
double nest_costs::occupied(const access_view &access, std::size_t from) const {
    const bool is_copied =
        std::any_of(nest_.copied.begin(), nest_.copied.end(), [&](const planned_copy &one) {
            return one.buffer == access.buffer && one.inside <= from;
        });
    const auto found = view_.buffers.find(access.buffer);
    const std::vector<double> touched = spans(access, from);
    if (is_copied || found == view_.buffers.end() || found->second.sizes.size() != touched.size()) {
        return footprint(access, from);
    }
    double row = access.element_bytes, distance = access.element_bytes;
    std::size_t d = touched.size();
    while (d > 0) {
        --d;
        const auto whole = static_cast<double>(found->second.sizes[d]);
        row *= touched[d];
        distance *= whole;
        if (touched[d] < whole) {
            break;
        }
    }
    double rows = 1;
    for (std::size_t outer = 0; outer < d; ++outer) {
        rows *= touched[outer];
    }
    constexpr long way = 4096;
    const auto apart = static_cast<double>(std::gcd(static_cast<long>(distance), way));
    return rows * (rows > 1 ? std::max(row, apart) : row);
}

/// Of copies that are made while the loops run.
double nest_costs::copy_cycles() const {
    constexpr double bytes_a_cycle = 16; // read, and written
    double cycles = 0;
    for (const planned_copy &one : nest_.copied) {
        double times = nest_.repeated;
        for (std::size_t l = 0; l < one.inside; ++l) {
            times *= static_cast<double>(nest_.loops[l].extent);
        }
        for (const access_view &read : of_.reads) {
            if (read.buffer == one.buffer) {
                cycles += times * footprint(read, one.inside) / bytes_a_cycle;
                break;
            }
        }
    }
    return cycles;
}

/// Of results that are kept: each tile of them comes in once, and goes back.
double nest_costs::window_cycles() const {
    if (nest_.kept_inside == 0) {
        return 0;
    }
    double vectors = accesses_of_block(of_.write) * nest_.repeated;
    for (std::size_t l = 0; l < block_; ++l) {
        const planned_loop &loop = nest_.loops[l];
        const bool is_term = of_.iterators[loop.iterator].is_reduction;
        vectors *= l < nest_.kept_inside || !is_term ? static_cast<double>(loop.extent) : 1;
    }
    return vectors * (1 / loads_started + 1 / stores_started);
}

double nest_costs::total_footprint(std::size_t from) const {
    double bytes = occupied(of_.write, from);
    for (const access_view &read : of_.reads) {
        bytes += read.buffer == of_.write.buffer && of_.is_reduction ? 0 : occupied(read, from);
    }
    return bytes;
}

double nest_costs::traffic(double cache_bytes) const {
    constexpr double usable = 0.75;
    std::size_t fits = 0;
    while (fits < nest_.loops.size() && total_footprint(fits) > usable * cache_bytes) {
        ++fits;
    }
    const auto moved = [&](const access_view &access) {
        std::size_t reused = fits; // loops around in which the same elements are used again
        while (reused > 0 && !access.uses(nest_.loops[reused - 1].iterator)) {
            --reused;
        }
        double times = 1;
        for (std::size_t l = 0; l < reused; ++l) {
            times *= static_cast<double>(nest_.loops[l].extent);
        }
        return times * footprint(access, fits);
    };
    double bytes = 2 * moved(of_.write); // comes in, and goes back
    for (const access_view &read : of_.reads) {
        bytes += read.buffer == of_.write.buffer && of_.is_reduction ? 0 : moved(read);
    }
    return bytes * nest_.repeated;
}

double nest_costs::parallel_speed() const {
    for (const planned_loop &loop : nest_.loops) {
        if (loop.use == loop_use::parallel) {
            const double threads = target_.threads;
            const auto iterations = static_cast<double>(loop.extent);
            return iterations / std::ceil(iterations / threads);
        }
    }
    return 1;
}

double nest_costs::parallel_starts() const {
    double times = 1;
    for (const planned_loop &loop : nest_.loops) {
        if (loop.use == loop_use::parallel) {
            return times;
        }
        times *= static_cast<double>(loop.extent);
    }
    return 0;
}

} // namespace tiramisu::tune
