#include "support/file_cache.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include <sys/resource.h>

#include <gtest/gtest.h>

#include "support/byte_text.h"
#include "support/child_process.h"
#include "support/content_hash.h"
#include "support/temporary_folder.h"
#include "support/throws.h"

namespace tiramisu::support {
namespace {

namespace fs = std::filesystem;
using testing::temporary_folder;

TEST(FileCache, FindsWhatWasStored) {
    const temporary_folder folder;
    const file_cache cache(folder.path() + "/new/one", 1000);
    EXPECT_EQ(std::nullopt, cache.find("a"));
    cache.store("a", std::string("x\0y", 3));
    EXPECT_EQ(std::string("x\0y", 3), cache.find("a"));
    cache.store("a", "other");
    EXPECT_EQ("other", cache.find("a"));
}

TEST(FileCache, KeepsWhatAFileHoldsBehindTheContents) {
    const temporary_folder folder;
    const file_cache cache(folder.path() + "/kept", 1 << 24);
    const std::string file = folder.path() + "/file", contents = "some contents";
    text_parts parts;
    parts.refer(std::string_view(contents).substr(0, 5));
    parts.refer(std::string_view(contents).substr(5));
    constexpr std::size_t block = 1 << 20; // that checksums are of
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, block - contents.size(),
                                   block - contents.size() + 1, block, 2 * block + 5}) {
        std::string bytes(size, 'x');
        for (std::size_t i = 0; i < size; i += 1000) {
            bytes[i] = static_cast<char>(i / 1000);
        }
        std::ofstream(file, std::ios::binary) << bytes;
        cache.store("a", parts, file);
        EXPECT_TRUE(cache.find("a") == contents + bytes) << size;
    }
    fs::remove(file);
    cache.store("b", parts, file);
    EXPECT_EQ(std::nullopt, cache.find("b"));
    cache.store("c", parts, folder.path()); // which is no file
    EXPECT_EQ(std::nullopt, cache.find("c"));
}

TEST(FileCache, DamagedFilesAreNone) {
    const temporary_folder folder;
    const file_cache cache(folder.path(), 1000);
    const std::string contents = "some contents";
    cache.store("a", contents);
    const std::string path = folder.path() + "/a.tiramisu";
    const auto size = fs::file_size(path);
    for (std::uintmax_t byte = 0; byte < size; byte++) {
        cache.store("a", contents);
        std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(static_cast<std::streamoff>(byte));
        file.put('~');
        file.close();
        EXPECT_EQ(std::nullopt, cache.find("a")) << byte;
    }
    for (const std::uintmax_t left : {size - 1, std::uintmax_t{10}, std::uintmax_t{0}}) {
        cache.store("a", contents);
        fs::resize_file(path, left);
        EXPECT_EQ(std::nullopt, cache.find("a")) << left;
    }
}

TEST(FileCache, IsBounded) {
    const temporary_folder folder;
    const file_cache cache(folder.path(), 1000);
    const std::string large(400, 'x');
    cache.store("a", large);
    cache.store("b", large);
    const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
    fs::last_write_time(folder.path() + "/a.tiramisu", long_ago);
    fs::last_write_time(folder.path() + "/b.tiramisu", long_ago);
    EXPECT_TRUE(cache.find("a")); // used now
    cache.store("c", large);
    EXPECT_TRUE(cache.find("a"));
    EXPECT_FALSE(cache.find("b"));
    EXPECT_TRUE(cache.find("c"));
    cache.store("d", std::string(1001, 'x'));
    EXPECT_FALSE(cache.find("d"));
    EXPECT_TRUE(cache.find("a"));
}

TEST(FileCache, WithoutAFolderThereIsNothing) {
    const temporary_folder folder;
    std::ofstream(folder.path() + "/file") << "no folder";
    for (const std::string &nowhere : {std::string(), folder.path() + "/file"}) {
        const file_cache cache(nowhere, 1000);
        cache.store("a", "x");
        EXPECT_EQ(std::nullopt, cache.find("a"));
    }
}

TEST(FileCache, LeavesNothingOnAFullDisk) {
    const temporary_folder folder;
    const file_cache cache(folder.path(), 1 << 30);
    EXPECT_TRUE(oracle::holds_in_child([&] {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit few_bytes = {100, 100};
        setrlimit(RLIMIT_FSIZE, &few_bytes);
        cache.store("a", std::string(1 << 20, 'x'));
        return !cache.find("a");
    }));
    EXPECT_TRUE(folder.files().empty());
}

TEST(FileCache, SeveralThreadsMayUseIt) {
    const temporary_folder folder;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++) {
        threads.emplace_back([&] {
            const file_cache cache(folder.path(), 100000);
            for (int round = 0; round < 50; round++) {
                const std::string contents(1000, 'x');
                cache.store("same", contents);
                const auto found = cache.find("same");
                EXPECT_TRUE(!found || *found == contents);
            }
        });
    }
    for (std::thread &one : threads) {
        one.join();
    }
}

TEST(FileCache, IsWholeWhereAWriterIsKilled) {
    const temporary_folder folder;
    const file_cache cache(folder.path(), 1 << 30);
    const std::string contents(1 << 20, 'x');
    for (int round = 0; round < 10; round++) {
        const pid_t writer = fork();
        if (writer == 0) {
            for (;;) {
                cache.store("a", contents);
            }
        }
        usleep(2000 + 1000 * round);
        kill(writer, SIGKILL);
        waitpid(writer, nullptr, 0);
        const auto found = cache.find("a");
        EXPECT_TRUE(!found || *found == contents);
    }
    cache.store("a", contents);
    EXPECT_EQ(contents, cache.find("a"));
}

TEST(FileCache, ForkedProcessesDoNotWaitForThreadsOfTheirParents) {
    const temporary_folder folder;
    const file_cache cache(folder.path(), 1 << 30);
    std::atomic<bool> ends{false};
    std::thread writer([&] {
        while (!ends) {
            cache.store("a", std::string(1 << 18, 'x'));
        }
    });
    for (int round = 0; round < 20; round++) {
        EXPECT_TRUE(oracle::holds_in_child([&] {
            cache.store("b", "y");
            return cache.find("b") == "y";
        }));
    }
    ends = true;
    writer.join();
}

TEST(ContentHash, TellsContentsApart) {
    const auto of = [](std::string_view bytes) {
        content_hash hash;
        hash.add(bytes);
        return hash.text();
    };
    EXPECT_EQ(32U, of("").size());
    EXPECT_EQ(of("abc"), of("abc"));
    std::vector<std::string> all = {of(""),         of(std::string_view("\0", 1)),
                                    of("12345678"), of(std::string_view("12345678\0", 9)),
                                    of("a"),        of("b")};
    std::sort(all.begin(), all.end());
    EXPECT_EQ(all.end(), std::adjacent_find(all.begin(), all.end()));
}

TEST(ByteReader, RefusesRecordsThatEndEarly) {
    byte_writer to;
    to.number(7);
    to.text("abc");
    byte_reader whole(to.bytes());
    EXPECT_EQ(7U, whole.number());
    EXPECT_EQ("abc", whole.text());
    EXPECT_TRUE(whole.is_at_end());
    for (std::size_t size = 0; size < to.bytes().size(); size++) {
        byte_reader cut(std::string_view(to.bytes()).substr(0, size));
        EXPECT_THROW(
            {
                cut.number();
                cut.text();
            },
            internal_error)
            << size;
    }
    byte_writer large;
    large.number(~std::uint64_t{0});
    EXPECT_THROW(byte_reader(large.bytes()).count(8), internal_error);
    EXPECT_THROW(byte_reader(large.bytes()).text(), internal_error);
}

} // namespace
} // namespace tiramisu::support
