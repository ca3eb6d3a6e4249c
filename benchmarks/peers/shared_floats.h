#pragma once

#include <cstddef>
#include <string>

namespace tiramisu::bench {

/// Numbers that another process sees, too, while this object lives.
class shared_floats {
public:
    /// Throws std::runtime_error if there is no memory.
    explicit shared_floats(std::size_t count);
    shared_floats(const shared_floats &) = delete;
    shared_floats &operator=(const shared_floats &) = delete;
    ~shared_floats();

    float *data() const { return data_; }
    /// Where a process of the same user finds them.
    std::string path() const;

private:
    std::size_t bytes_;
    int file_ = -1;
    float *data_ = nullptr;
};

} // namespace tiramisu::bench
