#include "codegen/passes/code_size.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "codegen/loops/placed_loops.h"
#include "codegen/loops/scattered_accesses.h"
#include "core/program/costly_commands.h"
#include "core/program/notes.h"

namespace tiramisu::lower {

namespace {

using poly::loop_info;
using poly::loop_kind;

constexpr std::int64_t most_copies = 4096, most_masked_lanes = 64;

/// Each is a branch with a load or a store: LLVM takes about 2 ms for one. Where a loop or a branch
/// inside of the vector switches lanes off, it takes up to 50 ms, to choose among what the
/// addresses of all of them have in common.
constexpr std::int64_t most_lone_accesses = 512, most_of_them_inside = 48;

class code_bounder {
public:
    code_bounder(core::function_state &function, poly::ast &ast) : function_(function), ast_(ast) {}

    void look_at(const placed_loop &place) {
        loop_info &loop = ast_.loops.at(place.key);
        const auto count = hir::as_const_int(hir::simplify(place.range.extent()));
        counts_[place.key] =
            loop.masked_lanes > 0 ? loop.masked_lanes : count.value_or(loop.whole_width);
        if (loop.kind == loop_kind::unrolled) {
            bound_copies(place, loop);
        } else if (loop.kind == loop_kind::vectorized) {
            bound_lanes(place, loop);
        }
    }

    /// Comes after all loops were looked at: all places of one statement.
    void look_at(const std::vector<const placed_statement *> &places,
                 const core::program_statement &statement) {
        std::vector<lone_accesses> found;
        for (const placed_statement *place : places) {
            add_lone_accesses(*place, statement, found);
        }
        for (const lone_accesses &one : found) {
            for (const std::string &key : one.place->around) {
                if (is_of_kind(key, loop_kind::unrolled)) {
                    bound_lone_accesses(found, key, core::runs_unrolled,
                                        "runs as a loop: unrolled");
                }
            }
        }
        for (const lone_accesses &one : found) {
            bound_lone_accesses(found, one.vector, core::runs_vectorized,
                                "runs one iteration after the other: vectorized");
        }
    }

private:
    core::function_state &function_;
    poly::ast &ast_;
    std::map<std::string, std::int64_t> counts_;
    std::set<std::pair<std::string, std::string>> told_; ///< definition and loop

    /// The product of the extents of the loops of one kind around a place, or `most` if it is more.
    std::int64_t around(const placed_loop &place, loop_kind kind, std::int64_t most) const {
        std::int64_t product = 1;
        for (const std::string &key : place.around) {
            const auto found = ast_.loops.find(key);
            if (found != ast_.loops.end() && found->second.kind == kind && product <= most) {
                product *= std::max<std::int64_t>(counts_.at(key), 1);
            }
        }
        return product;
    }

    void bound_copies(const placed_loop &place, loop_info &loop) {
        const std::int64_t copies =
            around(place, loop_kind::unrolled, most_copies) * counts_[place.key];
        if (copies > most_copies) {
            make_serial(loop, core::runs_unrolled,
                        "runs as a loop: unrolled, it would have " + std::to_string(copies) +
                            " copies of its body, with the unrolled loops around it, of at most " +
                            std::to_string(most_copies) + "; give a smaller factor");
        }
    }

    void bound_lanes(const placed_loop &place, const loop_info &loop) {
        bool is_masked = loop.masked_lanes > 0;
        for (const std::string &key : place.around) {
            const auto found = ast_.loops.find(key);
            is_masked |= found != ast_.loops.end() && found->second.masked_lanes > 0;
        }
        for (const std::string &key : place.around) {
            const std::int64_t lanes =
                around(place, loop_kind::vectorized, most_masked_lanes) * counts_[place.key];
            const auto found = ast_.loops.find(key);
            if (is_masked && lanes > most_masked_lanes && found != ast_.loops.end() &&
                found->second.kind == loop_kind::vectorized) {
                make_serial(found->second, core::runs_vectorized,
                            "runs one iteration after the other: with the vectorized loop \"" +
                                loop.name + "\" inside it there would be " + std::to_string(lanes) +
                                " lanes that are switched on and off, of at most " +
                                std::to_string(most_masked_lanes) +
                                "; vectorize one loop, or use smaller widths");
            }
        }
    }

    /// Accesses at one place for which each lane of a vector, of which some are switched off, needs
    /// a branch and a load.
    struct lone_accesses {
        const placed_statement *place = nullptr;
        std::string vector; ///< key of the loop
        std::int64_t count = 0;
        bool are_inside = false; ///< of loops or branches that switch lanes off
    };

    void add_lone_accesses(const placed_statement &place, const core::program_statement &statement,
                           std::vector<lone_accesses> &found) const {
        for (std::size_t at = 0; at < place.around.size(); ++at) {
            const std::string &key = place.around[at];
            if (!is_of_kind(key, loop_kind::vectorized)) {
                continue;
            }
            const int lanes = static_cast<int>(counts_.at(key));
            const bool are_inside = switches_lanes(statement, place, at);
            const bool is_masked =
                ast_.loops.at(key).masked_lanes > 0 && ends_within(place, at, lanes);
            const int accesses =
                are_inside || is_masked ? scattered_accesses(statement, place, at, lanes) : 0;
            if (accesses > 0) {
                found.push_back({&place, key, std::int64_t(lanes) * accesses, are_inside});
            }
        }
    }

    /// How many the code has, with the copies that unrolled loops make.
    std::int64_t number_of(const std::vector<lone_accesses> &found) const {
        std::int64_t all = 0;
        for (const lone_accesses &one : found) {
            std::int64_t copies = is_of_kind(one.vector, loop_kind::vectorized) ? 1 : 0;
            for (const std::string &key : one.place->around) {
                copies *= is_of_kind(key, loop_kind::unrolled)
                              ? std::max<std::int64_t>(counts_.at(key), 1)
                              : 1;
            }
            all += copies * one.count;
        }
        return all;
    }

    void bound_lone_accesses(const std::vector<lone_accesses> &found, const std::string &loop,
                             core::command_trait by, const std::string &problem) {
        const bool are_inside = std::any_of(
            found.begin(), found.end(), [](const lone_accesses &one) { return one.are_inside; });
        const std::int64_t all = number_of(found),
                           most = are_inside ? most_of_them_inside : most_lone_accesses;
        if (all > most) {
            make_serial(
                ast_.loops.at(loop), by,
                problem + ", the computation would have code for " + std::to_string(all) +
                    " accesses of single lanes, of at most " + std::to_string(most) +
                    ", for lanes are switched on and off and what they access lies far apart; "
                    "give smaller factors");
        }
    }

    bool is_of_kind(const std::string &key, loop_kind kind) const {
        const auto found = ast_.loops.find(key);
        return found != ast_.loops.end() && found->second.kind == kind;
    }

    void make_serial(loop_info &loop, core::command_trait by, const std::string &text) {
        loop.kind = loop_kind::serial;
        loop.masked_lanes = 0;
        loop.reductions.clear();
        const core::computation_state &definition =
            *function_.find_definition(loop.statements.front());
        if (!told_.emplace(definition.id, loop.name).second) {
            return; // of another place of the loop
        }
        if (const core::command *given = core::last_command_on(definition, by, loop.name)) {
            core::note(function_, core::subject(definition), core::call_text(*given),
                       "loop \"" + loop.name + "\" " + text, given->where);
        }
    }
};

} // namespace

void bound_code_size(core::function_state &function, const core::program &program, poly::ast &ast) {
    code_bounder bounder(function, ast);
    for (const placed_loop &place : placed_loops(program, ast)) {
        bounder.look_at(place);
    }
    if (std::none_of(ast.loops.begin(), ast.loops.end(),
                     [](const auto &loop) { return loop.second.kind == loop_kind::vectorized; })) {
        return;
    }
    const std::vector<placed_statement> places = placed_statements(program, ast);
    std::map<std::string, std::vector<const placed_statement *>> by_statement;
    for (const placed_statement &place : places) {
        by_statement[place.id].push_back(&place);
    }
    for (const auto &[id, own_places] : by_statement) {
        bounder.look_at(own_places, program.statements.at(id));
    }
}

} // namespace tiramisu::lower
