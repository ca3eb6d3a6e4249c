#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace tiramisu::testing {

/// Which of the elements lies at the border of a page.
enum class page_border { before_first, after_last };

/// Elements between two pages that may not be touched, next to one of them.
template <typename T>
class guarded_memory {
public:
    explicit guarded_memory(const std::vector<T> &elements,
                            page_border border = page_border::after_last)
        : count_(elements.size()), border_(border),
          inside_(pages(elements.size() * sizeof(T)) * page()) {
        void *mapped =
            mmap(nullptr, inside_ + 2 * page(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (mapped == MAP_FAILED) {
            throw std::runtime_error("no memory could be mapped");
        }
        start_ = static_cast<char *>(mapped);
        if (mprotect(start_ + page(), inside_, PROT_READ | PROT_WRITE) != 0) {
            throw std::runtime_error("mapped memory could not be made accessible");
        }
        std::copy(elements.begin(), elements.end(), data());
    }
    ~guarded_memory() { munmap(start_, inside_ + 2 * page()); }
    guarded_memory(const guarded_memory &) = delete;
    guarded_memory &operator=(const guarded_memory &) = delete;

    T *data() {
        const std::size_t before =
            border_ == page_border::after_last ? inside_ - count_ * sizeof(T) : 0;
        return reinterpret_cast<T *>(start_ + page() + before);
    }
    std::vector<T> elements() { return {data(), data() + count_}; }

private:
    std::size_t count_;
    page_border border_;
    std::size_t inside_;
    char *start_ = nullptr;

    static std::size_t page() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
    static std::size_t pages(std::size_t bytes) { return bytes / page() + 1; }
};

} // namespace tiramisu::testing
