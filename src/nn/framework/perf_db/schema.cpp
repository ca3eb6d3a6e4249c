#include "nn/framework/perf_db/schema.h"

namespace tiramisu::nn {

namespace {

constexpr int schema_version = 2;

const char *const schema = R"(
    CREATE TABLE record (
        machine TEXT NOT NULL,
        problem TEXT NOT NULL,
        solver TEXT NOT NULL,
        configuration TEXT NOT NULL,
        milliseconds REAL NOT NULL,
        error REAL NOT NULL,
        measured TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        revision INTEGER NOT NULL DEFAULT 1,
        PRIMARY KEY (machine, problem, solver, configuration)
    ) WITHOUT ROWID;
)";

// Solvers had no revisions yet: what was recorded is of the first ones.
const char *const from_version_1 = "ALTER TABLE record ADD COLUMN revision INTEGER NOT NULL "
                                   "DEFAULT 1";

int version_of(const sqlite::connection &database) {
    sqlite::statement version(database, "PRAGMA user_version");
    version.step();
    return version.integer(0);
}

bool is_empty(const sqlite::connection &database) {
    sqlite::statement tables(database, "SELECT count(*) FROM sqlite_schema");
    tables.step();
    return tables.integer(0) == 0;
}

} // namespace

void bring_up_to_date(sqlite::connection &database) {
    const auto is_behind = [&] { return is_empty(database) || version_of(database) == 1; };
    if (!is_behind() || database.is_read_only()) {
        return;
    }
    sqlite::transaction all(database);
    if (!is_behind()) {
        return; // somebody else has done it: nobody else writes from here on
    }
    database.execute(is_empty(database) ? schema : from_version_1);
    database.execute("PRAGMA user_version=" + std::to_string(schema_version));
    all.commit();
}

void check_version(const sqlite::connection &database) {
    const int version = version_of(database);
    if (version < 1 || version > schema_version) {
        throw error("it has version " + std::to_string(version) + ", this program knows " +
                    std::to_string(schema_version) + " and older ones");
    }
}

std::string revision_column(const sqlite::connection &database) {
    return version_of(database) == 1 ? "1" : "revision";
}

} // namespace tiramisu::nn
