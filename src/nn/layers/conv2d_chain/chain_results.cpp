#include "nn/layers/conv2d_chain/chain_results.h"

#include <algorithm>

namespace tiramisu::nn {

namespace {

/// The first of the reasons that is one, with the convolution that has it where they are not all
/// alike.
std::string first_reason(const chain_convolutions &chain, const std::vector<std::string> &reasons) {
    const auto found = std::find_if(reasons.begin(), reasons.end(),
                                    [](const std::string &one) { return !one.empty(); });
    if (found == reasons.end()) {
        return "";
    }
    const bool alike = std::count(reasons.begin(), reasons.end(), *found) ==
                       static_cast<std::ptrdiff_t>(reasons.size());
    const auto number = static_cast<std::size_t>(found - reasons.begin());
    return alike ? *found : chain.member_name(number) + ": " + *found;
}

} // namespace

std::string said_of_all(const std::vector<std::string> &of_members) {
    if (std::equal(of_members.begin() + 1, of_members.end(), of_members.begin())) {
        return of_members.front();
    }
    std::string text;
    for (const std::string &one : of_members) {
        text += (&one == &of_members.front() ? "" : "+") + one;
    }
    return text;
}

std::vector<solver_verdict> verdicts_of_all(const chain_convolutions &chain,
                                            const std::vector<std::vector<solver_verdict>> &each) {
    std::vector<solver_verdict> all;
    for (std::size_t solver = 0; solver < each.front().size(); solver++) {
        std::vector<std::string> reasons;
        for (const std::vector<solver_verdict> &of_member : each) {
            reasons.push_back(of_member[solver].why_not);
        }
        all.push_back({each.front()[solver].solver, first_reason(chain, reasons)});
    }
    return all;
}

std::vector<find_result> fastest_of_all(const chain_convolutions &chain,
                                        const std::vector<std::vector<find_result>> &each) {
    find_result all;
    std::vector<std::string> solvers, configurations, reasons;
    for (const std::vector<find_result> &ranked : each) {
        if (ranked.empty()) {
            return {};
        }
        const perf_record &fastest = ranked.front().record;
        solvers.push_back(fastest.solver);
        configurations.push_back(fastest.configuration);
        reasons.push_back(ranked.front().why_not);
        all.record.milliseconds += fastest.milliseconds;
        all.record.error = std::max(all.record.error, fastest.error);
    }
    all.record.solver = said_of_all(solvers);
    all.record.configuration = said_of_all(configurations);
    all.why_not = first_reason(chain, reasons);
    return {all};
}

} // namespace tiramisu::nn
