#include "autoscheduler/space/conditions.h"

#include <algorithm>
#include <set>

namespace tiramisu::tune {

namespace {

/// At iterators of the statement, each once and in their order, or at constants.
bool is_simple(const statement_view &of, const access_view &read) {
    std::size_t next = 0;
    for (const index_view &index : read.indices) {
        const bool is_constant = std::all_of(index.coefficients.begin(), index.coefficients.end(),
                                             [](double coefficient) { return coefficient == 0; });
        if (index.is_affine && is_constant) {
            continue;
        }
        while (next < of.iterators.size() && !index.is_plain(next)) {
            ++next;
        }
        if (next++ == of.iterators.size()) {
            return false;
        }
    }
    return true;
}

bool has_bounds_of_memory(const statement_view &of) {
    return std::any_of(of.iterators.begin(), of.iterators.end(),
                       [](const iterator_view &one) { return !one.bounds_read_at.empty(); });
}

} // namespace

bool is_strictly_inlinable(const program_view &view, std::size_t stage) {
    const statement_view &statement = view.main_of(stage);
    return view.stages[stage].can_be_inlined && !statement.is_costly && !statement.is_guarded &&
           std::all_of(statement.reads.begin(), statement.reads.end(),
                       [&](const access_view &read) { return is_simple(statement, read); });
}

bool has_data_reuse(const program_view &view, std::size_t stage) {
    const statement_view &statement = view.main_of(stage);
    std::size_t missed = 0;
    bool is_streaming = false;
    for (const access_view &read : statement.reads) {
        if (read.buffer == statement.write.buffer) {
            continue;
        }
        std::size_t missed_here = 0;
        for (const std::size_t i : statement.spatial()) {
            missed_here += read.uses(i) ? 0 : 1;
        }
        missed += missed_here;
        is_streaming = is_streaming || missed_here == 0;
    }
    const bool reduces = statement.is_reduction && !statement.reduced().empty();
    // A result for each element of one array needs that array once, whatever is read beside it.
    const bool is_mapped = !reduces && is_streaming;
    return !has_bounds_of_memory(statement) && !view.stages[stage].shares_loops &&
           !statement.reads_itself && !is_mapped && (missed >= 2 || (missed == 1 && reduces));
}

std::optional<std::size_t> only_consumer(const program_view &view, const sketch &so_far,
                                         std::size_t stage) {
    std::size_t at = stage;
    do {
        if (view.stages[at].consumers.size() != 1) {
            return std::nullopt;
        }
        at = view.stages[at].consumers.front();
    } while (so_far.treats(at, "inline"));
    return at;
}

std::optional<std::size_t> fusible_consumer(const program_view &view, const sketch &so_far,
                                            std::size_t stage) {
    const std::optional<std::size_t> last = only_consumer(view, so_far, stage);
    if (!last || *last < stage || view.stages[*last].statements.size() != 1 ||
        !so_far.treats(*last, "loops") || so_far.follows[*last] ||
        view.stages[*last].shares_loops) {
        return std::nullopt;
    }
    for (std::size_t at = stage; at != *last;) {
        const std::size_t next = view.stages[at].consumers.front();
        const statement_view &reader = view.main_of(next);
        for (const access_view &read : reader.reads) {
            if (read.buffer == view.main_of(at).write.buffer && !is_element_wise(reader, read)) {
                return std::nullopt;
            }
        }
        at = next;
    }
    return last;
}

bool is_element_wise(const statement_view &of, const access_view &read) {
    if (of.is_reduction || of.reads_itself || read.indices.size() != of.iterators.size()) {
        return false;
    }
    for (std::size_t i = 0; i < read.indices.size(); ++i) {
        if (!read.indices[i].is_plain(i) || read.indices[i].offset != 0) {
            return false;
        }
    }
    return true;
}

std::vector<std::size_t> bordered_producers(const program_view &view, std::size_t stage) {
    std::vector<std::size_t> found;
    for (const std::size_t producer : view.stages[stage].producers) {
        const stage_view &made = view.stages[producer];
        if (made.can_be_inlined && view.main_of(producer).is_guarded) {
            found.push_back(producer);
        }
    }
    return found;
}

namespace {

/// Whether the stage makes more along that index of what it writes than there is to read.
bool has_border(const program_view &view, std::size_t stage, std::size_t index) {
    const statement_view &main = view.main_of(stage);
    for (std::size_t i = 0; i < main.iterators.size(); ++i) {
        if (!main.write.indices[index].is_plain(i)) {
            continue;
        }
        for (const access_view &read : main.reads) {
            const auto from = view.buffers.find(read.buffer);
            for (std::size_t d = 0; d < read.indices.size(); ++d) {
                const bool is_along = read.indices[d].coefficients[i] != 0 &&
                                      from != view.buffers.end() && d < from->second.sizes.size();
                if (is_along && from->second.sizes[d] < main.iterators[i].extent) {
                    return true;
                }
            }
        }
    }
    return false;
}

} // namespace

std::vector<std::size_t> bordered_iterators(const program_view &view, std::size_t stage) {
    const statement_view &main = view.main_of(stage);
    std::set<std::size_t> found;
    for (const std::size_t producer : bordered_producers(view, stage)) {
        for (const access_view &read : main.reads) {
            if (read.buffer != view.main_of(producer).write.buffer) {
                continue;
            }
            for (std::size_t d = 0; d < read.indices.size(); ++d) {
                for (const std::size_t i : main.spatial()) {
                    if (read.indices[d].coefficients[i] != 0 && has_border(view, producer, d)) {
                        found.insert(i);
                    }
                }
            }
        }
    }
    return {found.begin(), found.end()};
}

std::optional<rows_of_memory> rows_in_memory(const program_view &view, std::size_t stage) {
    const statement_view &main = view.main_of(stage);
    if (!main.is_reduction || view.stages[stage].statements.size() != 2 ||
        view.stages[stage].shares_loops) {
        return std::nullopt;
    }
    std::optional<rows_of_memory> found;
    for (std::size_t i = 0; i < main.iterators.size(); ++i) {
        if (main.iterators[i].bounds_read_at.empty()) {
            continue;
        }
        if (found || !main.iterators[i].is_reduction) {
            return std::nullopt;
        }
        found = {i, main.iterators[i].bounds_read_at, {}};
    }
    if (!found || std::any_of(found->rows.begin(), found->rows.end(),
                              [&](std::size_t i) { return main.iterators[i].is_reduction; })) {
        return std::nullopt;
    }
    for (const std::size_t i : main.spatial()) {
        if (std::find(found->rows.begin(), found->rows.end(), i) == found->rows.end()) {
            found->columns.push_back(i);
        }
    }
    std::stable_partition(found->columns.begin(), found->columns.end(),
                          [&](std::size_t i) { return i != main.contiguous(); });
    return found;
}

bool needs_rfactor(const program_view &view, std::size_t stage) {
    const statement_view &statement = view.main_of(stage);
    if (!statement.is_reduction || statement.reduced().empty() ||
        view.stages[stage].statements.size() != 2 || view.stages[stage].shares_loops ||
        has_bounds_of_memory(statement)) {
        return false;
    }
    const long results = statement.extent_of(statement.spatial()),
               terms = statement.extent_of(statement.reduced());
    constexpr long enough = 16; // pieces of work for each core
    return has_data_reuse(view, stage) ? results <= terms && results <= enough * view.cores
                                       : terms > view.cores;
}

} // namespace tiramisu::tune
