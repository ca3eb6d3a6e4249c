#pragma once

#include <string>

namespace tiramisu::support {

/// Whether the environment asks to be told what is done: TIRAMISU_VERBOSE=1. Throws user_error
/// where the variable is neither 0 nor 1.
bool is_verbose();

/// Writes "tiramisu: <line>" to standard error if is_verbose().
void tell(const std::string &line);

/// Tells how far a long piece of work is: every step if is_verbose(); else, on a terminal, at most
/// once a second, beginning with the fourth, in one line that is gone when the work is done.
class progress {
public:
    explicit progress(std::string work);
    progress(const progress &) = delete;
    progress &operator=(const progress &) = delete;
    ~progress();

    /// What is done next.
    void step(const std::string &what);

private:
    std::string work_;
    const bool is_verbose_, is_terminal_;
    const double begin_;
    double last_;
    bool has_told_ = false;
};

/// "12 ms"
std::string milliseconds_text(double seconds);

} // namespace tiramisu::support
