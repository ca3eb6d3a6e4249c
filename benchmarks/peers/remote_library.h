#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "peers/child_process.h"
#include "peers/shared_floats.h"

namespace tiramisu::bench {

/// Floats that lie one after the other.
struct floats {
    const float *data;
    std::size_t count;
};

/// A library that lives in a process of its own, such as `benchmarks/peers/python`, and takes its
/// time itself. That process says `here VERSION`, or `absent REASON` and ends; then it answers
///
///     prepare NAME FILE INPUTS RESULTS PROBLEM    ready | cannot REASON
///     run NAME CALLS                              seconds TIME | failed REASON
///     result NAME                                 written | failed REASON
///     forget NAME                                 forgotten
///
/// FILE holds as many floats of inputs, and then room for as many results; TIME is that of all
/// calls together.
class remote_library {
public:
    /// A problem that is prepared there, until this object ends.
    class prepared {
    public:
        prepared(std::shared_ptr<remote_library> library, std::string name,
                 std::shared_ptr<const shared_floats> memory, std::size_t inputs,
                 std::size_t results);
        prepared(const prepared &) = delete;
        prepared &operator=(const prepared &) = delete;
        ~prepared();

        /// Seconds of all calls together. Throws std::runtime_error if it fails.
        double run(int calls) const;
        /// Copies the result of the last call. Throws std::runtime_error if it fails.
        void copy_result(float *to) const;

    private:
        std::shared_ptr<remote_library> library_;
        std::string name_;
        std::shared_ptr<const shared_floats> memory_;
        std::size_t inputs_, results_;
    };

    /// Starts the process, and waits until it is there. Throws std::runtime_error if it cannot be
    /// started, is absent, or takes longer than `patience`, as for each answer.
    remote_library(const std::vector<std::string> &command,
                   const std::map<std::string, std::string> &environment,
                   std::chrono::seconds patience = std::chrono::minutes(5));

    const std::string &version() const { return version_; }

    /// Null if the library cannot do it, with the reason in `why_not`. Throws std::runtime_error if
    /// the process fails.
    static std::shared_ptr<const prepared> prepare(const std::shared_ptr<remote_library> &library,
                                                   const std::string &problem,
                                                   const std::vector<floats> &inputs,
                                                   std::size_t results, std::string &why_not);

private:
    /// What stands behind the word `expected` in the answer. Throws std::runtime_error if the
    /// answer begins with another.
    std::string ask(const std::string &request, const std::string &expected);

    child_process process_;
    std::chrono::seconds patience_;
    std::string version_;
    int problems_ = 0;
};

} // namespace tiramisu::bench
