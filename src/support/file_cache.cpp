#include "support/file_cache.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include "support/content_hash.h"
#include "support/input_file.h"
#include "support/output_files.h"
#include "support/verbose.h"
#include "tiramisu/error.h"

namespace tiramisu::support {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t checksum_size = 32;
constexpr const char *ending = ".tiramisu";
/// Incomplete files, whose names begin with a point, of processes that ended.
constexpr std::chrono::hours abandoned_after{24};

/// What is read and summed up at once.
constexpr std::size_t block_size = std::size_t{1} << 20;

/// Of blocks, so that it is known when a file was written that is larger than memory should hold.
class checksum {
public:
    void add(std::string_view bytes) {
        while (!bytes.empty()) {
            const std::string_view taken = bytes.substr(0, block_size - block_.size());
            block_ += taken;
            bytes.remove_prefix(taken.size());
            if (block_.size() == block_size) {
                add_block();
            }
        }
    }
    std::string text() {
        add_block();
        return sum_.text();
    }

private:
    std::string block_;
    content_hash sum_;

    void add_block() {
        sum_.add(block_);
        block_.clear();
    }
};

std::string checksum_of(std::string_view contents) {
    checksum sum;
    sum.add(contents);
    return sum.text();
}

/// A file that begins with the checksum of what follows.
class checked_file {
public:
    explicit checked_file(const std::string &path) : file_(path, std::ios::binary) {
        file_ << std::string(checksum_size, ' ');
    }

    void write(std::string_view bytes) {
        sum_.add(bytes);
        file_ << bytes;
    }
    void write_file(const std::string &path) {
        std::ifstream from(path, std::ios::binary);
        std::string block(block_size, '\0');
        while (from.read(block.data(), static_cast<std::streamsize>(block.size())) ||
               from.gcount() > 0) {
            write(std::string_view(block).substr(0, static_cast<std::size_t>(from.gcount())));
        }
        if (!from.eof()) {
            throw io_error(path, "read", "it is not there, or the file system refuses");
        }
    }
    /// Whether all has been written.
    bool finish() {
        file_.seekp(0) << sum_.text();
        file_.close();
        return !file_.fail();
    }

private:
    std::ofstream file_;
    checksum sum_;
};

struct kept_file {
    fs::path path;
    std::uint64_t bytes;
    fs::file_time_type used;
};

/// Files of the folder, those that were not used for the longest time first.
std::vector<kept_file> files_of(const std::string &folder) {
    std::vector<kept_file> all;
    std::error_code failed; // another process may take any of them away
    for (const fs::directory_entry &one : fs::directory_iterator(folder, failed)) {
        const std::uint64_t bytes = one.file_size(failed);
        const fs::file_time_type used = one.last_write_time(failed);
        if (!failed && one.path().extension() == ending && one.is_regular_file(failed)) {
            all.push_back({one.path(), bytes, used});
        }
        failed.clear();
    }
    std::sort(all.begin(), all.end(),
              [](const kept_file &left, const kept_file &right) { return left.used < right.used; });
    return all;
}

bool is_incomplete(const kept_file &one) {
    return one.path.filename().string().front() == '.';
}

bool is_abandoned(const kept_file &one) {
    return is_incomplete(one) && fs::file_time_type::clock::now() - one.used > abandoned_after;
}

} // namespace

std::string file_cache::path_of(const std::string &key) const {
    return (fs::path(folder_) / (key + ending)).string();
}

std::optional<std::string> file_cache::find(const std::string &key) const {
    try {
        std::error_code failed;
        if (folder_.empty() || !fs::is_regular_file(path_of(key), failed)) {
            return std::nullopt;
        }
        std::string all = text_of_file(path_of(key));
        if (all.size() < checksum_size ||
            checksum_of(std::string_view(all).substr(checksum_size)) !=
                std::string_view(all).substr(0, checksum_size)) {
            tell("\"" + path_of(key) + "\" is damaged, and made again");
            return std::nullopt;
        }
        fs::last_write_time(path_of(key), fs::file_time_type::clock::now(), failed);
        all.erase(0, checksum_size);
        return all;
    } catch (const std::exception &) {
        return std::nullopt;
    }
}

void file_cache::store(const std::string &key, std::string_view contents) const {
    store(key, text_parts(contents));
}

void file_cache::store(const std::string &key, const text_parts &contents,
                       const std::string &file) const {
    try {
        const std::uint64_t bytes =
            checksum_size + contents.size() + (file.empty() ? 0 : fs::file_size(file));
        if (folder_.empty() || bytes > most_bytes_) {
            return;
        }
        fs::create_directories(folder_);
        make_room(bytes);
        output_files files;
        checked_file made(files.stage(path_of(key)));
        for (const std::string_view part : contents.parts()) {
            made.write(part);
        }
        if (!file.empty()) {
            made.write_file(file);
        }
        if (!made.finish()) {
            throw io_error(path_of(key), "write", "the file system refuses");
        }
        files.commit();
    } catch (const std::exception &reason) {
        tell("\"" + folder_ + "\" keeps nothing: " + reason.what());
    }
}

void file_cache::make_room(std::uint64_t bytes) const {
    const std::vector<kept_file> all = files_of(folder_);
    std::uint64_t taken = bytes;
    for (const kept_file &one : all) {
        taken += one.bytes;
    }
    for (const kept_file &one : all) {
        const bool is_too_much = taken > most_bytes_ && !is_incomplete(one);
        if (is_too_much || is_abandoned(one)) {
            std::error_code failed;
            fs::remove(one.path, failed);
            taken -= one.bytes;
        }
    }
}

} // namespace tiramisu::support
