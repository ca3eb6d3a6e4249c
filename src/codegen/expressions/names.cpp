#include "codegen/expressions/names.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tiramisu::lower {

namespace {

// What LowerParallelTasks.cpp and Closure.cpp of Halide define under names without a number.
constexpr std::array<std::string_view, 5> uncounted_names = {
    "parallel_closure", "closure_arg", "closure_result", "closure_prototype", "__user_context"};

// With a number behind, what its other passes and its code generators define.
constexpr std::string_view counted_letters = "abmpstxV_";

/// Whether Halide may give this name to something: unique_name(char) in its Util.cpp writes a
/// number behind one character, unique_name(string) behind a dollar.
bool belongs_to_halide(const std::string &name) {
    const bool is_counted = name.size() > 1 &&
                            counted_letters.find(name.front()) != std::string_view::npos &&
                            name.find_first_not_of("0123456789", 1) == std::string::npos;
    return is_counted || name.find('$') != std::string::npos ||
           std::find(uncounted_names.begin(), uncounted_names.end(), name) != uncounted_names.end();
}

} // namespace

std::string name_in_code(const std::string &name) {
    return belongs_to_halide(name) ? name + ".0" : name;
}

std::string name_in_program(const std::string &name) {
    return name.substr(0, name.find('.'));
}

std::string name_supply::fresh(const std::string &wish) {
    if (!belongs_to_halide(wish) && taken_.insert(wish).second) {
        return wish;
    }
    for (int &count = counts_[wish];;) {
        std::string name = wish + "." + std::to_string(++count);
        if (taken_.insert(name).second) {
            return name;
        }
    }
}

} // namespace tiramisu::lower
