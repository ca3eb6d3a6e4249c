#pragma once

#include <functional>
#include <memory>

#include "autoscheduler/measure/call_data.h"
#include "autoscheduler/measure/trial.h"
#include "support/conversation.h"
#include "tiramisu/function.h"

namespace tiramisu::tune {

/// How candidates are built and run.
struct worker_settings {
    int threads = 0; ///< of parallel loops; 0: as the run-time library says
    std::chrono::milliseconds build_time{30000};
    std::chrono::milliseconds run_time{10000};
    std::size_t memory = std::size_t{4} << 30U; ///< of the process that builds and runs
    /// A call is repeated until this much time has been measured, at least three times.
    double least_seconds = 0.02;
    options compiled_for = {};
    /// Runs in the worker before a schedule is built: tests have it fail there.
    std::function<void(const schedule &)> before_build = {};
};

/// Builds and runs schedules in a copy of this process, which is kept from one to the next and made
/// anew where one has ended it. They talk in JSON, a line a message: the copy is told
///     {"schedule": {...}, "is_plain": false}
/// and answers twice, or once where there is a "problem":
///     {"built": 0.04}
///     {"seconds": 0.0012}
///     {"outcome": "wrong", "problem": "c[0, 1] is 2, ..."}
/// or it is told
///     {"schedules": [{...}, ...], "rounds": 3}
/// and answers with a "built" for each of them, then "seconds" for each in each round.
class worker : public evaluator {
public:
    worker(const function &what, std::vector<buffer *> arguments, call_data &data, schedule plain,
           worker_settings opts);
    ~worker() override;

    /// Measures the program as it is declared, whose results are what others are compared with.
    /// Every call of measure() has that done first.
    trial measure_plain();
    trial measure(const schedule &what) override;
    /// Each is built once.
    std::vector<double> measure_in_turns(const std::vector<schedule> &all, int rounds) override;
    /// Copies of this process that were made so far.
    int copies() const { return copies_; }

private:
    function what_;
    std::vector<buffer *> arguments_;
    call_data &data_;
    const schedule plain_;
    const worker_settings opts_;
    std::unique_ptr<support::conversation> copy_;
    int copies_ = 0;
    std::chrono::milliseconds plain_time_{0}; ///< that the program as it is declared has run

    /// Makes a copy where there is none.
    support::conversation &copy();
    std::chrono::milliseconds run_time(bool is_plain) const;
    trial ask(const schedule &what, bool is_plain);

    // What the copy does.

    void serve(support::line_channel &channel);
    void answer(support::line_channel &channel, const std::string &asked);
    compiled_function built(const std::string &schedule_json);
    void run(support::line_channel &channel, const compiled_function &code, bool is_plain);
    void run_in_turns(support::line_channel &channel, const std::vector<std::string> &schedules,
                      int rounds);
    prepared_call prepared(const compiled_function &code);
};

} // namespace tiramisu::tune
