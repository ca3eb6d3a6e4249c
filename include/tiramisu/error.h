#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "tiramisu/language.h"

namespace tiramisu {

/// A place in the user's program. As a default argument it names the line of the call.
struct source_place {
    const char *file = "";
    int line = 0;

    static source_place current(const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
        return {file, line};
    }
};

/// Base of every exception that Tiramisu throws.
class error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The user's program asks for something that has no meaning: who, which call, what was found,
/// what is legal. State is as it was before the call.
class user_error : public error {
public:
    /// `subject` names the object ("computation \"blur\""), `call` the call as written
    /// ("tile(i, j, 32, 0)"), `problem` what was found, what is legal and how to mend it.
    user_error(std::string subject, std::string call, std::string problem, source_place where = {});

    const std::string &subject() const { return subject_; }
    const std::string &call() const { return call_; }
    const std::string &problem() const { return problem_; }
    const source_place &where() const { return where_; }

private:
    std::string subject_, call_, problem_;
    source_place where_;
};

/// A schedule would change what the program computes. The fields name the dependence it breaks
/// and one pair of instances that shows it.
class schedule_error : public user_error {
public:
    struct broken_dependence {
        std::string kind;            ///< "flow", "anti" or "output"
        std::string buffer;          ///< the buffer through which the two depend
        std::string source;          ///< computation that comes first in the program's meaning
        std::string sink;            ///< computation that has to come after it
        std::string source_instance; ///< "blur_x(3, 4)"
        std::string sink_instance;   ///< "blur_y(2, 4)"
        std::string loop;            ///< loop that carries the pair, or that runs it in parallel
        std::string witness;         ///< one sentence: what is written and read, and when
        std::string suggestion;      ///< how to mend it; empty if nothing is known
    };

    schedule_error(std::string subject, std::string command, broken_dependence dependence,
                   std::string problem, source_place where = {});

    const broken_dependence &dependence() const { return dependence_; }

private:
    broken_dependence dependence_;
};

/// The request has a meaning that this version cannot compile; says what would support it.
class unsupported_error : public user_error {
public:
    using user_error::user_error;
};

/// A file could not be written or read. Nothing half-written is left.
class io_error : public error {
public:
    io_error(std::string path, const std::string &action, const std::string &reason);
    const std::string &path() const { return path_; }

private:
    std::string path_;
};

/// A bug in Tiramisu: an invariant of its own does not hold.
class internal_error : public error {
public:
    using error::error;
};

} // namespace tiramisu
