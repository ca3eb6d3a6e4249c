#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tiramisu/function.h"

// Schedules that are searched for: every candidate is proved to keep the meaning of the program
// before it is built, and compared with the program as it is declared before its time counts.

namespace tiramisu {

/// How a schedule is searched for.
struct tuning {
    /// Schedules that are built and run. 0: nothing is run; a schedule of the library decides, or
    /// the cost model.
    int trials = 64;
    /// With 0 trials, and without another model: takes the schedule that is installed with Tiramisu
    /// for this program, or for one that does the same operations on the nearest sizes, where there
    /// is one that is legal.
    bool with_library = true;
    double seconds = 0; ///< after which no further one is begun; 0: no limit
    /// Asked before each trial; true ends the search, which takes the best so far. Null: nothing
    /// ends it before its time.
    std::function<bool()> stop = nullptr;
    unsigned seed = 1; ///< the same seed and times give the same candidates
    /// File to which every trial is added, a line each; none if empty.
    std::string log = "";
    /// Takes what the log knows of this program, its sizes, target and number of threads as tried:
    /// trials counts these, too.
    bool resume = false;
    /// Logs of other programs. Before the search, the best schedules of those that do the same
    /// operations on other sizes are tried, from the log that has most of them.
    std::vector<std::string> transfer = {};
    std::string search = "evolution"; ///< or "random", "exhaustive", "beam"
    /// Of costs: "learned" learns from what is measured, and needs XGBoost; or "random".
    std::string model = "analytic";
    /// Logs that "learned" learns from, of whichever programs, before the search.
    std::vector<std::string> learn_from = {};
    /// Where "learned" keeps what it has learned, for searches to come; it begins with what is
    /// there. Nowhere if empty.
    std::string model_file = "";
    int threads = 0; ///< of parallel loops; 0: as tiramisu_set_num_threads() says

    double build_seconds = 30; ///< that a trial may take to build
    /// And to run, all repetitions; longer where the program as it is declared takes longer.
    double run_seconds = 10;
    std::size_t memory = std::size_t{4} << 30U; ///< bytes that it may take for both

    /// Scalar arguments, by name. Those without a value are refused.
    std::map<std::string, long> sizes = {};
    /// Values of arguments, by the names of their buffers; the others get random numbers between
    /// 0.25 and 1 (integers: 0 to 15).
    std::map<std::string, jit_argument> arguments = {};
    /// How candidates are compiled.
    options compiled_for = {};
    /// Where progress is told, one line at a time; nowhere if null.
    std::ostream *progress = nullptr;
    /// Progress is one line that is written over.
    bool is_terminal = false;
};

/// What became of the candidates.
struct tuning_counts {
    int proposed = 0;                       ///< by the search
    int duplicates = 0;                     ///< of others that were tried
    int refused = 0;                        ///< with a command that cannot be given
    int illegal = 0;                        ///< would have changed what is computed; never built
    int measured = 0;                       ///< right, and with a time
    int resumed = 0;                        ///< of these, known from the log
    std::map<std::string, int> failed = {}; ///< by kind: "slow build", "crashed", "wrong", ...
    int trials() const;
};

/// What became of the schedules of other programs.
struct tuning_donors {
    std::string log;     ///< that they are taken from; empty where no log has any of the class
    int schedules = 0;   ///< one of each program
    int unfit = 0;       ///< of these, with a tile that is longer than the loop; never built
    int tried = 0;       ///< legal, and run
    int evaluations = 0; ///< that they would take if all were tried, the start among them
};

/// What became of one candidate.
struct tuned_candidate {
    /// Its structure, a line a computation; "start", "declared" and "donor" have none.
    std::string sketch;
    std::string outcome; ///< "measured", "illegal", "refused", "crashed", "wrong", ...
    double seconds = 0;  ///< of a call, where it was measured
    std::string reason;  ///< why it was not
};

/// What a search has found.
struct tuning_result {
    explicit tuning_result(schedule best_of) : best(std::move(best_of)) {}

    schedule best;
    double best_seconds = 0;      ///< of a call; as predicted where nothing was run, 0: not known
    double start_seconds = 0;     ///< of the schedule that the function had; 0 where not measured
    double plain_seconds = 0;     ///< of the program as it is declared; 0 where not measured
    double operations = 0;        ///< on floats, of a call, as declared; 0: not known
    double elapsed_seconds = 0;   ///< of the search
    int best_trial = 0;           ///< which trial found it; 0: the schedule that there was
    bool is_from_library = false; ///< nothing was run, see tuning::with_library
    bool is_unchanged = false;    ///< nothing was run, and no candidate was legal: best is what was
    tuning_counts counts;
    std::optional<tuning_donors> donors = {}; ///< none where no transfer was asked for
    std::vector<tuned_candidate> candidates;  ///< in the order of the search, without duplicates

    /// The table that the tool shows.
    std::string text() const;
};

/// Searches for a schedule of the function, and gives it the best one. What the function's schedule
/// was is the first trial; ordering commands that the program's meaning hangs on are kept. A
/// candidate that crashes, hangs or takes too much memory ends a copy of this process.
///
/// Throws user_error for a program that cannot be called with what is known of its arguments, for
/// a log that is damaged (with the number of the line), and where the program as it is declared
/// fails or takes too long; schedule_error where its schedule is not legal.
tuning_result auto_schedule(function &what, const std::vector<buffer *> &arguments,
                            const tuning &opts = {}, source_place where = source_place::current());
/// With the inputs and outputs in the order of their declaration.
tuning_result auto_schedule(function &what, const tuning &opts = {},
                            source_place where = source_place::current());

/// One of several functions that are tuned together.
struct tuned_function {
    function what;
    std::vector<buffer *> arguments;
    double uses = 1; ///< calls of it, for one of the whole that they are parts of
};

/// What functions that are tuned together are to reach.
struct tuning_goal {
    /// Seconds of the whole that are fast enough: trials end there. 0: the faster the better.
    double required_seconds = 0;
    /// A function that has gained nothing in so many rounds gets no more trials; 0: it may.
    int patience = 0;
};

/// Tunes several functions so that the sum of their times, each times its uses, becomes least:
/// after a round of each, trials go where most is to be gained (the task scheduler of Ansor, OSDI
/// 2020, section 6). `how.trials` and `how.seconds` are for all of them. A function of which
/// nothing can be measured keeps its schedule, and is left alone. Results are in the order of the
/// functions. Throws as auto_schedule() does, and user_error where there is no function or trials
/// are fewer than two for each.
std::vector<tuning_result> auto_schedule(std::vector<tuned_function> &functions,
                                         const tuning &opts = {}, const tuning_goal &goal = {},
                                         source_place where = source_place::current());

/// Gives the function the best schedule that the log has of it: of the same algorithm, the same
/// target and number of threads where there are such records, else of other ones. Of a function
/// whose scalar arguments had several values, of those that were measured last. Returns its time,
/// as it was measured. Throws user_error where the log is damaged or has none.
double apply_tuning_log(function &what, const std::string &log,
                        source_place where = source_place::current());

/// A schedule of a function as statements that can stand in the program, behind the updates of its
/// computations: declares the loops that it names, and definitions and updates of computations that
/// have both.
std::string as_cpp(const schedule &what, const function &of);

} // namespace tiramisu
