// Schedules written to files and given again.

#include <fstream>
#include <functional>
#include <sstream>

#include <gtest/gtest.h>

#include "support/small_programs.h"
#include "support/temporary_folder.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::testing {
namespace {

using oracle::small_program;

std::string text_of(const std::string &path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// A reader of C beside it, so that there is something to order.
struct scheduled : small_program {
    scheduled() : small_program("kept"), D("D", {i, j}, C(i, j) * 2) {}
    computation D;
};

void expect_round_trip(const std::function<void(scheduled &)> &schedule) {
    const temporary_folder folder;
    const std::string path = folder / "schedule.json";
    std::string cpp, loops;
    {
        scheduled made;
        schedule(made);
        made.function.save_schedule(path);
        cpp = made.function.schedule_text();
        loops = made.function.loops_text();
    }
    scheduled again;
    again.function.load_schedule(path);
    EXPECT_EQ(cpp, again.function.schedule_text());
    EXPECT_EQ(loops, again.function.loops_text());
    const std::string saved = text_of(path);
    again.function.save_schedule(path);
    EXPECT_EQ(saved, text_of(path));
    EXPECT_EQ(1u, folder.files().size());
}

TEST(ScheduleFile, GivesEveryCommandAgain) {
    expect_round_trip([](scheduled &) {});
    expect_round_trip([](scheduled &p) {
        p.C.tile(p.i, p.j, 4, 4, "a", "b", "c", "d").vectorize("d", 4).parallelize("a");
        p.C.interchange("b", "c").shift("b", -3).loop_reversal("c", "back");
    });
    expect_round_trip([](scheduled &p) {
        p.C.skew(p.i, p.j, 1, 1, "s", "t").split("t", 3, "u", "v").unroll("v", 2);
        p.D.skew(0, 1, 1, 0, 1, 1).tag_parallel_level(0);
    });
    expect_round_trip([](scheduled &p) {
        p.C.then(p.D, computation::root);
        p.C.tag_vector_level(p.j, 8).tag_unroll_level(p.i, 4);
    });
    expect_round_trip([](scheduled &p) { p.D.after(p.C, 1).tag_unroll_level(1); });
    expect_round_trip([](scheduled &p) { p.D.after(p.C, 1).distribute(p.C, p.j); });
    expect_round_trip([](scheduled &p) {
        p.C.split(p.i, 4, "io", "ii").cache_read(p.A, "io", {"r", "c"});
        p.C.prefetch(p.A, "io", 2).cache_write("ii", memory::registers);
    });
    expect_round_trip([](scheduled &p) {
        p.C.split(p.i, 4, "io", "ii").cache_read(p.A, "io", {"r", "c"}).pack("c", 2);
    });
    expect_round_trip([](scheduled &p) { p.C.compute_at(p.D, p.i); });
    expect_round_trip([](scheduled &p) { p.C.store_at(p.D, p.i)->compute_at(p.D, p.j); });
    expect_round_trip([](scheduled &p) {
        p.C.tile({p.i, p.j}, {4, 4}, {"a", "b"}, {"c", "d"}).reorder({"b", "a"});
        p.D.transform({{1, 1}, {0, 1}}).reverse(p.i);
    });
    expect_round_trip([](scheduled &p) {
        p.C.unroll_and_jam(p.i, 2).vectorize(p.j, 4, tail::masked).peel_first(p.j, 2);
        p.D.collapse(p.i, p.j).vectorize("i_j", 8, "o", "v", tail::masked);
    });
}

TEST(ScheduleFile, IsAsTheDocumentsShowIt) {
    scheduled p;
    p.C.split(p.i, 4, "io", "ii");
    p.D.after(p.C, computation::root_dimension);
    EXPECT_EQ(R"({
  "format": "tiramisu schedule",
  "version": 1,
  "function": "kept",
  "commands": [
    {"computation":"C","command":"split","arguments":[{"loop":"i"},4,{"new_loop":"io"},{"new_loop":"ii"}]},
    {"computation":"D","command":"after","arguments":[{"computation":"C"},{"level":-1}]}
  ]
}
)",
              p.function.schedule_json());
}

TEST(ScheduleFile, ComesOnTopOfWhatWasGivenBefore) {
    const temporary_folder folder;
    const std::string path = folder / "schedule.json";
    {
        scheduled p;
        p.C.split(p.i, 4);
        p.function.save_schedule(path);
    }
    scheduled p;
    p.C.interchange(p.i, p.j);
    p.function.load_schedule(path);
    EXPECT_EQ("C.interchange(i, j);\nC.split(i, 4);\n", p.function.schedule_text());
}

} // namespace
} // namespace tiramisu::testing
