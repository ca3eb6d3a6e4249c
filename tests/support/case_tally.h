#pragma once

#include <map>
#include <string>

#include "support/schedule_case.h"

namespace tiramisu::oracle {

/// Counts what came of cases, and what refusals were about.
class case_tally {
public:
    void add(const made_case &made, const case_result &result);
    void add(const case_tally &other);

    /// A table: outcomes, then refusals by dependence, by statements and by command.
    std::string text() const;

private:
    struct refusals {
        int all = 0, without_need = 0;
    };
    using by_name = std::map<std::string, refusals>;

    int cases_ = 0, different_when_forced_ = 0, uncompilable_when_forced_ = 0;
    int suggested_ = 0, confirmed_ = 0, replayed_ = 0;
    int commands_ = 0, commands_rejected_ = 0;
    std::map<outcome, int> outcomes_;
    std::map<std::string, by_name> causes_; ///< "dependence", "statements", "command"

    int count(outcome what) const;
    std::string row(const std::string &name, int number) const;
};

} // namespace tiramisu::oracle
