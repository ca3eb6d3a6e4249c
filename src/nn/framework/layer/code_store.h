#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "tiramisu/nn/layer_cache.h"

namespace tiramisu::nn {

/// Code by what it is made of, up to a bound in bytes.
class code_store {
public:
    struct made {
        std::shared_ptr<const void> code;
        std::size_t bytes;
        bool was_kept = false; ///< on disk, and not compiled
    };

    /// Of this process.
    static code_store &here();

    /// What is kept under the key; else what `make` makes, which is kept. Of threads that ask for
    /// the same at once, one makes it. If `make` throws, the next one tries.
    std::shared_ptr<const void> get(const std::string &key, const std::function<made()> &make);
    /// What `make` makes, without keeping it.
    std::shared_ptr<const void> get_new(const std::function<made()> &make);

    layer_cache_contents contents() const;
    void set_bound(std::size_t bytes);
    void clear();

private:
    /// Of a key: code, or what is to become it.
    struct slot {
        std::mutex making; ///< held by the thread that makes the code
        int process;       ///< that thread's: in a forked one it does not exist
        std::shared_ptr<const void> code;
        std::size_t bytes = 0;
        std::uint64_t used = 0; ///< the larger, the later
    };

    std::map<std::string, std::shared_ptr<slot>> slots_;
    std::size_t bytes_ = 0, bound_ = std::size_t{256} << 20;
    std::uint64_t clock_ = 0, compiled_ = 0, shared_ = 0, loaded_ = 0;

    // All but get() are called while without_forks().

    std::shared_ptr<slot> slot_of(const std::string &key);
    void count(const made &code);
    void keep(const std::string &key, const std::shared_ptr<slot> &of, const made &code);
    void forget(const std::string &key);
    void forget_beyond_bound();
};

} // namespace tiramisu::nn
