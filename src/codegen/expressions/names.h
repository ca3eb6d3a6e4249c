#pragma once

#include <map>
#include <set>
#include <string>

namespace tiramisu::lower {

/// Gives out names that are unique in one generated function: "i", then "i.1", "i.2", ...
/// Halide's passes take equal names for equal values, and its own supply counts through the whole
/// process, which would make the same program give different bytes.
class name_supply {
public:
    /// Keeps a name from being given out.
    void reserve(const std::string &name) { taken_.insert(name); }

    /// A name like `wish` that was not given out before.
    std::string fresh(const std::string &wish) {
        if (taken_.insert(wish).second) {
            return wish;
        }
        for (int &count = counts_[wish];;) {
            std::string name = wish + "." + std::to_string(++count);
            if (taken_.insert(name).second) {
                return name;
            }
        }
    }

private:
    std::set<std::string> taken_;
    std::map<std::string, int> counts_;
};

} // namespace tiramisu::lower
