#include "nn/framework/find/records.h"

#include "nn/framework/find/attempt.h"

namespace tiramisu::nn {

namespace {

/// Whether the search ended before it came to what this is a record of.
bool is_left(const perf_record &known, const std::vector<find_result> &results) {
    return std::any_of(results.begin(), results.end(), [&](const find_result &one) {
        return one.is_left && one.record.solver == known.solver &&
               one.record.configuration == known.configuration;
    });
}

} // namespace

void remember(const std::vector<find_result> &results, const record_place &place, perf_db &db) {
    std::vector<perf_record> records;
    for (const find_result &one : results) {
        if (one.why_not.empty()) {
            records.push_back(one.record);
        }
    }
    for (const perf_record &one : db.records(place.machine, place.problem)) {
        if (is_left(one, results)) {
            records.push_back(one);
        }
    }
    db.store(place.machine, place.problem, records);
}

std::vector<find_result> unmeasured(const std::vector<contestant> &all,
                                    const std::vector<perf_record> &known) {
    std::vector<find_result> told, others;
    for (const perf_record &one : known) {
        told.push_back({one, ""});
    }
    for (const contestant &one : all) {
        const bool is_known = std::any_of(told.begin(), told.end(), [&](const find_result &other) {
            return other.record.solver == one.solver;
        });
        if (!one.why_not.empty()) {
            others.push_back(not_tried(one, "", one.why_not));
        } else if (told.empty()) {
            told.push_back(not_tried(one, to_text(one.configurations.front()), ""));
        } else if (!is_known) {
            others.push_back(not_tried(one, "",
                                       "not tried: search_options::mode asks for what is "
                                       "known or the rule takes"));
        }
    }
    told.insert(told.end(), others.begin(), others.end());
    return told;
}

} // namespace tiramisu::nn
