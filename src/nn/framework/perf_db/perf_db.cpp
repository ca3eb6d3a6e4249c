#include "tiramisu/nn/perf_db.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "nn/framework/perf_db/file_lock.h"
#include "nn/framework/perf_db/schema.h"
#include "nn/framework/perf_db/sqlite.h"
#include "nn/framework/perf_db/without_forks.h"
#include "support/environment_variable.h"
#include "support/user_cache.h"

namespace tiramisu::nn {

namespace {

using sqlite::access;
using sqlite::connection;
using sqlite::statement;

/// Throws if the file is damaged, as far as SQLite can find out.
void check_pages(const connection &database) {
    statement check(database, "PRAGMA quick_check(1)");
    if (check.step() && check.text(0) != "ok") {
        throw sqlite::failure::damage(check.text(0));
    }
}

connection open_user_file(const std::string &path) {
    connection database(path, access::write);
    bring_up_to_date(database);
    check_version(database);
    return database;
}

/// A name for the same file, whatever folder the process will be in.
std::string lasting(const std::string &path) {
    std::error_code failed; // there may be no such folder any more
    const std::filesystem::path absolute = std::filesystem::absolute(path, failed);
    return path.empty() || failed ? path : absolute.string();
}

/// A name beside `path` that is not taken.
std::string place_aside(const std::string &path) {
    for (int number = 1;; number++) {
        std::string place = path + ".damaged-" + std::to_string(number);
        if (!std::filesystem::exists(place)) {
            return place;
        }
    }
}

/// With what was written and not yet put in its place. Returns where it is now.
std::string set_aside(const std::string &path) {
    const std::string place = place_aside(path);
    std::filesystem::rename(path, place);
    std::error_code ignored; // they need not be there, and are of older versions
    std::filesystem::rename(path + "-wal", place + "-wal", ignored);
    std::filesystem::remove(path + "-shm", ignored);
    return place;
}

std::vector<perf_record> records_in(const connection &database, const std::string &machine,
                                    const std::string &problem) {
    statement query(database, "SELECT solver, configuration, milliseconds, error, " +
                                  revision_column(database) +
                                  " FROM record WHERE machine = ?1 AND problem = ?2");
    query.bind(1, machine).bind(2, problem);
    std::vector<perf_record> found;
    while (query.step()) {
        found.push_back(
            {query.text(0), query.text(1), query.real(2), query.real(3), query.integer(4)});
    }
    std::sort(found.begin(), found.end(), ranks_before);
    return found;
}

void replace_records(const connection &database, const std::string &machine,
                     const std::string &problem, const std::vector<perf_record> &records) {
    statement(database, "DELETE FROM record WHERE machine = ?1 AND problem = ?2")
        .bind(1, machine)
        .bind(2, problem)
        .step();
    for (const perf_record &one : records) {
        statement(database, "INSERT OR REPLACE INTO record (machine, problem, solver, "
                            "configuration, milliseconds, error, revision) VALUES "
                            "(?1, ?2, ?3, ?4, ?5, ?6, ?7)")
            .bind(1, machine)
            .bind(2, problem)
            .bind(3, one.solver)
            .bind(4, one.configuration)
            .bind(5, one.milliseconds)
            .bind(6, one.error)
            .bind(7, one.revision)
            .step();
    }
}

} // namespace

bool ranks_before(const perf_record &left, const perf_record &right) {
    return std::tie(left.milliseconds, left.solver, left.configuration) <
           std::tie(right.milliseconds, right.solver, right.configuration);
}

/// Used by one thread at a time: without_forks().
struct perf_db::files {
    std::string user, over_shipped, shipped; ///< paths; empty: none
    std::vector<std::string> warnings;

    void warn(const std::string &path, const std::string &what);
    template <typename Work>
    void with_user_file(const Work &work);
    template <typename Work>
    void with_file_to_read(const std::string &path, const Work &work);
};

void perf_db::files::warn(const std::string &path, const std::string &what) {
    const std::string text = "performance database \"" + path + "\": " + what;
    if (std::find(warnings.begin(), warnings.end(), text) == warnings.end()) {
        warnings.push_back(text);
    }
}

/// Does `work(database)` with the file that has the name now: another process may have set aside
/// what had it before. Where that is damaged, again with a new one.
template <typename Work>
void perf_db::files::with_user_file(const Work &work) {
    try {
        // Links are followed once, so that the lock and what is set aside lie beside the file.
        const std::string path = std::filesystem::weakly_canonical(user).string();
        std::error_code failed; // opening the file tells
        std::filesystem::create_directories(std::filesystem::path(path).parent_path(), failed);
        // Two processes must not both take a file for damaged and set aside what the first one
        // made, and none may write what another is setting aside.
        const file_lock lock(path + ".lock");
        try {
            connection database = open_user_file(path);
            work(database);
        } catch (const sqlite::failure &broken) {
            if (!broken.is_damage()) {
                throw;
            }
            const std::string place = set_aside(path);
            warn(user, std::string("was damaged (") + broken.what() + "); it is now \"" + place +
                           "\", and a new one was begun");
            connection database = open_user_file(path);
            work(database);
        }
    } catch (const std::exception &reason) {
        warn(user, std::string("cannot be used: ") + reason.what());
    }
}

/// The same with a file that stays as it is.
template <typename Work>
void perf_db::files::with_file_to_read(const std::string &path, const Work &work) {
    try {
        const connection database(path, access::read);
        check_version(database);
        work(database);
    } catch (const error &reason) {
        warn(path, std::string("cannot be used: ") + reason.what());
    }
}

perf_db::perf_db(const std::string &user_file, const std::string &shipped_file)
    : files_(std::make_unique<files>()) {
    const auto hold = without_forks();
    files_->user = lasting(user_file);
    files_->shipped = lasting(shipped_file);
    if (!user_file.empty()) {
        files_->with_user_file(check_pages);
    }
    if (!shipped_file.empty()) {
        files_->with_file_to_read(shipped_file, check_pages);
    }
}

perf_db perf_db::read_only(const std::string &file, const std::string &shipped_file) {
    perf_db made("", shipped_file);
    const auto hold = without_forks();
    made.files_->over_shipped = lasting(file);
    if (!file.empty()) {
        made.files_->with_file_to_read(file, check_pages);
    }
    return made;
}

perf_db::~perf_db() = default;
perf_db::perf_db(perf_db &&) noexcept = default;
perf_db &perf_db::operator=(perf_db &&) noexcept = default;

std::string perf_db::user_file() {
    const std::string given = support::environment_variable("TIRAMISU_PERF_DB");
    const std::string users = support::user_cache();
    return !given.empty() ? given : users.empty() ? "" : users + "/perf.sqlite";
}

std::vector<perf_record> perf_db::records(const std::string &machine,
                                          const std::string &problem) const {
    const auto hold = without_forks();
    std::vector<perf_record> found;
    const auto look = [&](const connection &database) {
        found = records_in(database, machine, problem);
    };
    if (!files_->user.empty()) {
        files_->with_user_file(look);
    }
    for (const std::string &path : {files_->over_shipped, files_->shipped}) {
        if (found.empty() && !path.empty()) {
            files_->with_file_to_read(path, look);
        }
    }
    return found;
}

std::optional<perf_record> perf_db::best(const std::string &machine,
                                         const std::string &problem) const {
    const std::vector<perf_record> found = records(machine, problem);
    return found.empty() ? std::nullopt : std::optional(found.front());
}

void perf_db::store(const std::string &machine, const std::string &problem,
                    const std::vector<perf_record> &records) {
    const auto hold = without_forks();
    if (!files_->user.empty()) {
        files_->with_user_file([&](connection &database) {
            sqlite::transaction all(database);
            replace_records(database, machine, problem, records);
            all.commit();
        });
    }
}

std::vector<std::string> perf_db::warnings() const {
    const auto hold = without_forks();
    return files_->warnings;
}

} // namespace tiramisu::nn
