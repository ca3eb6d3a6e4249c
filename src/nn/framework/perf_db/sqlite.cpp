#include "nn/framework/perf_db/sqlite.h"

#include <sqlite3.h>

namespace tiramisu::nn::sqlite {

namespace {

constexpr int patience_ms = 10000; // for programs that do not know of the lock beside the file

[[noreturn]] void fail(int code, sqlite3 *database) {
    throw failure(code, database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(code));
}

void check(int code, sqlite3 *database) {
    if (code != SQLITE_OK) {
        fail(code, database);
    }
}

} // namespace

failure failure::damage(const std::string &what) {
    return {SQLITE_CORRUPT, what};
}

bool failure::is_damage() const {
    const int primary = code_ & 0xff;
    return primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB;
}

connection::connection(const std::string &path, access mode) {
    const int flags =
        SQLITE_OPEN_FULLMUTEX |
        (mode == access::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    sqlite3 *opened = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &opened, flags, nullptr);
    handle_.reset(opened);
    check(code, opened);
    check(sqlite3_busy_timeout(opened, patience_ms), opened);
}

void connection::execute(const std::string &statements) {
    check(sqlite3_exec(handle_.get(), statements.c_str(), nullptr, nullptr, nullptr),
          handle_.get());
}

bool connection::is_read_only() const {
    return sqlite3_db_readonly(handle_.get(), "main") == 1;
}

void connection::close::operator()(sqlite3 *handle) const {
    sqlite3_close_v2(handle);
}

statement::statement(const connection &on, const std::string &text) : database_(on.handle()) {
    sqlite3_stmt *prepared = nullptr;
    const int code = sqlite3_prepare_v2(database_, text.c_str(), -1, &prepared, nullptr);
    handle_.reset(prepared);
    check(code, database_);
}

statement &statement::bind(int parameter, const std::string &value) {
    check(sqlite3_bind_text(handle_.get(), parameter, value.data(), static_cast<int>(value.size()),
                            SQLITE_TRANSIENT),
          database_);
    return *this;
}

statement &statement::bind(int parameter, double value) {
    check(sqlite3_bind_double(handle_.get(), parameter, value), database_);
    return *this;
}

statement &statement::bind(int parameter, int value) {
    check(sqlite3_bind_int(handle_.get(), parameter, value), database_);
    return *this;
}

bool statement::step() {
    const int code = sqlite3_step(handle_.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        fail(code, database_);
    }
    return code == SQLITE_ROW;
}

std::string statement::text(int column) const {
    const auto *value = sqlite3_column_text(handle_.get(), column);
    return value == nullptr ? "" : reinterpret_cast<const char *>(value);
}

double statement::real(int column) const {
    return sqlite3_column_double(handle_.get(), column);
}

int statement::integer(int column) const {
    return sqlite3_column_int(handle_.get(), column);
}

void statement::finalize::operator()(sqlite3_stmt *handle) const {
    sqlite3_finalize(handle);
}

transaction::transaction(connection &on) : on_(on) {
    // Immediate: a transaction that begins by reading could not wait for a writer later.
    on_.execute("BEGIN IMMEDIATE");
}

transaction::~transaction() {
    if (is_open_) {
        sqlite3_exec(on_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
    }
}

void transaction::commit() {
    on_.execute("COMMIT");
    is_open_ = false;
}

} // namespace tiramisu::nn::sqlite
