#include "nn/framework/perf_db/perf_text.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <istream>
#include <map>
#include <ostream>
#include <utility>
#include <vector>

#include "nn/framework/perf_db/schema.h"
#include "nn/framework/perf_db/sqlite.h"
#include "nn/framework/problem/numbers.h"
#include "nn/framework/problem/split.h"
#include "tiramisu/nn/perf_db.h"

namespace tiramisu::nn {

namespace {

constexpr std::size_t fields_of_record = 6; ///< and one for a revision that is not the first

/// Where in a text something stands.
struct text_line {
    const std::string &name;
    int number;

    [[noreturn]] void refuse(const std::string &reason) const {
        throw user_error("performance records \"" + name + "\"", "line " + std::to_string(number),
                         reason);
    }
    int revision_of(const std::vector<std::string> &fields) const {
        int revision = 1;
        if (fields.size() > fields_of_record &&
            (!read_number(fields.back(), revision) || revision < 1)) {
            refuse("has the revision \"" + fields.back() +
                   "\", must be a whole number from 1 to 2^31 - 1");
        }
        return revision;
    }
    double number_of(const std::string &field) const {
        double value = 0;
        if (!read_number(field, value) || !std::isfinite(value) || value < 0) {
            refuse("has \"" + field + "\", must be a number that is not negative");
        }
        return value;
    }
};

/// By machine and problem.
using record_table = std::map<std::pair<std::string, std::string>, std::vector<perf_record>>;

record_table table_of(std::istream &from, const std::string &name) {
    record_table all;
    std::string line;
    for (int number = 1; std::getline(from, line); number++) {
        if (!line.empty() && line.back() == '\r') { // of a file that was edited elsewhere
            line.pop_back();
        }
        if (line.empty() || line.front() == '#') {
            continue;
        }
        const text_line at{name, number};
        const std::vector<std::string> fields = split(line, '\t');
        if (fields.size() != fields_of_record && fields.size() != fields_of_record + 1) {
            at.refuse("has " + std::to_string(fields.size()) +
                      " fields with tabs in between, must have machine, problem, solver, "
                      "configuration, milliseconds, error and, if it is not 1, revision");
        }
        all[{fields[0], fields[1]}].push_back({fields[2], fields[3], at.number_of(fields[4]),
                                               at.number_of(fields[5]), at.revision_of(fields)});
    }
    return all;
}

void write_records(const std::string &database, std::ostream &to) {
    const sqlite::connection opened(database, sqlite::access::read);
    // Beside min() SQLite takes other columns from the row that has the minimum.
    sqlite::statement all(
        opened,
        "SELECT machine, problem, solver, configuration, printf('%.4g', fastest), "
        "printf('%.2g', error), " +
            revision_column(opened) +
            " FROM (SELECT *, min(milliseconds) AS fastest FROM record "
            "GROUP BY machine, problem, solver) "
            // By the times as they are written: what is read of the text has the same order.
            "ORDER BY machine, problem, CAST(printf('%.4g', fastest) AS REAL), solver");
    while (all.step()) {
        for (int field = 0; field < static_cast<int>(fields_of_record); field++) {
            to << (field == 0 ? "" : "\t") << all.text(field);
        }
        const int revision = all.integer(fields_of_record);
        to << (revision == 1 ? "" : "\t" + std::to_string(revision)) << '\n';
    }
}

} // namespace

void write_text(const std::string &database, std::ostream &to) {
    try {
        write_records(database, to);
    } catch (const sqlite::failure &reason) { // which does not know the file's name
        throw io_error(database, "read", reason.what());
    }
}

int merge_text(std::istream &from, const std::string &name, const std::string &database) {
    const record_table all = table_of(from, name);
    perf_db into(database);
    int count = 0;
    for (const auto &[key, added] : all) {
        std::vector<perf_record> records = added;
        for (const perf_record &one : into.records(key.first, key.second)) {
            if (std::none_of(added.begin(), added.end(), [&](const perf_record &other) {
                    return other.solver == one.solver && other.configuration == one.configuration;
                })) {
                records.push_back(one);
            }
        }
        into.store(key.first, key.second, records);
        count += static_cast<int>(added.size());
    }
    if (!into.warnings().empty()) {
        throw io_error(database, "write", into.warnings().front());
    }
    return count;
}

void read_text(std::istream &from, const std::string &name, const std::string &database) {
    const record_table all = table_of(from, name);
    std::filesystem::remove(database);
    perf_db made(database);
    for (const auto &[key, records] : all) {
        made.store(key.first, key.second, records);
    }
    if (!made.warnings().empty()) {
        throw io_error(database, "write", made.warnings().front());
    }
    std::filesystem::remove(database + ".lock");
}

} // namespace tiramisu::nn
