#include "support/program_features.h"

#include <cstdlib>
#include <map>
#include <sstream>
#include <stdexcept>

namespace tiramisu::oracle {

namespace {

const std::map<std::string, feature> names = {
    {"guards", feature::guards},
    {"gathers", feature::gathers},
    {"long_loops", feature::long_loops},
    {"all_types", feature::all_types},
    {"bases", feature::bases},
    {"wide_vectors", feature::wide_vectors},
    {"many_vectors", feature::many_vectors},
    {"folds", feature::folds},
    {"placed", feature::placed},
    {"hostile", feature::hostile},
    {"late_updates", feature::late_updates},
};

std::set<feature> all() {
    std::set<feature> features;
    for (const auto &[name, one] : names) {
        features.insert(one);
    }
    return features;
}

std::set<feature> named_in(const std::string &list) {
    std::set<feature> features;
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, ',');) {
        const auto found = names.find(word);
        if (found == names.end()) {
            throw std::runtime_error("TIRAMISU_FEATURES: there is no \"" + word + "\"");
        }
        features.insert(found->second);
    }
    return features;
}

} // namespace

feature_set feature_set::from_bits(unsigned bits) {
    std::set<feature> features;
    for (const feature one : all()) {
        if ((bits >> static_cast<unsigned>(one) & 1) != 0) {
            features.insert(one);
        }
    }
    return feature_set(features);
}

feature_set feature_set::of_case(random_source &random) {
    const char *text = std::getenv("TIRAMISU_FEATURES");
    const std::string list = text == nullptr ? "half" : text;
    if (list == "half") {
        return feature_set(random.chance(50) ? all() : std::set<feature>());
    }
    return feature_set(list == "all"    ? all()
                       : list == "none" ? std::set<feature>()
                                        : named_in(list));
}

} // namespace tiramisu::oracle
