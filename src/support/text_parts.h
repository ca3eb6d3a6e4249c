#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tiramisu::support {

/// A long text in parts, of which large ones lie elsewhere and are not copied.
class text_parts {
public:
    text_parts() = default;
    /// Of one part, to which refer() applies.
    explicit text_parts(std::string_view part) { refer(part); }
    text_parts(text_parts &&) = default;
    text_parts &operator=(text_parts &&) = default;

    /// A part that has to stay where it is for as long as this text.
    void refer(std::string_view part) {
        size_ += part.size();
        parts_.push_back(part);
    }
    /// The part as it is kept: it may change, but not its size.
    std::string &add(std::string part) {
        own_.push_back(std::move(part)); // no other part moves
        refer(own_.back());
        return own_.back();
    }

    std::size_t size() const { return size_; }
    const std::vector<std::string_view> &parts() const { return parts_; }
    std::string whole() const {
        std::string all;
        all.reserve(size_);
        for (const std::string_view part : parts_) {
            all += part;
        }
        return all;
    }

private:
    std::deque<std::string> own_;
    std::vector<std::string_view> parts_;
    std::size_t size_ = 0;
};

} // namespace tiramisu::support
