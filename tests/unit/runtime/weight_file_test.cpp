#include "runtime/weight_file.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tiramisu/runtime.h"
#include "unit/runtime/recorded_errors.h"

// Files of weights: what is read from them, and that no other file is taken for one.

namespace tiramisu::testing {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

class WeightFile : public ::testing::Test {
protected:
    const std::vector<float> floats_ = {1.5f, -2, 3, 0, 5};
    const std::vector<std::int32_t> integers_ = {7, 8, 9};
    const std::uint64_t fingerprint_ = tiramisu_weight_fingerprint(
        floats_.data(), floats_.size(), integers_.data(), integers_.size());
    const std::filesystem::path folder_ = new_folder();
    const std::string path_ = folder_ / "net.weights";
    tiramisu_weight_file opened_ = {};

    ~WeightFile() override {
        tiramisu_close_weight_file(&opened_);
        std::filesystem::remove_all(folder_);
    }

    static std::filesystem::path new_folder() {
        std::string name = std::filesystem::temp_directory_path() / "weight_file_XXXXXX";
        return mkdtemp(name.data());
    }

    static void write(const std::string &path, const std::string &bytes) {
        std::ofstream(path, std::ios::binary) << bytes;
    }

    std::string bytes() const {
        tiramisu_weight_file_header header = {};
        std::memcpy(header.mark, TIRAMISU_WEIGHT_FILE_MARK, sizeof header.mark);
        header.version = TIRAMISU_WEIGHT_FILE_VERSION;
        header.byte_order = TIRAMISU_WEIGHT_FILE_ORDER;
        header.fingerprint = fingerprint_;
        header.floats = floats_.size();
        header.integers = integers_.size();
        std::string all(tiramisu_bytes_before_integers(floats_.size()), '\0');
        std::memcpy(all.data(), &header, sizeof header);
        std::memcpy(all.data() + sizeof header, floats_.data(), floats_.size() * sizeof(float));
        return all.append(reinterpret_cast<const char *>(integers_.data()),
                          integers_.size() * sizeof(std::int32_t));
    }

    /// What opening says of a file; nothing of it may stay open.
    std::string refusal(const std::string &path, std::uint64_t fingerprint) {
        const recorded_errors errors;
        EXPECT_NE(0, tiramisu_open_weight_file(path.c_str(), fingerprint, &opened_));
        EXPECT_EQ(nullptr, opened_.file);
        EXPECT_EQ(nullptr, opened_.floats);
        EXPECT_EQ(1U, errors.messages().size());
        return errors.messages().empty() ? "" : errors.messages().front();
    }
    std::string refusal_of(const std::string &bytes) {
        write(path_, bytes);
        return refusal(path_, fingerprint_);
    }
};

TEST_F(WeightFile, HasWhatWasWritten) {
    write(path_, bytes());
    ASSERT_EQ(0, tiramisu_open_weight_file(path_.c_str(), fingerprint_, &opened_));
    EXPECT_EQ(floats_, std::vector<float>(opened_.floats, opened_.floats + floats_.size()));
    EXPECT_EQ(integers_,
              std::vector<std::int32_t>(opened_.integers, opened_.integers + integers_.size()));
    EXPECT_EQ(0U, reinterpret_cast<std::uintptr_t>(opened_.floats) % 64);
    EXPECT_EQ(0U, reinterpret_cast<std::uintptr_t>(opened_.integers) % 64);
    tiramisu_close_weight_file(&opened_);
    EXPECT_EQ(nullptr, opened_.floats);
    tiramisu_close_weight_file(&opened_);
    tiramisu_close_weight_file(nullptr);
}

TEST_F(WeightFile, IsNoOtherFile) {
    EXPECT_THAT(refusal(folder_ / "none", fingerprint_),
                HasSubstr("none\" cannot be opened: No such file"));
    EXPECT_THAT(refusal(folder_, fingerprint_), HasSubstr("is no file that can be mapped"));
    EXPECT_THAT(refusal_of(""), HasSubstr("holds no weights: it has 0 bytes"));
    EXPECT_THAT(refusal_of(std::string(1000, 'x')), HasSubstr("holds no weights; give the one"));
    const recorded_errors errors;
    EXPECT_NE(0, tiramisu_open_weight_file(nullptr, fingerprint_, &opened_));
    EXPECT_NE(0, tiramisu_open_weight_file(path_.c_str(), fingerprint_, nullptr));
    EXPECT_THAT(errors.messages(), Each(HasSubstr("a path and a tiramisu_weight_file are needed")));
}

TEST_F(WeightFile, IsThatOfTheNetwork) {
    write(path_, bytes());
    EXPECT_THAT(refusal(path_, fingerprint_ + 1),
                HasSubstr("net.weights\" holds the weights of another network: their fingerprint"));
}

TEST_F(WeightFile, IsOfThisVersionAndByteOrder) {
    for (const std::size_t at : {8, 12}) {
        std::string other = bytes();
        other[at] ^= 2;
        EXPECT_THAT(refusal_of(other),
                    HasSubstr("must be of version 1; compile the network again"));
    }
}

TEST_F(WeightFile, MissesNoBit) {
    const std::string whole = bytes();
    for (std::size_t at = sizeof(tiramisu_weight_file_header); at < whole.size(); at++) {
        const bool is_between = at >= 64 + floats_.size() * sizeof(float) &&
                                at < tiramisu_bytes_before_integers(floats_.size());
        for (int bit = 0; bit < 8 && !is_between; bit++) {
            std::string damaged = whole;
            damaged[at] = static_cast<char>(damaged[at] ^ 1 << bit);
            EXPECT_THAT(refusal_of(damaged), HasSubstr("is damaged: the fingerprint")) << at;
        }
    }
}

TEST_F(WeightFile, SeesSignsThatAreTurnedRound) {
    // The highest bits of words: two of them at once must not make up for each other.
    std::string damaged = bytes();
    damaged[64 + 7] = static_cast<char>(damaged[64 + 7] ^ 0x80);
    damaged[64 + 15] = static_cast<char>(damaged[64 + 15] ^ 0x80);
    EXPECT_THAT(refusal_of(damaged), HasSubstr("is damaged: the fingerprint"));
}

TEST_F(WeightFile, IsAsLongAsItsCounts) {
    const std::string whole = bytes();
    EXPECT_THAT(refusal_of(whole + "more"), HasSubstr("144 bytes, which are not 5 floats and 3"));
    EXPECT_THAT(refusal_of(whole.substr(0, whole.size() - 4)), HasSubstr("is damaged: it has 136"));
    EXPECT_THAT(refusal_of(whole.substr(0, 64)), HasSubstr("is damaged: it has 64 bytes"));
    std::string endless = whole;
    std::memset(endless.data() + 24, 0xff, 16); // both counts
    EXPECT_THAT(refusal_of(endless), HasSubstr("is damaged"));
}

} // namespace
} // namespace tiramisu::testing
