#pragma once

#include "autoscheduler/cost/cost_model.h"
#include "autoscheduler/search/random_source.h"
#include "tiramisu/tune/sketch.h"

namespace tiramisu::tune {

/// A sketch with its decisions taken.
struct candidate {
    std::size_t sketch = 0;
    choices taken;
    schedule what;
    double predicted = 0;                ///< seconds
    std::vector<double> predicted_parts; ///< by stage, less is better
};

/// The space of a program, and how to move in it.
class candidate_maker {
public:
    candidate_maker(const program_view &view, const cost_model &model);

    const program_view &view() const { return view_; }
    const std::vector<sketch> &sketches() const { return sketches_; }
    /// How many combinations of decisions there are, as a float: they may be very many.
    double size() const;

    candidate make(std::size_t sketch, choices taken) const;
    /// The first option of every decision.
    candidate plainest(std::size_t sketch) const;
    candidate random(random_source &random) const;
    /// Another option for one decision, of a kind as often as Ansor takes it (OSDI 2020, section
    /// 5.1): mostly sizes of tiles, of which a factor moves from one level to another. The rest is
    /// applied again.
    candidate mutated(const candidate &from, random_source &random) const;
    /// Stage by stage the decisions of the parent in which that is predicted to take less. Where
    /// the parents are of two sketches, the first one's, with what the other has decided alike.
    candidate crossed(const candidate &first, const candidate &second) const;

private:
    const program_view &view_;
    const cost_model &model_;
    std::vector<sketch> sketches_;

    void retile(std::size_t sketch, std::size_t at, choices &taken, random_source &random) const;
};

} // namespace tiramisu::tune
