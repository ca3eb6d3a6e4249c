#include "autoscheduler/transfer/donors.h"

#include <algorithm>

#include "autoscheduler/transfer/donor_choice.h"

namespace tiramisu::tune {

namespace {

bool is_better(const log_record &one, const log_record &than, const std::string &machine) {
    const bool is_from_here = one.machine == machine, was_from_here = than.machine == machine;
    return is_from_here == was_from_here ? one.came.seconds < than.came.seconds : is_from_here;
}

/// A record a program, in the order in which the log begins with them.
std::vector<log_record> best_of_each(const std::vector<log_record> &all,
                                     const std::string &machine) {
    std::vector<log_record> best;
    for (const log_record &one : all) {
        if (!one.came.is_measured() || one.of.key.empty()) {
            continue;
        }
        const auto known = std::find_if(best.begin(), best.end(), [&](const log_record &other) {
            return other.algorithm == one.algorithm;
        });
        if (known == best.end()) {
            best.push_back(one);
        } else if (is_better(one, *known, machine)) {
            *known = one;
        }
    }
    return best;
}

} // namespace

donor_log donors_of(const program_class &of, const std::string &algorithm,
                    const std::string &machine, const std::vector<std::string> &logs,
                    source_place where) {
    std::vector<donor_log> all;
    std::vector<kernels_by_class> kernels;
    for (const std::string &path : logs) {
        donor_log found{path, {}};
        kernels.emplace_back();
        for (const log_record &one : best_of_each(read_log(path, where), machine)) {
            if (one.of.key == of.key && one.algorithm != algorithm) {
                ++kernels.back()[one.of.key];
                found.best.push_back(one);
            }
        }
        all.push_back(std::move(found));
    }
    const std::vector<std::size_t> order = donors_by_score({{of.key, 1.0}}, kernels);
    return order.empty() ? donor_log() : all[order.front()];
}

} // namespace tiramisu::tune
