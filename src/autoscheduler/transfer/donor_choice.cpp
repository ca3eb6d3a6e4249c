#include "autoscheduler/transfer/donor_choice.h"

#include <algorithm>
#include <cmath>

namespace tiramisu::tune {

namespace {

int kernels_of(const kernels_by_class &donor, const std::string &key) {
    const auto found = donor.find(key);
    return found == donor.end() ? 0 : found->second;
}

} // namespace

double donor_score(const shares_by_class &target, const kernels_by_class &donor) {
    double sum = 0;
    for (const auto &[key, share] : target) {
        sum += share * share * std::sqrt(kernels_of(donor, key));
    }
    return sum;
}

std::vector<std::size_t> donors_by_score(const shares_by_class &target,
                                         const std::vector<kernels_by_class> &donors) {
    std::vector<double> scores;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < donors.size(); ++i) {
        scores.push_back(donor_score(target, donors[i]));
        if (scores.back() > 0) {
            places.push_back(i);
        }
    }
    std::stable_sort(places.begin(), places.end(), [&](std::size_t left, std::size_t right) {
        return scores[left] > scores[right];
    });
    return places;
}

int transfer_evaluations(const kernels_by_class &target, const kernels_by_class &donor) {
    int sum = 0;
    for (const auto &[key, kernels] : target) {
        sum += kernels * (1 + kernels_of(donor, key));
    }
    return sum;
}

} // namespace tiramisu::tune
