#pragma once

#include <map>
#include <string>
#include <vector>

namespace tiramisu::driver {

/// A flag of a mode, as MIOpenDriver has it: "-n 64", "--batchsize 64" or "--batchsize=64".
struct flag {
    enum class kind { whole, real, word };

    char letter; ///< 0: it has none
    std::string name;
    kind takes = kind::whole;
    std::string otherwise; ///< its value where it is not given
    std::string meaning;
    std::vector<std::string> possible = {}; ///< values; empty: all of its kind
    std::string because = {};               ///< why there are no others
};

/// What the words of a command line say.
///
/// The words are read here and not by a library, since some of MIOpenDriver's letters are signs
/// ("-!", "-#") that such libraries refuse, and since a refusal is to name what is possible.
class flag_values {
public:
    /// Throws tiramisu::user_error for a flag that is not known, one that is given twice or without
    /// a value, and a value that is not possible.
    flag_values(const std::string &mode, const std::vector<flag> &known,
                const std::vector<std::string> &words);

    bool is_given(const std::string &name) const { return given_.count(name) != 0; }
    int whole(const std::string &name) const;
    double real(const std::string &name) const;
    const std::string &word(const std::string &name) const;

    /// Throws user_error about a flag's value.
    [[noreturn]] void refuse(const std::string &name, const std::string &reason) const;

private:
    std::string mode_;
    std::map<std::string, std::string> values_; ///< of all flags
    std::map<std::string, std::string> given_;

    void add(const flag &which, const std::string &value);
};

/// A line for each flag.
std::string help_text(const std::vector<flag> &all);

} // namespace tiramisu::driver
