#include "support/nearest_name.h"

#include <algorithm>
#include <cctype>

namespace tiramisu::support {

namespace {

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return text;
}

/// Letters to be added, left out, replaced, or exchanged with the next one, to make `to` of `from`.
/// No letter is edited twice ("optimal string alignment").
std::size_t distance(const std::string &from, const std::string &to) {
    std::vector<std::size_t> before, above, row(to.size() + 1);
    for (std::size_t j = 0; j <= to.size(); j++) {
        row[j] = j;
    }
    for (std::size_t i = 1; i <= from.size(); i++) {
        before = above;
        above = row;
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); j++) {
            const std::size_t replaced = above[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
    }
    return row.back();
}

} // namespace

std::string perhaps_meant(const std::string &word, const std::vector<std::string> &names) {
    const std::string asked = lower(word);
    std::string nearest;
    std::size_t least = word.size() / 3 + 1;
    for (const std::string &name : names) {
        // A name whose length alone differs by more is far, however long the word is.
        const std::size_t longer = std::max(name.size(), word.size());
        if (longer - std::min(name.size(), word.size()) >= least) {
            continue;
        }
        const std::size_t here = distance(asked, lower(name));
        if (here < least) {
            least = here;
            nearest = name;
        }
    }
    return nearest.empty() ? "" : "; perhaps " + nearest + " is meant";
}

} // namespace tiramisu::support
