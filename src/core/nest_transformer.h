#pragma once

#include <string>
#include <vector>

#include "core/state.h"

namespace tiramisu::core {

/// A loop command at work: reads its arguments in order and changes a copy of the nest.
class nest_transformer {
public:
    nest_transformer(const computation_state &computation, const command &what)
        : computation_(computation), what_(what), nest_(computation.nest) {}

    loop_nest result() && { return std::move(nest_); }

    /// Throws user_error for this command.
    [[noreturn]] void refuse(const std::string &problem) const;

    // Arguments.

    std::size_t arguments_left() const { return what_.arguments.size() - next_; }
    bool number_follows() const;
    int level();
    int number();
    int factor(int of_level); ///< a number that is at least 1
    std::string new_name();

    // The nest as it is now.

    loop_nest &nest() { return nest_; }
    const isl::set &domain() const { return computation_.domain; }
    const std::string &name(int level) const { return loop(level).name; }
    std::vector<int> identity_order() const;

    void require_consecutive(const std::vector<int> &levels) const;
    void require_serial(int level) const; ///< the lanes of a vector are not transformed
    /// Names are unique in a nest, so that every one means one loop.
    void require_unique_names() const;

    // Changes.

    void split(int level, int by, const std::string &outer, const std::string &inner);
    /// Loop k becomes loop order[k] of before.
    void permute(const std::vector<int> &order);
    void tag(int level, poly::loop_kind kind) { loop(level).kind = kind; }
    void rename(int level, const std::string &to) { loop(level).name = to; }

private:
    const command_argument &argument() { return what_.arguments.at(next_++); }
    scheduled_loop &loop(int level) { return nest_.loops[static_cast<std::size_t>(level)]; }
    const scheduled_loop &loop(int level) const {
        return nest_.loops[static_cast<std::size_t>(level)];
    }

    const computation_state &computation_;
    const command &what_;
    std::size_t next_ = 0;
    loop_nest nest_;
};

} // namespace tiramisu::core
