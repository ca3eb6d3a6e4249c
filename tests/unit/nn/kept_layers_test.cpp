// Compiled layers on disk: when they are found, and that what is wrong there fails no call.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/child_process.h"
#include "support/environment_setting.h"
#include "support/file_cache.h"
#include "support/input_file.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/nn/nn.h"

namespace tiramisu::nn {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

softmax_problem rows(int columns = 4) {
    return softmax_problem::parse("softmax ic=1 ih=2 axis=3 iw=" + std::to_string(columns));
}

bool computes(const softmax &layer) {
    const int columns = layer.problem().iw;
    const std::vector<float> src(layer.problem().sources().front().size(), 1);
    std::vector<float> dst(src.size());
    layer.run({src.data()}, dst.data());
    return dst == std::vector<float>(src.size(), 1.0f / static_cast<float>(columns));
}

class KeptLayers : public ::testing::Test {
protected:
    void SetUp() override { clear_layer_cache(); }

    /// What another process would have to do for a layer: whether it compiles or finds it.
    struct work {
        std::uint64_t compiled, loaded;
    };
    template <typename... Arguments>
    work made_again(const Arguments &...arguments) const {
        clear_layer_cache();
        const layer_cache_contents before = layer_cache();
        const softmax layer(arguments...);
        EXPECT_TRUE(computes(layer));
        const layer_cache_contents after = layer_cache();
        return {after.compiled - before.compiled, after.loaded - before.loaded};
    }
    void expect_found(const work &done) const {
        EXPECT_EQ(done.compiled, 0u);
        EXPECT_EQ(done.loaded, 1u);
    }
    void expect_compiled(const work &done) const {
        EXPECT_EQ(done.compiled, 1u);
        EXPECT_EQ(done.loaded, 0u);
    }
    std::string only_file() const {
        const std::vector<std::string> all = folder_.files();
        EXPECT_EQ(all.size(), 1u);
        return folder_ / all.front();
    }

    testing::temporary_folder folder_;
    testing::environment_setting place_ = {"TIRAMISU_CACHE", folder_.path()};
};

TEST_F(KeptLayers, AreFoundByTheNextProcess) {
    expect_compiled(made_again(rows()));
    expect_found(made_again(rows()));
    EXPECT_EQ(folder_.files().size(), 1u);
    EXPECT_TRUE(oracle::holds_in_child([&] {
        clear_layer_cache();
        const std::uint64_t before = layer_cache().compiled;
        return computes(softmax(rows())) && layer_cache().compiled == before;
    }));
}

TEST_F(KeptLayers, DependOnAllThatDecidesTheCode) {
    expect_compiled(made_again(rows()));
    expect_compiled(made_again(rows(8)));
    layer_options naive, strict, other;
    naive.solver = "naive";
    strict.compiled.strict_float = true;
    other.compiled.target = "sse41";
    for (const layer_options &opts : {naive, strict, other}) {
        expect_compiled(made_again(rows(), opts));
        expect_found(made_again(rows(), opts));
    }
    const testing::environment_setting unproved("TIRAMISU_LEGALITY", "off");
    expect_compiled(made_again(rows()));
}

TEST_F(KeptLayers, AreCompiledWhereSomethingIsShownMeanwhile) {
    std::ostringstream shown;
    layer_options opts;
    opts.compiled.debug = {{"pass", "1"}};
    opts.compiled.debug_stream = &shown;
    expect_compiled(made_again(rows(), opts));
    EXPECT_TRUE(folder_.files().empty());
    const testing::environment_setting warns("TIRAMISU_LEGALITY", "warn");
    expect_compiled(made_again(rows()));
    EXPECT_TRUE(folder_.files().empty());
}

TEST_F(KeptLayers, DamagedFilesAreMadeAgain) {
    expect_compiled(made_again(rows()));
    const std::string path = only_file();
    const std::string whole = support::text_of_file(path);
    for (std::size_t at = 0; at < whole.size(); at += whole.size() / 3) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        std::ofstream(path, std::ios::binary) << changed;
        expect_compiled(made_again(rows()));
        std::ofstream(path, std::ios::binary) << whole.substr(0, at);
        expect_compiled(made_again(rows()));
        EXPECT_EQ(support::text_of_file(path).size(), whole.size()) << "is right again";
        expect_found(made_again(rows()));
    }
}

TEST_F(KeptLayers, FilesOfOtherLayersOrVersionsAreMadeAgain) {
    expect_compiled(made_again(rows(8)));
    const std::string other = support::text_of_file(only_file());
    fs::remove(only_file());
    expect_compiled(made_again(rows()));
    const std::string path = only_file();
    // As if both had the same hash.
    std::ofstream(path, std::ios::binary) << other;
    expect_compiled(made_again(rows()));
    // Bytes that are whole and say nothing, as another version might write them.
    const support::file_cache cache(folder_.path(), 1 << 20);
    const std::string name = fs::path(path).stem().string();
    const std::string right = *cache.find(name);
    for (const std::string &bytes :
         {std::string("text"), right.substr(0, right.size() / 2), right.substr(0, 400)}) {
        cache.store(name, bytes);
        expect_compiled(made_again(rows()));
    }
    expect_found(made_again(rows()));
}

TEST_F(KeptLayers, FailNoCallWhereNothingCanBeKept) {
    std::ofstream(folder_ / "file") << "no folder";
    for (const std::string &nowhere : {folder_ / "file", std::string("/proc/x")}) {
        const testing::environment_setting place("TIRAMISU_CACHE", nowhere);
        const testing::environment_setting verbose("TIRAMISU_VERBOSE", "1");
        ::testing::internal::CaptureStderr();
        expect_compiled(made_again(rows()));
        EXPECT_THAT(::testing::internal::GetCapturedStderr(),
                    HasSubstr("tiramisu: \"" + nowhere + "\" keeps nothing: "));
    }
}

TEST_F(KeptLayers, AreNotKeptWhereThatIsOff) {
    const testing::environment_setting place("TIRAMISU_CACHE", "off");
    EXPECT_EQ(layer_cache_folder().path, "");
    expect_compiled(made_again(rows()));
    expect_compiled(made_again(rows()));
    EXPECT_TRUE(folder_.files().empty());
}

TEST_F(KeptLayers, LieWhereTheProcessSays) {
    EXPECT_EQ(layer_cache_folder().path, folder_.path());
    EXPECT_EQ(layer_cache_folder().bound, std::uint64_t{2048} << 20);
    EXPECT_TRUE(oracle::holds_in_child([&] {
        set_layer_cache_folder(folder_ / "other");
        set_layer_cache_folder_bound(12345678);
        const bool is_kept = computes(softmax(rows())) && fs::is_directory(folder_ / "other");
        set_layer_cache_folder("");
        clear_layer_cache();
        const std::uint64_t before = layer_cache().compiled;
        return is_kept && computes(softmax(rows())) && layer_cache().compiled == before + 1 &&
               layer_cache_folder().path.empty() && layer_cache_folder().bound == 12345678;
    }));
}

TEST_F(KeptLayers, StayWithinTheirBound) {
    const testing::environment_setting bound("TIRAMISU_CACHE_MB", "0");
    expect_compiled(made_again(rows()));
    EXPECT_TRUE(folder_.files().empty());
}

TEST_F(KeptLayers, SayWhatTheirBoundMustBe) {
    const testing::environment_setting bound("TIRAMISU_CACHE_MB", "some");
    EXPECT_TRUE(oracle::throws<user_error>(
        [] { layer_cache_folder(); }, {"TIRAMISU_CACHE_MB", "\"some\" is no number of megabytes"}));
}

TEST(LayerCacheFolder, IsTheUsersWhereNothingIsSaid) {
    const char *const before = getenv("TIRAMISU_CACHE");
    const std::string kept = before == nullptr ? "" : before;
    unsetenv("TIRAMISU_CACHE");
    const testing::environment_setting cache("XDG_CACHE_HOME", "/somewhere");
    EXPECT_EQ(layer_cache_folder().path, "/somewhere/tiramisu/layers");
    if (!kept.empty()) {
        setenv("TIRAMISU_CACHE", kept.c_str(), 1);
    }
}

} // namespace
} // namespace tiramisu::nn
