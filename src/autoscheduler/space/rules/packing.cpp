#include "autoscheduler/space/rules/packing.h"

#include <algorithm>
#include <set>

#include "autoscheduler/space/rules/vector_width.h"

namespace tiramisu::tune {

namespace {

/// The iterator that the index is, without anything else.
std::optional<std::size_t> plain_iterator(const statement_view &of, const index_view &index) {
    for (std::size_t i = 0; i < of.iterators.size(); ++i) {
        if (index.is_plain(i) && index.offset == 0) {
            return i;
        }
    }
    return std::nullopt;
}

bool is_written(const program_view &view, const std::string &buffer) {
    return std::any_of(view.statements.begin(), view.statements.end(),
                       [&](const statement_view &one) { return one.write.buffer == buffer; });
}

std::optional<packable_read> packable(const program_view &view, const statement_view &main,
                                      const access_view &read) {
    const auto found = view.buffers.find(read.buffer);
    if (found == view.buffers.end() || found->second.values.empty() ||
        is_written(view, read.buffer)) {
        return std::nullopt;
    }
    packable_read made = {found->second.values, read.buffer, read.indices.size(), 0, 0, false};
    std::set<std::size_t> results, terms;
    for (std::size_t d = 0; d < read.indices.size(); ++d) {
        const std::optional<std::size_t> i = plain_iterator(main, read.indices[d]);
        // Of another size an iteration of an outer loop would read a part without a constant one.
        if (!i || !main.iterators[*i].has_constant_extent) {
            return std::nullopt;
        }
        made.last = *i;
        if (main.iterators[*i].is_reduction) {
            terms.insert(*i);
        } else {
            results.insert(*i);
            made.iterator = *i;
            made.is_contiguous = d + 1 == read.indices.size();
        }
    }
    const bool are_different = results.size() + terms.size() == read.indices.size();
    // Columns that are one vector lie as panels do.
    const bool has_panels = main.iterators[made.iterator].extent > lanes_of(view, main);
    return !results.empty() && !terms.empty() && are_different && has_panels ? std::optional(made)
                                                                             : std::nullopt;
}

} // namespace

std::vector<packable_read> packable_reads(const program_view &view, std::size_t stage) {
    const statement_view &main = view.main_of(stage);
    std::vector<packable_read> all;
    if (!main.is_reduction) {
        return all;
    }
    for (const access_view &read : main.reads) {
        const auto found = packable(view, main, read);
        const bool is_new = std::none_of(all.begin(), all.end(), [&](const packable_read &one) {
            return one.buffer == read.buffer;
        });
        if (found && is_new && read.buffer != main.write.buffer) {
            all.push_back(*found);
        }
    }
    return all;
}

void write_packing(const writing &to, std::size_t stage, const packable_read &what,
                   const panel_plan &how) {
    const std::size_t statement = to.view.stages[stage].statements.back();
    const statement_view &main = to.view.statements[statement];
    const std::string copy = what.values + "_in_" + to.view.stages[stage].name + "_load";
    const std::string name = what.values + "_p";
    std::vector<command_argument> arguments = {computation_reference{what.values},
                                               loop_reference(how.level)};
    for (std::size_t d = 0; d < what.dimensions; ++d) {
        arguments.emplace_back(new_loop(name + std::to_string(d)));
    }
    const std::string last = name + std::to_string(what.dimensions - 1);
    nest_writer(to.view, statement, to.to).give("cache_read", arguments);
    if (what.is_contiguous && how.width > 1) {
        to.to.commands.push_back(
            {copy, "pack", {loop_reference(last), static_cast<int>(how.width)}});
    }
    const int lanes = lanes_within(lanes_of(to.view, main), how.columns);
    if (lanes > 1) {
        to.to.commands.push_back({copy, "vectorize", {loop_reference(last), lanes}});
    }
    to.to.nests[statement].copied.push_back({what.buffer, how.around});
}

} // namespace tiramisu::tune
