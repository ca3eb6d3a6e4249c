#include "autoscheduler/transfer/shipped_schedules.h"

#include <algorithm>
#include <tuple>

#include "support/installed_file.h"

namespace tiramisu::tune {

std::vector<log_record> shipped_schedules(const program_class &of, const std::string &algorithm,
                                          const machine &target, source_place where) {
    const std::string file = support::installed_file("schedules.jsonl");
    if (file.empty()) {
        return {};
    }
    std::vector<log_record> found = read_log(file, where);
    found.erase(std::remove_if(found.begin(), found.end(),
                               [&](const log_record &one) {
                                   return one.of.key != of.key ||
                                          one.machine.find(target.vectors_text()) ==
                                              std::string::npos;
                               }),
                found.end());
    const auto rank = [&](const log_record &one) {
        return std::make_tuple(one.algorithm != algorithm, distance(one.of, of),
                               one.machine != target.text());
    };
    std::stable_sort(
        found.begin(), found.end(),
        [&](const log_record &left, const log_record &right) { return rank(left) < rank(right); });
    return found;
}

} // namespace tiramisu::tune
