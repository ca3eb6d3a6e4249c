#include "tiramisu/tune/sketch.h"

#include <algorithm>

namespace tiramisu::tune {

namespace {

/// Treats stage after stage, from the last.
class derivation {
public:
    derivation(const program_view &view, std::size_t most) : view_(view), most_(most) {}

    std::vector<sketch> derive() {
        sketch none;
        none.treatments.resize(view_.stages.size());
        none.follows.resize(view_.stages.size());
        treat(none, view_.stages.size());
        return std::move(found_);
    }

private:
    const program_view &view_;
    const std::size_t most_;
    std::vector<sketch> found_;

    void treat(const sketch &so_far, std::size_t stages_left) {
        if (found_.size() >= most_) {
            return;
        }
        if (stages_left == 0) {
            found_.push_back(so_far);
            return;
        }
        const std::size_t stage = stages_left - 1;
        if (so_far.follows[stage]) { // of a later stage, whose rule writes it
            treat(so_far, stage);
            return;
        }
        for (const auto &one : all_rules()) {
            const int variants = one->variants(view_, so_far, stage);
            for (int variant = 0; variant < variants; ++variant) {
                sketch next = so_far;
                next.treatments[stage] = {one.get(), variant};
                if (const auto other = one->followed_by(view_, so_far, stage, variant)) {
                    next.follows[*other] = stage;
                }
                treat(next, stage);
            }
            if (variants > 0 && one->is_last(view_, stage)) {
                break;
            }
        }
    }
};

} // namespace

bool sketch::treats(std::size_t stage, const std::string &rule_name) const {
    return treatments[stage].by != nullptr && treatments[stage].by->name() == rule_name;
}

std::string text_of(const program_view &view, const sketch &what) {
    std::string text;
    for (std::size_t stage = 0; stage < view.stages.size(); ++stage) {
        const treatment &one = what.treatments[stage];
        text += view.stages[stage].name + ": ";
        text += what.follows[stage] ? "in the tiles of " + view.stages[*what.follows[stage]].name
                                    : one.by->text(one.variant);
        text += '\n';
    }
    return text;
}

std::vector<sketch> sketches_of(const program_view &view, std::size_t most) {
    std::vector<sketch> all = derivation(view, most).derive();
    for (sketch &one : all) {
        for (std::size_t stage = 0; stage < view.stages.size(); ++stage) {
            if (!one.follows[stage]) {
                const treatment &by = one.treatments[stage];
                for (decision &open : by.by->decisions(view, one, stage, by.variant)) {
                    open.stage = stage;
                    one.decisions.push_back(std::move(open));
                }
            }
        }
    }
    return all;
}

plan realize(const program_view &view, const sketch &what, const choices &taken) {
    plan made = plan::plain(view);
    const chosen_values values(what.decisions, taken);
    const writing to = {view, what, values, made};
    for (std::size_t stage = view.stages.size(); stage-- > 0;) {
        if (!what.follows[stage]) {
            what.treatments[stage].by->write(to, stage, what.treatments[stage].variant);
        }
    }
    // What is computed inline is so for windows of its readers, too, if it is said before them.
    std::stable_partition(made.commands.begin(), made.commands.end(),
                          [](const command &one) { return one.name == "compute_inline"; });
    return made;
}

schedule schedule_of(const program_view &view, const plan &what) {
    std::vector<command> all = view.base.commands();
    all.insert(all.end(), what.commands.begin(), what.commands.end());
    return schedule(view.base.function_name(), std::move(all));
}

} // namespace tiramisu::tune
