#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace tiramisu::oracle {

/// Processor time of compiling cases, for a table. It is printed and never judged: machines differ.
class slowest_compiles {
public:
    void add(std::uint64_t seed, double seconds);
    void add(const slowest_compiles &other);

    /// What share took less than half a second, than two seconds, and the seeds of the slowest ten.
    std::string text() const;

private:
    int compiles_ = 0, under_half_ = 0, under_two_ = 0;
    std::multimap<double, std::uint64_t> slowest_; ///< seeds by seconds

    void keep(double seconds, std::uint64_t seed);
};

} // namespace tiramisu::oracle
