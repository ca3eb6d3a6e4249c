#pragma once

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace tiramisu::core {

/// The elements that a list owned at one moment. Others may be added to it then, and some taken
/// out, which live on here.
template <typename T>
class owned_elements {
public:
    using list = std::vector<std::unique_ptr<T>>;

    /// `owner` has to outlive it.
    explicit owned_elements(list &owner) : owner_(owner) {
        for (const auto &one : owner) {
            order_.push_back(one.get());
        }
    }

    /// Takes those out for which this is true.
    template <typename Condition>
    void take_out(const Condition &is_wanted) {
        const auto wanted = std::stable_partition(
            owner_.begin(), owner_.end(), [&](const auto &one) { return !is_wanted(*one); });
        std::move(wanted, owner_.end(), std::back_inserter(outside_));
        owner_.erase(wanted, owner_.end());
    }

    list &outside() { return outside_; }

    /// The list owns these elements again, in the order in which it did, and no others.
    void restore() {
        if (outside_.empty() && begins_as_it_was()) {
            owner_.resize(order_.size());
            return;
        }
        std::map<const T *, std::unique_ptr<T>> all;
        for (list *from : {&owner_, &outside_}) {
            for (auto &one : *from) {
                const T *place = one.get();
                all.emplace(place, std::move(one));
            }
            from->clear();
        }
        for (const T *place : order_) {
            owner_.push_back(std::move(all.at(place)));
        }
    }

private:
    bool begins_as_it_was() const {
        return owner_.size() >= order_.size() &&
               std::equal(order_.begin(), order_.end(), owner_.begin(),
                          [](const T *place, const auto &one) { return place == one.get(); });
    }

    list &owner_;
    list outside_;
    std::vector<const T *> order_;
};

} // namespace tiramisu::core
