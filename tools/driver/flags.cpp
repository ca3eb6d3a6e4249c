#include "driver/flags.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "support/joined_names.h"
#include "support/nearest_name.h"
#include "tiramisu/error.h"

namespace tiramisu::driver {

namespace {

std::string letters_of(const flag &one) {
    return one.letter == 0 ? "--" + one.name : std::string("-") + one.letter + "/--" + one.name;
}

std::vector<std::string> long_names_of(const std::vector<flag> &all) {
    std::vector<std::string> names;
    for (const flag &one : all) {
        names.push_back("--" + one.name);
    }
    return names;
}

std::string names_of(const std::vector<flag> &all) {
    std::vector<std::string> names;
    for (const flag &one : all) {
        names.push_back(letters_of(one));
    }
    return support::joined(names);
}

/// Whether all of the text is a number, which is then `value`.
template <typename Number>
bool reads(const std::string &text, Number &value) {
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failed == std::errc() && end == text.data() + text.size();
}

/// What stands in the way of a value of this kind; empty: nothing.
std::string why_not(flag::kind takes, const std::string &value) {
    int whole = 0;
    double real = 0;
    switch (takes) {
    case flag::kind::whole:
        return reads(value, whole) ? "" : "is no whole number from -2^31 to 2^31 - 1";
    case flag::kind::real: return reads(value, real) && std::isfinite(real) ? "" : "is no number";
    case flag::kind::word: return "";
    }
    return "";
}

std::string subject_of(const std::string &mode) {
    return "tiramisu-driver " + mode;
}

/// The flag that a word, without its value, names. Throws user_error if there is none.
const flag &flag_called(const std::string &mode, const std::vector<flag> &known,
                        const std::string &word) {
    const auto found = std::find_if(known.begin(), known.end(), [&](const flag &one) {
        return word == "--" + one.name ||
               (one.letter != 0 && word == std::string("-") + one.letter);
    });
    if (found == known.end()) {
        throw user_error(subject_of(mode), word,
                         "is no flag of it; there are " + names_of(known) +
                             support::perhaps_meant(word, long_names_of(known)));
    }
    return *found;
}

} // namespace

flag_values::flag_values(const std::string &mode, const std::vector<flag> &known,
                         const std::vector<std::string> &words)
    : mode_(mode) {
    for (const flag &one : known) {
        values_[one.name] = one.otherwise;
    }
    for (auto word = words.begin(); word != words.end(); ++word) {
        const std::size_t equals = word->rfind("--", 0) == 0 ? word->find('=') : std::string::npos;
        const flag &which = flag_called(mode, known, word->substr(0, equals));
        if (equals != std::string::npos) {
            add(which, word->substr(equals + 1));
        } else if (std::next(word) == words.end()) {
            throw user_error(subject_of(mode), *word,
                             "has no value behind it; it means: " + which.meaning);
        } else {
            add(which, *++word);
        }
    }
}

void flag_values::add(const flag &which, const std::string &value) {
    if (!given_.emplace(which.name, value).second) {
        refuse(which.name, "is given twice");
    }
    const std::string wrong = why_not(which.takes, value);
    if (!wrong.empty()) {
        refuse(which.name, wrong + "; it means: " + which.meaning);
    }
    const auto &possible = which.possible;
    if (!possible.empty() && std::find(possible.begin(), possible.end(), value) == possible.end()) {
        refuse(which.name, "must be " + support::joined(possible) +
                               (which.because.empty() ? "" : ": " + which.because));
    }
    values_[which.name] = value;
}

int flag_values::whole(const std::string &name) const {
    int value = 0;
    reads(word(name), value);
    return value;
}

double flag_values::real(const std::string &name) const {
    double value = 0;
    reads(word(name), value);
    return value;
}

const std::string &flag_values::word(const std::string &name) const {
    return values_.at(name);
}

void flag_values::refuse(const std::string &name, const std::string &reason) const {
    const auto found = given_.find(name);
    throw user_error(subject_of(mode_),
                     "--" + name + " " + (found == given_.end() ? values_.at(name) : found->second),
                     reason);
}

std::string help_text(const std::vector<flag> &all) {
    std::string text;
    for (const flag &one : all) {
        std::string line = "  " + letters_of(one);
        line.resize(std::max<std::size_t>(line.size() + 1, 32), ' ');
        text += line + one.meaning + (one.otherwise.empty() ? "" : " (" + one.otherwise + ")") +
                (one.possible.empty() ? "" : "; " + support::joined(one.possible)) + "\n";
    }
    return text;
}

} // namespace tiramisu::driver
