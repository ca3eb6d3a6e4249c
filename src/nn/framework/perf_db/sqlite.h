#pragma once

#include <memory>
#include <string>

#include "tiramisu/error.h"

struct sqlite3;
struct sqlite3_stmt;

/// The little of SQLite that is needed, with C++'s ownership and errors.
namespace tiramisu::nn::sqlite {

class failure : public error {
public:
    failure(int code, const std::string &what) : error(what), code_(code) {}
    /// What SQLite's own check of a file found.
    static failure damage(const std::string &what);
    /// The file is no database, or a damaged one.
    bool is_damage() const;

private:
    int code_;
};

enum class access { read, write };

/// Waits for up to a minute where another process holds a lock.
class connection {
public:
    /// With access::write the file is made if it is not there. Throws failure, as all here.
    connection(const std::string &path, access mode);

    void execute(const std::string &statements);
    /// Also where it was opened to write a file that may not be written.
    bool is_read_only() const;
    sqlite3 *handle() const { return handle_.get(); }

private:
    struct close {
        void operator()(sqlite3 *handle) const;
    };
    std::unique_ptr<sqlite3, close> handle_;
};

class statement {
public:
    statement(const connection &on, const std::string &text);

    /// Parameters are numbered from 1, columns from 0.
    statement &bind(int parameter, const std::string &value);
    statement &bind(int parameter, double value);
    statement &bind(int parameter, int value);
    /// False at the end.
    bool step();
    std::string text(int column) const;
    double real(int column) const;
    int integer(int column) const;

private:
    struct finalize {
        void operator()(sqlite3_stmt *handle) const;
    };
    std::unique_ptr<sqlite3_stmt, finalize> handle_;
    sqlite3 *database_;
};

/// Everything or nothing: taken back unless commit() was called.
class transaction {
public:
    explicit transaction(connection &on);
    ~transaction();
    transaction(const transaction &) = delete;
    transaction &operator=(const transaction &) = delete;
    void commit();

private:
    connection &on_;
    bool is_open_ = true;
};

} // namespace tiramisu::nn::sqlite
