// What becomes of performance databases where other processes, or the file system, get in the way.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "nn/framework/perf_db/file_lock.h"
#include "nn/framework/perf_db/perf_text.h"
#include "nn/framework/perf_db/sqlite.h"
#include "support/forked_check.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/nn/perf_db.h"

namespace tiramisu::nn {
namespace {

using oracle::holds_in_copy;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::temporary_folder;

class PerfDbFiles : public ::testing::Test {
protected:
    const temporary_folder folder;
    const std::string file = folder / "perf.sqlite";

    static perf_record record(const std::string &solver) { return {solver, "x=14", 1, 0}; }
    bool has(const std::string &problem) const {
        return perf_db::read_only(file).best("here", problem).has_value();
    }
};

void damage(const std::string &file, std::streamoff at = 0) {
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekp(at);
    const std::string nonsense(4096, 'x');
    bytes.write(nonsense.data(), static_cast<std::streamsize>(nonsense.size()));
}

TEST_F(PerfDbFiles, ALockThatIsNotLetGoOfIsNotWaitedForWithoutEnd) {
    const std::string path = folder / "held.lock";
    const file_lock held(path);
    EXPECT_TRUE(oracle::throws<error>(
        [&] { file_lock(path, std::chrono::milliseconds(5)); },
        {"its lock \"" + path + "\" has been held by another process for 5 ms",
         "end that process"}));
}

TEST_F(PerfDbFiles, WhatIsWrittenAfterAnotherProcessSetTheFileAsideIsInTheNewOne) {
    perf_db db(file);
    db.store("here", "before", {record("a")});
    EXPECT_TRUE(holds_in_copy([&] {
        damage(file);
        const perf_db other(file);
        return other.warnings().size() == 1 && std::filesystem::exists(file + ".damaged-1");
    }));
    db.store("here", "after", {record("b")});
    EXPECT_THAT(db.warnings(), IsEmpty());
    EXPECT_TRUE(has("after"));
    EXPECT_TRUE(db.best("here", "after"));
    EXPECT_FALSE(db.best("here", "before")); // as every other process sees it
}

TEST_F(PerfDbFiles, WhatIsWrittenAfterTheFileWasRemovedIsInANewOne) {
    perf_db db(file);
    db.store("here", "before", {record("a")});
    std::filesystem::remove(file);
    db.store("here", "after", {record("b")});
    EXPECT_TRUE(has("after"));
    EXPECT_THAT(db.warnings(), IsEmpty());
}

TEST_F(PerfDbFiles, DamageThatIsFoundLaterIsSetAsideToo) {
    perf_db db(file);
    std::vector<perf_record> many;
    for (int i = 0; i < 500; i++) {
        many.push_back({"solver", "x=" + std::to_string(i), 1, 0});
    }
    db.store("here", "many", many);
    ASSERT_GT(std::filesystem::file_size(file), 5u * 4096);
    for (std::streamoff page = 1; page < 5; page++) { // not the first, which tells what it is
        damage(file, page * 4096);
    }
    db.store("here", "many", {record("c")});
    EXPECT_THAT(db.warnings(),
                ElementsAre(AllOf(HasSubstr("was damaged"), HasSubstr("perf.sqlite.damaged-1"))));
    EXPECT_TRUE(has("many"));
}

TEST_F(PerfDbFiles, AWriterThatWasKilledLeavesWhatWasThere) {
    perf_db db(file);
    db.store("here", "before", {record("a")});
    for (int round = 0; round < 5; round++) {
        const auto write_for_ever = [&]() -> int {
            perf_db mine(file);
            for (int i = 0;; i++) {
                mine.store("here", std::to_string(i), {record("a"), record("b")});
            }
        };
        const support::process_end ended =
            support::run_forked(write_for_ever, {std::chrono::milliseconds(30), std::nullopt});
        EXPECT_EQ(ended.why, support::process_end::kind::out_of_time) << ended.errors;
        db.store("here", "round " + std::to_string(round), {record("c")});
        EXPECT_TRUE(db.best("here", "round " + std::to_string(round)));
    }
    EXPECT_TRUE(db.best("here", "before"));
    EXPECT_THAT(db.warnings(), IsEmpty());
}

TEST_F(PerfDbFiles, TheFolderInWhichTheProcessIsDoesNotMatter) {
    EXPECT_TRUE(holds_in_copy([&] {
        if (chdir(folder.path().c_str()) != 0) {
            return false;
        }
        perf_db db("perf.sqlite");
        return chdir("/") == 0 && (db.store("here", "p", {record("a")}), db.best("here", "p"));
    }));
    EXPECT_TRUE(has("p"));
}

TEST_F(PerfDbFiles, ALockThatIsALinkIsNotFollowed) {
    const std::string victim = folder / "victim";
    std::filesystem::create_symlink(victim, file + ".lock");
    perf_db db(file);
    db.store("here", "p", {record("a")});
    EXPECT_THAT(db.warnings(),
                ElementsAre(AllOf(HasSubstr("perf.sqlite\": cannot be used: its lock \""),
                                  HasSubstr("perf.sqlite.lock\" is a symbolic link, which is not "
                                            "followed; remove that"))));
    EXPECT_FALSE(std::filesystem::exists(victim));
    EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(PerfDbFiles, ALockThatIsNoFileIsRefused) {
    const auto warnings = [&] { return perf_db(file).warnings(); };
    const auto refused = ElementsAre(HasSubstr("perf.sqlite.lock\" is no ordinary file"));
    std::filesystem::create_directory(file + ".lock");
    EXPECT_THAT(warnings(), refused);
    std::filesystem::remove(file + ".lock");
    ASSERT_EQ(mkfifo((file + ".lock").c_str(), 0600), 0);
    EXPECT_THAT(warnings(), refused);
}

TEST_F(PerfDbFiles, OfALinkTheFileIsSetAsideAndTheLinkStays) {
    const std::string link = folder / "link.sqlite";
    damage(file);
    std::ofstream(file) << std::string(5000, 'y');
    std::filesystem::create_symlink(file, link);
    perf_db(link).store("here", "p", {record("a")});
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_TRUE(std::filesystem::exists(file + ".damaged-1"));
    EXPECT_TRUE(has("p"));
}

TEST_F(PerfDbFiles, AFullDiskIsAWarningAndLeavesWhatWasThere) {
    perf_db(file).store("here", "before", {record("a")});
    EXPECT_TRUE(holds_in_copy([&] {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit none = {4096, 4096};
        setrlimit(RLIMIT_FSIZE, &none);
        perf_db db(file);
        db.store("here", "after", std::vector<perf_record>(1, record("b")));
        return db.warnings().size() == 1 && db.best("here", "before") &&
               db.warnings().front().find("cannot be used") != std::string::npos;
    }));
    EXPECT_TRUE(has("before"));
    EXPECT_FALSE(has("after"));
    EXPECT_THAT(perf_db(file).warnings(), IsEmpty());
}

TEST_F(PerfDbFiles, WhatMayOnlyBeReadIsRead) {
    perf_db(file).store("here", "p", {record("a")});
    std::filesystem::remove(file + ".lock");
    chmod(folder.path().c_str(), 0555);
    chmod(file.c_str(), 0444);
    EXPECT_TRUE(holds_in_copy([&] {
        const bool may_do_all = geteuid() == 0;
        if (may_do_all && setuid(65534) != 0) {
            return false;
        }
        perf_db db(file);
        const bool read = db.best("here", "p") && db.warnings().empty();
        db.store("here", "q", {record("a")});
        return read && db.warnings().size() == 1 && !db.best("here", "q");
    }));
    chmod(folder.path().c_str(), 0755);
    EXPECT_FALSE(has("q"));
}

/// As version 1 made it.
void make_older(const std::string &file) {
    sqlite::connection made(file, sqlite::access::write);
    made.execute("PRAGMA journal_mode=WAL");
    made.execute("CREATE TABLE record (machine TEXT NOT NULL, problem TEXT NOT NULL, "
                 "solver TEXT NOT NULL, configuration TEXT NOT NULL, milliseconds REAL NOT NULL, "
                 "error REAL NOT NULL, measured TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, "
                 "PRIMARY KEY (machine, problem, solver, configuration)) WITHOUT ROWID;"
                 "PRAGMA user_version=1;"
                 "INSERT INTO record (machine, problem, solver, configuration, milliseconds, "
                 "error) VALUES ('here', 'p', 'direct', 'x=3', 2.5, 0)");
}

TEST_F(PerfDbFiles, RecordsOfAnOlderVersionAreTakenOver) {
    make_older(file);
    perf_db db(file);
    ASSERT_TRUE(db.best("here", "p"));
    EXPECT_EQ(db.best("here", "p")->configuration, "x=3");
    EXPECT_EQ(db.best("here", "p")->revision, 1);
    perf_record newer = record("direct");
    newer.revision = 2;
    db.store("here", "q", {newer});
    EXPECT_EQ(db.best("here", "q")->revision, 2);
    EXPECT_TRUE(db.best("here", "p"));
    EXPECT_THAT(db.warnings(), IsEmpty());
}

TEST_F(PerfDbFiles, AnOlderVersionIsReadWhereItIsOnlyRead) {
    make_older(file);
    EXPECT_EQ(perf_db("", file).best("here", "p")->revision, 1);
    std::ostringstream text;
    write_text(file, text);
    EXPECT_EQ(text.str(), "here\tp\tdirect\tx=3\t2.5\t0\n");
}

TEST_F(PerfDbFiles, ForkWaitsForTheEndOfWhatOtherThreadsDo) {
    perf_db db(file);
    std::atomic<bool> enough{false};
    std::thread writer([&] {
        while (!enough) {
            db.store("here", "p", {record("a")});
            usleep(1000); // others have a turn
        }
    });
    for (int child = 0; child < 5; child++) {
        const std::string problem = "of child " + std::to_string(child);
        EXPECT_TRUE(holds_in_copy([&] {
            db.store("here", problem, {record("b")});
            return db.best("here", problem).has_value() && db.warnings().empty();
        })) << child;
    }
    enough = true;
    writer.join();
    EXPECT_TRUE(has("of child 4"));
    EXPECT_THAT(db.warnings(), IsEmpty());
}

} // namespace
} // namespace tiramisu::nn
