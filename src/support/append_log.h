#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace tiramisu::support {

/// A list that grows at its end. Copies share their elements, so that copying costs the same
/// however long the list is, and so does adding to it: only a list of which a copy has grown
/// another way copies its elements first. All copies of a list belong to one thread.
template <typename T>
class append_log {
public:
    using value_type = T;
    using const_iterator = const T *;
    using const_reverse_iterator = std::reverse_iterator<const_iterator>;

    append_log() = default;
    append_log(std::initializer_list<T> elements)
        : shared_(std::make_shared<std::vector<T>>(elements)), size_(elements.size()) {}
    append_log(const append_log &) = default;
    append_log(append_log &&other) noexcept
        : shared_(std::move(other.shared_)), size_(std::exchange(other.size_, 0)) {}
    append_log &operator=(append_log other) noexcept {
        std::swap(shared_, other.shared_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~append_log() = default;

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    /// Elements stay where they are until one of the copies grows.
    const T &operator[](std::size_t at) const { return begin()[at]; }
    const T &front() const { return *begin(); }
    const T &back() const { return end()[-1]; }
    const_iterator begin() const { return shared_ ? shared_->data() : nullptr; }
    const_iterator end() const { return begin() + size_; }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
    operator std::vector<T>() const { return {begin(), end()}; }

    void push_back(T element) {
        if (!shared_) {
            shared_ = std::make_shared<std::vector<T>>();
        } else if (shared_->size() != size_) {
            drop_what_others_added();
        }
        shared_->push_back(std::move(element));
        ++size_;
    }

private:
    void drop_what_others_added() {
        if (shared_.use_count() == 1) {
            shared_->erase(shared_->begin() + static_cast<std::ptrdiff_t>(size_), shared_->end());
        } else {
            shared_ = std::make_shared<std::vector<T>>(begin(), end());
        }
    }

    std::shared_ptr<std::vector<T>> shared_; ///< the first elements are those of this list
    std::size_t size_ = 0;
};

} // namespace tiramisu::support
