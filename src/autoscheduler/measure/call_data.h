#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tiramisu/function.h"
#include "tiramisu/jit.h"

namespace tiramisu::tune {

/// The names of the scalars that a call is given, in their order.
std::vector<std::string> scalar_arguments_of(const function &what,
                                             const std::vector<buffer *> &arguments,
                                             source_place where);

/// The arguments of a function with values, for calls whose results are compared: what the caller
/// has given, else random numbers from a seed, from 0.25 to 1 (integers: from 0 to 15), so that
/// sums do not cancel.
class call_data {
public:
    /// Throws user_error for an argument whose size is not known or a given one that does not fit.
    call_data(const function &what, const std::vector<buffer *> &arguments,
              const std::map<std::string, jit_argument> &given,
              const std::map<std::string, long> &sizes, unsigned seed, source_place where);

    /// For a call; the same memory each time.
    const std::vector<jit_argument> &arguments() const { return arguments_; }
    /// All values as they were before any call.
    void reset();
    /// Keeps what the last call has made as what is right. Copies of this process made before see
    /// it as well.
    void keep_as_expected();
    bool has_expected() const { return *is_expected_ != 0; }
    /// Where what the last call has made is another result, up to rounding of sums in another
    /// order: "c[3, 4] is 1.5, the program as it is declared makes 2"; empty where it is the same.
    std::string difference() const;
    /// "memory beside c was written"; empty: it was not.
    std::string written_beside() const;
    double bytes() const;

private:
    struct array {
        std::string name;
        primitive_t type;
        std::vector<std::int64_t> extents;
        std::size_t elements, bytes;
        std::vector<unsigned char> first;
        std::shared_ptr<unsigned char> now, expected;
    };

    std::vector<array> arrays_;
    std::vector<jit_argument> arguments_;
    std::shared_ptr<unsigned char> is_expected_; ///< in memory that copies share

    void add_array(array made, const std::map<std::string, jit_argument> &given, unsigned seed);
};

} // namespace tiramisu::tune
