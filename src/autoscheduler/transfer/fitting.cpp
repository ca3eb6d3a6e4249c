#include "autoscheduler/transfer/fitting.h"

#include <algorithm>
#include <map>

#include "core/program/command_kind.h"

namespace tiramisu::tune {

namespace {

/// Names of one program by those of another.
class renaming {
public:
    renaming(const program_class &from, const program_class &to) {
        for (std::size_t i = 0; i < from.names.size() && i < to.names.size(); ++i) {
            names_.emplace(from.names[i], to.names[i]);
        }
        changes_nothing_ = from.names == to.names;
    }

    bool changes_nothing() const { return changes_nothing_; }

    std::string operator()(const std::string &name) const {
        const auto found = names_.find(name);
        return found == names_.end() ? of_copy(name).value_or(name) : found->second;
    }

    void rename(command_argument &argument) const {
        if (auto *loop = std::get_if<loop_reference>(&argument)) {
            loop->name = (*this)(loop->name);
        } else if (auto *loops = std::get_if<std::vector<loop_reference>>(&argument)) {
            for (loop_reference &one : *loops) {
                one.name = (*this)(one.name);
            }
        } else if (auto *made = std::get_if<new_loop>(&argument)) {
            made->name = (*this)(made->name);
        } else if (auto *several = std::get_if<std::vector<new_loop>>(&argument)) {
            for (new_loop &one : *several) {
                one.name = (*this)(one.name);
            }
        } else if (auto *other = std::get_if<computation_reference>(&argument)) {
            other->id = (*this)(other->id);
        }
    }

private:
    std::map<std::string, std::string> names_;
    bool changes_nothing_;

    /// Copies are called after what they copy, and for whom: "b_in_c_load".
    std::optional<std::string> of_copy(const std::string &name) const {
        const std::string between = "_in_";
        for (const std::string suffix : {"_load", "_store"}) {
            const std::size_t cut = name.size() - std::min(name.size(), suffix.size());
            if (name.compare(cut, std::string::npos, suffix) != 0) {
                continue;
            }
            for (std::size_t at = name.find(between); at != std::string::npos && at < cut;
                 at = name.find(between, at + 1)) {
                const std::size_t reader = at + between.size();
                const auto copied = names_.find(name.substr(0, at)),
                           by = names_.find(name.substr(reader, cut - reader));
                if (copied != names_.end() && by != names_.end()) {
                    return copied->second + between + by->second + suffix;
                }
            }
        }
        return std::nullopt;
    }
};

/// Iterations of loops with fixed bounds, by name.
using extents = std::map<std::string, long>;

/// The loops, sizes and new loops of a command, in the order in which they stand there.
struct splitting {
    std::vector<std::string> loops, made;
    std::vector<long> sizes;

    explicit splitting(const command &given) {
        for (const command_argument &argument : given.arguments) {
            if (const auto *loop = std::get_if<loop_reference>(&argument)) {
                loops.push_back(loop->name);
            } else if (const auto *size = std::get_if<int>(&argument)) {
                sizes.push_back(*size);
            } else if (const auto *one = std::get_if<new_loop>(&argument)) {
                made.push_back(one->name);
            }
        }
    }
};

/// Makes the loops of the command, and says where one is shorter than its tile.
std::string split_loops(const command &given, extents &known) {
    const splitting by(given);
    const std::size_t count = std::min(by.loops.size(), by.sizes.size());
    std::string problem;
    for (std::size_t i = 0; i < count; ++i) {
        const auto whole = known.find(by.loops[i]);
        if (whole == known.end()) {
            continue;
        }
        const long extent = whole->second, size = by.sizes[i];
        const bool may_be_masked = core::has_trait(given, core::runs_vectorized);
        if (size > extent && !may_be_masked && problem.empty()) {
            problem = given.name + "s \"" + by.loops[i] + "\", of " + std::to_string(extent) +
                      " iterations, by " + std::to_string(size);
        }
        if (size > 0 && by.made.size() == 2 * count) {
            known.erase(whole);
            known[by.made[i]] = (extent + size - 1) / size;
            known[by.made[count + i]] = size;
        }
    }
    return problem;
}

} // namespace

std::optional<schedule> renamed(const schedule &donor, const program_class &from,
                                const program_class &to, const std::string &function_name) {
    const renaming by(from, to);
    schedule made(function_name);
    for (command one : donor.commands()) {
        one.computation = by(one.computation);
        for (command_argument &argument : one.arguments) {
            if (std::holds_alternative<isl_text>(argument) && !by.changes_nothing()) {
                return std::nullopt;
            }
            by.rename(argument);
        }
        made = made.with(std::move(one));
    }
    return made;
}

std::string misfit(const schedule &what, const program_view &view) {
    std::map<std::string, extents> known;
    for (const statement_view &one : view.statements) {
        for (const iterator_view &loop : one.iterators) {
            if (loop.has_fixed_bounds) {
                known[one.id][loop.name] = loop.extent;
            }
        }
    }
    for (const command &given : what.commands()) {
        if (!core::has_trait(given, core::makes_tiles | core::runs_vectorized)) {
            continue;
        }
        std::string problem = split_loops(given, known[given.computation]);
        if (!problem.empty()) {
            return problem;
        }
    }
    return "";
}

} // namespace tiramisu::tune
