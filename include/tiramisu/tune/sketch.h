#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tiramisu/tune/decision.h"
#include "tiramisu/tune/plan.h"
#include "tiramisu/tune/program_view.h"

namespace tiramisu::tune {

class rule;

/// What a rule does with a stage.
struct treatment {
    const rule *by = nullptr;
    int variant = 0;
};

/// The structure of a schedule: what is done with each stage, while sizes and the like are open.
struct sketch {
    std::vector<treatment> treatments; ///< by stage; none yet where `by` is null
    /// By stage, the one whose loops it runs in as that one's rule says; it writes none itself.
    std::vector<std::optional<std::size_t>> follows;
    std::vector<decision> decisions;

    bool treats(std::size_t stage, const std::string &rule_name) const;
};

/// A line a stage: "c: tile SSRSRS, written from registers or a small array at level 2".
std::string text_of(const program_view &view, const sketch &what);

/// What a rule writes to.
struct writing {
    const program_view &view;
    const sketch &of;
    const chosen_values &values;
    plan &to;
};

/// One way to treat a stage. Stages are treated from the last to the first, each by every rule that
/// applies in turn, which makes the sketches (Ansor, OSDI 2020, section 4.1).
class rule {
public:
    rule() = default;
    rule(const rule &) = delete;
    rule &operator=(const rule &) = delete;
    virtual ~rule() = default;

    virtual std::string name() const = 0;
    virtual std::string text(int variant) const = 0;
    /// Into how many sketches it turns one that has treated the stages after `stage`.
    virtual int variants(const program_view &view, const sketch &so_far,
                         std::size_t stage) const = 0;
    /// Where it applies, the rules after it are not asked.
    virtual bool is_last(const program_view & /*view*/, std::size_t /*stage*/) const {
        return false;
    }
    /// The stage that runs in the loops of this one.
    virtual std::optional<std::size_t> followed_by(const program_view & /*view*/,
                                                   const sketch & /*so_far*/, std::size_t /*stage*/,
                                                   int /*variant*/) const {
        return std::nullopt;
    }
    virtual std::vector<decision> decisions(const program_view &view, const sketch &of,
                                            std::size_t stage, int variant) const = 0;
    virtual void write(const writing &to, std::size_t stage, int variant) const = 0;
};

/// The rules of this version, in the order in which they are asked.
const std::vector<std::unique_ptr<rule>> &all_rules();

/// A rule of the user's, which is asked before all others. Not while somebody searches.
void register_rule(std::unique_ptr<rule> one);

/// All sketches, with their decisions; at most `most` of them.
std::vector<sketch> sketches_of(const program_view &view, std::size_t most = 64);

/// The schedule of a sketch with these choices, and what its loops are.
plan realize(const program_view &view, const sketch &what, const choices &taken);

/// The commands of every candidate, then those of the plan.
schedule schedule_of(const program_view &view, const plan &what);

} // namespace tiramisu::tune
