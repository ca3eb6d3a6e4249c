#pragma once

#include <map>
#include <set>
#include <string>

namespace tiramisu::lower {

/// The name under which generated statements know a buffer or a scalar of the program: its own, or
/// "a0.0" for one called a0. Halide gives what it defines itself names such as a0, t12 and x$1, or
/// closure_arg, without asking which of them exist, also where it makes machine code: what stands
/// there under the same name would be hidden.
std::string name_in_code(const std::string &name);

/// What the program calls that for which statements have the name `name`, or a copy of it.
std::string name_in_program(const std::string &name);

/// Gives out names that are unique in one generated function: "i", then "i.1", "i.2", ...
/// Halide's passes take equal names for equal values, and its own supply counts through the whole
/// process, which would make the same program give different bytes.
class name_supply {
public:
    /// Keeps a name from being given out.
    void reserve(const std::string &name) { taken_.insert(name); }

    /// A name like `wish` that was not given out before, and that Halide gives to nothing.
    std::string fresh(const std::string &wish);

private:
    std::set<std::string> taken_;
    std::map<std::string, int> counts_;
};

} // namespace tiramisu::lower
