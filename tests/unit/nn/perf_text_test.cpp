#include "nn/framework/perf_db/perf_text.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "nn/framework/perf_db/sqlite.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/nn/perf_db.h"

namespace tiramisu::nn {
namespace {

using testing::temporary_folder;

void read(const std::string &text, const std::string &database) {
    std::istringstream from(text);
    read_text(from, "records.tsv", database);
}

TEST(PerfText, TheFastestOfEachSolverComesBackSorted) {
    const temporary_folder folder;
    const std::string file = folder / "perf.sqlite";
    read("# a comment\n\nthere\tp\tdirect\t\t2\t0\nhere\tq 2\tb\tx=1,y=2\t1.5\t1e-06\n"
         "here\tq 2\ta\tx=1\t1\t0.5\nhere\tq 2\ta\tx=2\t0.25\t0\nhere\tq 2\ta\tx=3\t2\t0.5\n",
         file);
    std::ostringstream text;
    write_text(file, text);
    EXPECT_EQ(text.str(), "here\tq 2\ta\tx=2\t0.25\t0\nhere\tq 2\tb\tx=1,y=2\t1.5\t1e-06\n"
                          "there\tp\tdirect\t\t2\t0\n");
    EXPECT_EQ(perf_db("", file).best("here", "q 2")->solver, "a");
}

TEST(PerfText, TimesThatAreWrittenAlikeAreInTheOrderOfSolvers) {
    const temporary_folder folder;
    const std::string file = folder / "perf.sqlite", again = folder / "again.sqlite";
    read("here\tp\tb\t\t1.00001\t0\nhere\tp\ta\t\t1.00002\t0\n", file);
    std::ostringstream text, text_again;
    write_text(file, text);
    EXPECT_EQ(text.str(), "here\tp\ta\t\t1\t0\nhere\tp\tb\t\t1\t0\n");
    read(text.str(), again);
    write_text(again, text_again);
    EXPECT_EQ(text.str(), text_again.str());
}

TEST(PerfText, ADatabaseTakesThePlaceOfTheOneBefore) {
    const temporary_folder folder;
    const std::string file = folder / "perf.sqlite";
    read("here\tp\told\t\t2\t0\n", file);
    read("here\tq\tnew\t\t2\t0\n", file);
    EXPECT_FALSE(perf_db("", file).best("here", "p"));
    EXPECT_TRUE(perf_db("", file).best("here", "q"));
}

TEST(PerfText, ADatabaseCanBeReadWhereNothingMayBeWritten) {
    const temporary_folder folder;
    const std::string file = folder / "perf.sqlite";
    read("here\tp\tdirect\t\t2\t0\n", file);
    const sqlite::connection opened(file, sqlite::access::read);
    sqlite::statement mode(opened, "PRAGMA journal_mode");
    ASSERT_TRUE(mode.step());
    EXPECT_EQ(mode.text(0), "delete");
    EXPECT_EQ(folder.files(), std::vector<std::string>{"perf.sqlite"});
}

TEST(PerfText, WhatIsNoRecordIsRefusedAndNothingIsWritten) {
    const temporary_folder folder;
    const auto refused = [&](const std::string &line, const std::string &reason) {
        return oracle::throws<user_error>(
            [&] { read("# comment\n" + line + "\n", folder / "perf.sqlite"); },
            {"performance records \"records.tsv\"", "line 2", reason});
    };
    EXPECT_TRUE(refused("here\tp\tdirect\t2\t0", "has 5 fields with tabs in between, must have "
                                                 "machine, problem, solver"));
    EXPECT_TRUE(
        refused("here\tp\tdirect\t\tfast\t0", "has \"fast\", must be a number that is not"));
    EXPECT_TRUE(refused("here\tp\tdirect\t\t-1\t0", "has \"-1\", must be a number"));
    EXPECT_TRUE(refused("here\tp\tdirect\t\t1\t", "has \"\", must be a number"));
    EXPECT_TRUE(refused("here\tp\tdirect\t\tinf\t0", "has \"inf\", must be a number"));
    EXPECT_TRUE(refused("here\tp\tdirect\t\t1\tinf", "has \"inf\", must be a number"));
    for (const std::string revision : {"1.5", "0", "-3", "1e300", "99999999999", ""}) {
        EXPECT_TRUE(refused("here\tp\tdirect\t\t1\t0\t" + revision,
                            "has the revision \"" + revision + "\", must be a whole number"));
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "perf.sqlite"));
}

TEST(PerfText, LinesMayEndAsElsewhere) {
    const temporary_folder folder;
    read("# comment\r\n\r\nhere\tp\tdirect\t\t2\t0\r\n", folder / "perf.sqlite");
    EXPECT_EQ(perf_db("", folder / "perf.sqlite").best("here", "p")->error, 0);
}

TEST(PerfText, FilesThatAreNoDatabaseAreNamed) {
    const temporary_folder folder;
    const std::string file = folder / "perf.sqlite";
    std::ofstream(file) << std::string(10000, 'x');
    std::ostringstream text;
    EXPECT_TRUE(oracle::throws<io_error>([&] { write_text(file, text); },
                                         {"cannot read \"" + file + "\"", "is not a database"}));
}

} // namespace
} // namespace tiramisu::nn
