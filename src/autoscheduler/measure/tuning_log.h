#pragma once

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "autoscheduler/cost/learned/training_set.h"
#include "autoscheduler/measure/trial.h"
#include "autoscheduler/space/program_class.h"
#include "tiramisu/schedule.h"

namespace tiramisu::tune {

/// A line of a log of trials.
struct log_record {
    static constexpr int version = 1;

    std::string algorithm; ///< key_of() its text: which program, with its sizes
    std::string machine;   ///< machine::text()
    schedule what;
    trial came;
    program_class of = {};                    ///< without a key in logs of older versions
    std::vector<feature_row> features = {};   ///< none where the schedule came from elsewhere
    double prior = 0;                         ///< see measured_schedule
    std::map<std::string, long> scalars = {}; ///< arguments that the program was called with
};

std::string to_line(const log_record &record);

/// The records of a log; a last line without an end, which a writer was killed in, is left out.
/// Throws user_error with the number of the line for anything else that is no record of this
/// version, and io_error if the file cannot be read.
std::vector<log_record> read_log(const std::string &path, source_place where);

/// The program with its sizes on its machine.
std::string task_of(const log_record &record);
/// What a model can learn from: the schedules of a log that were measured and have features.
std::vector<measured_schedule> training_set_of(const std::vector<log_record> &records);

/// Adds records to a log, each as soon as it is known. Throws io_error.
class log_writer {
public:
    /// Adds to what is there, without a last line that has no end. Throws user_error where that is
    /// no log.
    log_writer(std::string path, bool keeps_what_is_there);
    void add(const log_record &record);

private:
    const std::string path_;
    std::ofstream file_;
};

} // namespace tiramisu::tune
