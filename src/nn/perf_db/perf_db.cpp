#include "tiramisu/nn/perf_db.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <tuple>

#include "nn/perf_db/file_lock.h"
#include "nn/perf_db/sqlite.h"
#include "support/environment_variable.h"

namespace tiramisu::nn {

namespace {

using sqlite::access;
using sqlite::connection;
using sqlite::statement;

constexpr int schema_version = 1;

const char *const schema = R"(
    CREATE TABLE IF NOT EXISTS record (
        machine TEXT NOT NULL,
        problem TEXT NOT NULL,
        solver TEXT NOT NULL,
        configuration TEXT NOT NULL,
        milliseconds REAL NOT NULL,
        error REAL NOT NULL,
        measured TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        PRIMARY KEY (machine, problem, solver, configuration)
    ) WITHOUT ROWID;
)";

int version_of(const connection &database) {
    statement version(database, "PRAGMA user_version");
    version.step();
    return version.integer(0);
}

bool is_empty(const connection &database) {
    statement tables(database, "SELECT count(*) FROM sqlite_schema");
    tables.step();
    return tables.integer(0) == 0;
}

/// Throws if the file is damaged or of another version.
void check_file(const connection &database) {
    statement check(database, "PRAGMA quick_check(1)");
    if (check.step() && check.text(0) != "ok") {
        throw sqlite::failure::damage(check.text(0));
    }
    const int version = version_of(database);
    if (version != schema_version) {
        throw error("it has version " + std::to_string(version) + ", this program knows " +
                    std::to_string(schema_version));
    }
}

std::unique_ptr<connection> open_user_file(const std::string &path) {
    auto database = std::make_unique<connection>(path, access::write);
    if (is_empty(*database)) {
        database->execute("PRAGMA journal_mode=WAL");
        database->execute(schema);
        database->execute("PRAGMA user_version=" + std::to_string(schema_version));
    }
    check_file(*database);
    return database;
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

void set_aside(const std::string &path, const std::string &place) {
    std::filesystem::rename(path, place);
    for (const char *part : {"-wal", "-shm"}) {
        std::error_code ignored; // they need not be there
        std::filesystem::remove(path + part, ignored);
    }
}

std::vector<perf_record> records_in(const connection &database, const std::string &machine,
                                    const std::string &problem) {
    statement query(database, "SELECT solver, configuration, milliseconds, error FROM record "
                              "WHERE machine = ?1 AND problem = ?2");
    query.bind(1, machine).bind(2, problem);
    std::vector<perf_record> found;
    while (query.step()) {
        found.push_back({query.text(0), query.text(1), query.real(2), query.real(3)});
    }
    std::sort(found.begin(), found.end(), ranks_before);
    return found;
}

} // namespace

bool ranks_before(const perf_record &left, const perf_record &right) {
    return std::tie(left.milliseconds, left.solver, left.configuration) <
           std::tie(right.milliseconds, right.solver, right.configuration);
}

struct perf_db::files {
    std::unique_ptr<connection> user, over_shipped, shipped; ///< only the user's is written
    std::string user_path;
    std::vector<std::string> warnings;
    std::mutex guard;

    void warn(const std::string &path, const std::string &what) {
        warnings.push_back("performance database \"" + path + "\": " + what);
    }
    void open_user(const std::string &path);
    std::unique_ptr<connection> opened_to_read(const std::string &path);
};

void perf_db::files::open_user(const std::string &path) {
    user_path = path;
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::error_code failed; // opening the file tells
    std::filesystem::create_directories(folder, failed);
    // Two processes must not both take a file for damaged and set aside what the first one made.
    const file_lock lock(path + ".lock");
    try {
        try {
            user = open_user_file(path);
        } catch (const sqlite::failure &broken) {
            if (!broken.is_damage()) {
                throw;
            }
            const std::string place = place_aside(path);
            set_aside(path, place);
            user = open_user_file(path);
            warn(path, std::string("was damaged (") + broken.what() + "); it is now \"" + place +
                           "\", and a new one was begun");
        }
    } catch (const std::exception &reason) {
        warn(path, std::string("cannot be used: ") + reason.what());
    }
}

std::unique_ptr<connection> perf_db::files::opened_to_read(const std::string &path) {
    if (path.empty()) {
        return nullptr;
    }
    try {
        auto opened = std::make_unique<connection>(path, access::read);
        check_file(*opened);
        return opened;
    } catch (const error &reason) {
        warn(path, std::string("cannot be used: ") + reason.what());
        return nullptr;
    }
}

perf_db::perf_db(const std::string &user_file, const std::string &shipped_file)
    : files_(std::make_unique<files>()) {
    if (!user_file.empty()) {
        files_->open_user(user_file);
    }
    files_->shipped = files_->opened_to_read(shipped_file);
}

perf_db perf_db::read_only(const std::string &file, const std::string &shipped_file) {
    perf_db made("", shipped_file);
    made.files_->over_shipped = made.files_->opened_to_read(file);
    return made;
}

perf_db::~perf_db() = default;
perf_db::perf_db(perf_db &&) noexcept = default;
perf_db &perf_db::operator=(perf_db &&) noexcept = default;

std::string perf_db::user_file() {
    using support::environment_variable;
    std::string given = environment_variable("TIRAMISU_PERF_DB");
    if (!given.empty()) {
        return given;
    }
    const std::string cache = environment_variable("XDG_CACHE_HOME");
    const std::string home = environment_variable("HOME");
    if (cache.empty() && home.empty()) {
        return "";
    }
    return (cache.empty() ? home + "/.cache" : cache) + "/tiramisu/perf.sqlite";
}

std::vector<perf_record> perf_db::records(const std::string &machine,
                                          const std::string &problem) const {
    const std::lock_guard<std::mutex> hold(files_->guard);
    for (const auto *database : {&files_->user, &files_->over_shipped, &files_->shipped}) {
        try {
            std::vector<perf_record> found;
            if (*database && !(found = records_in(**database, machine, problem)).empty()) {
                return found;
            }
        } catch (const sqlite::failure &failed) {
            files_->warn(files_->user_path, std::string("cannot be read: ") + failed.what());
        }
    }
    return {};
}

std::optional<perf_record> perf_db::best(const std::string &machine,
                                         const std::string &problem) const {
    const std::vector<perf_record> found = records(machine, problem);
    return found.empty() ? std::nullopt : std::optional(found.front());
}

void perf_db::store(const std::string &machine, const std::string &problem,
                    const std::vector<perf_record> &records) {
    const std::lock_guard<std::mutex> hold(files_->guard);
    if (!files_->user) {
        return;
    }
    try {
        sqlite::transaction all(*files_->user);
        statement(*files_->user, "DELETE FROM record WHERE machine = ?1 AND problem = ?2")
            .bind(1, machine)
            .bind(2, problem)
            .step();
        for (const perf_record &one : records) {
            statement(*files_->user, "INSERT OR REPLACE INTO record (machine, problem, solver, "
                                     "configuration, milliseconds, error) VALUES "
                                     "(?1, ?2, ?3, ?4, ?5, ?6)")
                .bind(1, machine)
                .bind(2, problem)
                .bind(3, one.solver)
                .bind(4, one.configuration)
                .bind(5, one.milliseconds)
                .bind(6, one.error)
                .step();
        }
        all.commit();
    } catch (const sqlite::failure &failed) {
        files_->warn(files_->user_path, std::string("cannot be written: ") + failed.what());
    }
}

std::vector<std::string> perf_db::warnings() const {
    const std::lock_guard<std::mutex> hold(files_->guard);
    return files_->warnings;
}

} // namespace tiramisu::nn
