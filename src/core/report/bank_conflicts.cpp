#include "core/report/bank_conflicts.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/meaning/gpu_kernels.h"
#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

// CUDA C++ Programming Guide, "Shared Memory": successive words of 32 bits lie in successive banks.
constexpr long banks = 32, bytes_in_word = 4;
constexpr long lanes_of_warp = 32;

/// Numbers of the block's threads: [x, y, z], x of the innermost loop.
using block_size = std::vector<long>;

block_size size_of(const device_kernel &kernel) {
    block_size size = {1, 1, 1};
    for (const auto &chain : kernel.threads) {
        for (const device_loop &loop : chain) {
            long &most = size[static_cast<std::size_t>(loop.of.number)];
            most = std::max(most, loop.of.threads);
        }
    }
    return size;
}

/// Elements that one access of a statement touches in one iteration of its loops but those on
/// threads.
class warp_access {
public:
    // `elements`: { [l, e] }
    warp_access(isl::set elements, int loops, const std::vector<device_loop> &threads)
        : elements_(std::move(elements)), loops_(loops), threads_(threads) {
        fix_other_loops();
    }

    /// The element of each lane that is on.
    std::vector<std::vector<long>> of_first_warp(const block_size &block) const {
        std::vector<std::vector<long>> touched;
        const long threads = block[0] * block[1] * block[2];
        for (long lane = 0; lane < std::min(lanes_of_warp, threads); ++lane) {
            const block_size place = {lane % block[0], lane / block[0] % block[1],
                                      lane / block[0] / block[1]};
            if (const auto found = poly::find_example(at(place))) {
                touched.emplace_back(found->coordinates.begin() + loops_, found->coordinates.end());
            }
        }
        return touched;
    }

private:
    isl::set elements_; ///< without parameters, other loops fixed
    int loops_;
    const std::vector<device_loop> &threads_;

    isl::set at(const block_size &place) const {
        isl::set found = elements_;
        for (const device_loop &loop : threads_) {
            const long value =
                loop.of.first_thread + place[static_cast<std::size_t>(loop.of.number)];
            found = found.intersect(poly::dim_within(found, loop.loop.level, value, value));
        }
        return found;
    }

    bool is_on_threads(int level) const {
        return std::any_of(threads_.begin(), threads_.end(),
                           [&](const device_loop &loop) { return loop.loop.level == level; });
    }

    void fix_other_loops() {
        auto one = poly::find_example(at({0, 0, 0}));
        if (!one) {
            one = poly::find_example(elements_);
        }
        if (!one) {
            return;
        }
        elements_ = poly::with_values(elements_, {one->parameters.begin(), one->parameters.end()});
        for (int level = 0; level < loops_; ++level) {
            const long value = one->coordinates[static_cast<std::size_t>(level)];
            if (!is_on_threads(level)) {
                elements_ = elements_.intersect(poly::dim_within(elements_, level, value, value));
            }
        }
    }
};

long byte_of(const program_buffer &buffer, const std::vector<long> &element) {
    long place = 0;
    for (std::size_t dim = 0; dim < element.size(); ++dim) {
        const long unused = buffer.padding.empty() ? 0 : buffer.padding[dim];
        place =
            place * (static_cast<long>(buffer.sizes[dim].get_int_val()) + unused) + element[dim];
    }
    return place * size_in_bytes(buffer.type);
}

/// How often the bank that is asked most is asked for different words. Wide elements are accessed
/// by as many lanes at once as there are banks for.
long turns(const program_buffer &buffer, const std::vector<std::vector<long>> &touched) {
    const long words = std::max(1L, size_in_bytes(buffer.type) / bytes_in_word);
    const auto at_once = static_cast<std::size_t>(lanes_of_warp / words);
    long most = 0;
    for (std::size_t first = 0; first < touched.size(); first += at_once) {
        std::map<long, std::set<long>> asked; // by bank
        for (std::size_t lane = first; lane < std::min(first + at_once, touched.size()); ++lane) {
            for (long word = 0; word < words; ++word) {
                const long at = byte_of(buffer, touched[lane]) / bytes_in_word + word;
                asked[((at % banks) + banks) % banks].insert(at);
            }
        }
        for (const auto &[bank, different] : asked) {
            most = std::max(most, static_cast<long>(different.size()));
        }
    }
    return most;
}

/// The buffers that blocks have for themselves.
std::set<std::string> shared_buffers(const function_state &function, const analysis &now) {
    const poly::ast loops = loops_of(function, now);
    std::set<std::string> shared;
    for (const auto &[key, loop] : loops.loops) {
        if (loop.kind == poly::loop_kind::gpu_block) {
            shared.insert(loop.private_buffers.begin(), loop.private_buffers.end());
        }
    }
    for (const poly::scoped_buffer &window : loops.scoped_buffers) {
        shared.insert(window.name);
    }
    for (const auto &[key, loop] : loops.loops) {
        for (const std::string &own : loop.private_buffers) {
            if (loop.kind == poly::loop_kind::gpu_thread) {
                shared.erase(own);
            }
        }
    }
    for (const program_buffer &buffer : now.resolved.temporaries) {
        const bool is_of_threads =
            loops.thread_buffers.count(buffer.name) > 0 && buffer.space != memory::shared;
        const bool has_size = std::all_of(buffer.sizes.begin(), buffer.sizes.end(),
                                          [](const expr &size) { return size.is_constant(); });
        if (is_of_threads || !has_size) {
            shared.erase(buffer.name);
        }
    }
    return shared;
}

std::string access_text(const poly::memory_access &access, const program_buffer &buffer,
                        long count) {
    const std::string what =
        access.statement + (access.is_write() ? " writes " : " reads ") + buffer.called + ": ";
    return what +
           (count < 2 ? "no bank is asked twice"
                      : "a bank is asked " + std::to_string(count) + " times") +
           '\n';
}

} // namespace

std::string bank_conflicts(const function_state &function, const analysis &now) {
    std::string text;
    const std::vector<device_kernel> kernels = device_kernels(function, now);
    const std::set<std::string> shared =
        kernels.empty() ? std::set<std::string>() : shared_buffers(function, now);
    for (const device_kernel &kernel : kernels) {
        const block_size block = size_of(kernel);
        for (const auto &chain : kernel.threads) {
            for (const poly::scheduled_statement *statement : chain.front().loop.statements) {
                const isl::map times =
                    statement->loops.substituted().intersect_domain(statement->domain).reverse();
                for (const poly::memory_access &access : now.accesses) {
                    if (access.statement != statement->name || shared.count(access.buffer) == 0) {
                        continue;
                    }
                    const auto buffer = std::find_if(
                        now.resolved.temporaries.begin(), now.resolved.temporaries.end(),
                        [&](const auto &one) { return one.name == access.buffer; });
                    const warp_access warp(poly::flat_pairs(times.apply_range(access.relation)),
                                           statement->depth(), chain);
                    text += access_text(access, *buffer, turns(*buffer, warp.of_first_warp(block)));
                }
            }
        }
    }
    return text;
}

} // namespace tiramisu::core
