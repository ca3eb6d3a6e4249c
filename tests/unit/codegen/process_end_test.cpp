// Code that is generated while the process ends.

#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

#include "support/forked_check.h"
#include "tiramisu/jit.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::testing {
namespace {

void generate(const std::string &name) {
    init(name);
    const var i("i", 0, 8);
    computation c("c", {i}, i * 3);
    c.vectorize(i, 4);
    buffer out("out", {8}, p_int32, a_output);
    c.store_in(&out);
    global::get_implicit_function()->compile({&out});
}

/// Made before anything of the library has been used, and destroyed after it.
class first_made {
public:
    ~first_made() {
        if (generates) {
            std::_Exit(is_refused() ? 0 : 1);
        }
    }
    bool generates = false;

private:
    static bool is_refused() {
        try {
            generate("late");
        } catch (const unsupported_error &error) {
            const std::string text = error.what();
            std::fprintf(stderr, "%s\n", text.c_str());
            return text.find("process_end_test.cpp:") != std::string::npos &&
                   text.find(
                       "function \"late\": compile: code is generated while the process ends") !=
                       std::string::npos &&
                   text.find("generate code before main() returns") != std::string::npos;
        }
        return false;
    }
} first;

TEST(ProcessEnd, InADestructorOfAnEarlierStaticObjectNoCodeIsGenerated) {
    EXPECT_TRUE(oracle::holds_in_copy([] {
        generate("early");
        first.generates = true;
        std::exit(1);
        return false;
    }));
}

TEST(ProcessEnd, InWhatIsRegisteredAfterTheFirstUseItIs) {
    EXPECT_TRUE(oracle::holds_in_copy([] {
        generate("early");
        std::atexit([] {
            generate("later");
            std::_Exit(0);
        });
        std::exit(1);
        return false;
    })) << "what is registered after the first use runs before what that needs is destroyed";
}

} // namespace
} // namespace tiramisu::testing
