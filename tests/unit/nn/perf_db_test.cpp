#include "tiramisu/nn/perf_db.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "nn/framework/find/records.h"
#include "nn/framework/perf_db/sqlite.h"

namespace tiramisu::nn {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

class PerfDb : public ::testing::Test {
protected:
    PerfDb() {
        std::string name = (std::filesystem::temp_directory_path() / "perf_db.XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~PerfDb() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string &name) const { return (folder_ / name).string(); }
    static perf_record record(const std::string &solver, double milliseconds) {
        return {solver, "x=14", milliseconds, 1e-6};
    }

private:
    std::filesystem::path folder_;
};

TEST_F(PerfDb, RemembersFastestFirst) {
    {
        perf_db db(path("new/folder/perf.sqlite"));
        db.store("here", "p", {record("slow", 2.5), record("fast", 1.25)});
        EXPECT_THAT(db.warnings(), IsEmpty());
    }
    const perf_db again(path("new/folder/perf.sqlite"));
    ASSERT_EQ(again.records("here", "p").size(), 2u);
    const perf_record best = *again.best("here", "p");
    EXPECT_EQ(best.solver, "fast");
    EXPECT_EQ(best.configuration, "x=14");
    EXPECT_EQ(best.milliseconds, 1.25);
    EXPECT_EQ(best.error, 1e-6);
}

TEST_F(PerfDb, KeepsOfASearchWhatWasLeft) {
    perf_db db(path("perf.sqlite"));
    const record_place here = {"here", "p"};
    db.store("here", "p",
             {record("again", 1), record("left", 2), record("wrong", 3), {"left", "x=28", 4, 0}});
    find_result again{record("again", 5), ""}, left{record("left", 0), "not tried: no time"},
        wrong{record("wrong", 0.5), "its result is wrong"};
    left.is_left = true;
    remember({again, left, wrong}, here, db);
    std::vector<std::pair<std::string, double>> found;
    for (const perf_record &one : db.records("here", "p")) {
        found.emplace_back(one.solver, one.milliseconds);
    }
    EXPECT_THAT(found, ElementsAre(Pair("left", 2), Pair("again", 5)));
}

TEST_F(PerfDb, RecordsOfTheSameTimeAreRankedByName) {
    const std::vector<perf_record> ranked = {
        {"b", "x=9", 1, 0}, {"a", "x=2", 2, 0}, {"a", "x=3", 2, 0}, {"b", "x=1", 2, 0}};
    EXPECT_TRUE(std::is_sorted(ranked.begin(), ranked.end(), ranks_before));
    perf_db db(path("perf.sqlite"));
    db.store("here", "p", {ranked[2], ranked[3], ranked[0], ranked[1]});
    const std::vector<perf_record> found = db.records("here", "p");
    ASSERT_EQ(found.size(), ranked.size());
    for (std::size_t i = 0; i < found.size(); i++) {
        EXPECT_EQ(found[i].solver + found[i].configuration,
                  ranked[i].solver + ranked[i].configuration);
    }
}

TEST_F(PerfDb, OtherMachinesAndProblemsAreApart) {
    perf_db db(path("perf.sqlite"));
    db.store("here", "p", {record("direct", 1)});
    EXPECT_FALSE(db.best("there", "p"));
    EXPECT_FALSE(db.best("here", "p 2"));
}

TEST_F(PerfDb, StoringReplacesWhatWasThere) {
    perf_db db(path("perf.sqlite"));
    db.store("here", "p", {record("a", 1), record("b", 2)});
    db.store("here", "p", {record("b", 3)});
    ASSERT_EQ(db.records("here", "p").size(), 1u);
    EXPECT_EQ(db.best("here", "p")->milliseconds, 3);
}

TEST_F(PerfDb, TheUsersFileLiesOverTheOneShipped) {
    perf_db(path("shipped.sqlite")).store("here", "p", {record("shipped", 1)});
    perf_db db(path("user.sqlite"), path("shipped.sqlite"));
    EXPECT_EQ(db.best("here", "p")->solver, "shipped");
    db.store("here", "p", {record("user", 9)});
    EXPECT_EQ(db.best("here", "p")->solver, "user");
    EXPECT_EQ(perf_db(path("shipped.sqlite")).best("here", "p")->solver, "shipped");
}

TEST_F(PerfDb, WithoutRecordsInEitherNothingIsBest) {
    perf_db(path("shipped.sqlite")).store("here", "p", {record("shipped", 1)});
    EXPECT_FALSE(perf_db(path("user.sqlite"), path("shipped.sqlite")).best("here", "q"));
    EXPECT_FALSE(perf_db("", "").best("here", "p"));
}

TEST_F(PerfDb, ADamagedShippedFileIsGoneWithoutAndLeftAlone) {
    const std::string shipped = path("shipped.sqlite");
    std::ofstream(shipped) << "this is no database, but long enough to be taken for one at first";
    perf_db db(path("user.sqlite"), shipped);
    EXPECT_THAT(db.warnings(), ElementsAre(AllOf(HasSubstr(shipped), HasSubstr("cannot be used"))));
    EXPECT_FALSE(std::filesystem::exists(shipped + ".damaged-1"));
    db.store("here", "p", {record("user", 9)});
    EXPECT_EQ(db.best("here", "p")->solver, "user");
}

TEST_F(PerfDb, AFileThatIsOnlyReadLiesOverTheOneShipped) {
    perf_db(path("shipped.sqlite")).store("here", "p", {record("shipped", 1)});
    perf_db(path("shipped.sqlite")).store("here", "q", {record("shipped", 1)});
    perf_db(path("file.sqlite")).store("here", "p", {record("file", 9)});
    perf_db db = perf_db::read_only(path("file.sqlite"), path("shipped.sqlite"));
    EXPECT_EQ(db.best("here", "p")->solver, "file");
    EXPECT_EQ(db.best("here", "q")->solver, "shipped");
    db.store("here", "p", {record("new", 2)});
    EXPECT_EQ(db.best("here", "p")->solver, "file");
    EXPECT_THAT(db.warnings(), IsEmpty());
    EXPECT_THAT(perf_db::read_only(path("not there")).warnings(),
                ElementsAre(HasSubstr("cannot be used")));
    EXPECT_FALSE(std::filesystem::exists(path("not there")));
}

TEST_F(PerfDb, ADamagedFileIsSetAsideWithOneWarning) {
    const std::string file = path("perf.sqlite");
    std::ofstream(file) << "this is no database, but long enough to be taken for one at first";
    perf_db db(file);
    EXPECT_THAT(db.warnings(),
                ElementsAre(AllOf(HasSubstr(file), HasSubstr("was damaged"),
                                  HasSubstr(file + ".damaged-1"), HasSubstr("new one was begun"))));
    EXPECT_TRUE(std::filesystem::exists(file + ".damaged-1"));
    db.store("here", "p", {record("direct", 1)});
    EXPECT_TRUE(perf_db(file).best("here", "p"));
    EXPECT_THAT(perf_db(file).warnings(), IsEmpty());
}

TEST_F(PerfDb, AFileOfAnotherVersionIsLeftAlone) {
    const std::string file = path("perf.sqlite");
    perf_db(file).store("here", "p", {record("direct", 1)});
    sqlite::connection(file, sqlite::access::write).execute("PRAGMA user_version=77");
    perf_db db(file);
    EXPECT_THAT(db.warnings(), ElementsAre(HasSubstr("it has version 77")));
    EXPECT_FALSE(db.best("here", "p"));
    EXPECT_FALSE(std::filesystem::exists(file + ".damaged-1"));
}

TEST_F(PerfDb, WhatCannotBeOpenedIsGoneWithout) {
    perf_db db("/proc/no/such/folder/perf.sqlite", path("not there"));
    EXPECT_THAT(db.warnings(),
                ElementsAre(HasSubstr("cannot be used"), HasSubstr("cannot be used")));
    db.store("here", "p", {record("direct", 1)});
    EXPECT_FALSE(db.best("here", "p"));
}

TEST_F(PerfDb, WritesOfSeveralProcessesAndThreadsAreAllThere) {
    const std::string file = path("perf.sqlite");
    const int processes = 4, threads = 2, writes = 25;
    const auto write_all = [&](int process) {
        perf_db db(file);
        std::vector<std::thread> workers;
        for (int thread = 0; thread < threads; thread++) {
            workers.emplace_back([=, &db] {
                for (int i = 0; i < writes; i++) {
                    db.store("here", std::to_string((process * threads + thread) * writes + i),
                             {record("direct", i)});
                }
            });
        }
        for (std::thread &worker : workers) {
            worker.join();
        }
        return db.warnings().empty();
    };
    std::vector<pid_t> children;
    for (int process = 0; process < processes; process++) {
        children.push_back(fork());
        if (children.back() == 0) {
            _exit(write_all(process) ? 0 : 1);
        }
    }
    for (const pid_t child : children) {
        int status = 1;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
    }
    const perf_db db(file);
    for (int i = 0; i < processes * threads * writes; i++) {
        EXPECT_TRUE(db.best("here", std::to_string(i))) << i;
    }
}

} // namespace
} // namespace tiramisu::nn
