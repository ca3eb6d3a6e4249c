#include "nn/framework/layer/code_store.h"

#include <unistd.h>

#include <algorithm>
#include <vector>

#include "nn/framework/perf_db/without_forks.h"
#include "support/immortal.h"

namespace tiramisu::nn {

code_store &code_store::here() {
    static code_store &all = support::immortal<code_store>();
    return all;
}

std::shared_ptr<const void> code_store::get(const std::string &key,
                                            const std::function<made()> &make) {
    const std::shared_ptr<slot> mine = [&] {
        const auto lock = without_forks();
        return slot_of(key);
    }();
    const std::lock_guard<std::mutex> others_wait(mine->making);
    {
        const auto lock = without_forks();
        if (mine->code != nullptr) {
            shared_++;
            mine->used = ++clock_;
            return mine->code;
        }
    }
    try {
        const made code = make();
        const auto lock = without_forks();
        keep(key, mine, code);
        return code.code;
    } catch (...) {
        const auto lock = without_forks();
        forget(key);
        throw;
    }
}

std::shared_ptr<const void> code_store::get_new(const std::function<made()> &make) {
    const made code = make();
    const auto lock = without_forks();
    count(code);
    return code.code;
}

std::shared_ptr<code_store::slot> code_store::slot_of(const std::string &key) {
    std::shared_ptr<slot> &found = slots_[key];
    if (found == nullptr || (found->code == nullptr && found->process != getpid())) {
        found = std::make_shared<slot>();
        found->process = getpid();
    }
    return found;
}

void code_store::count(const made &code) {
    (code.was_kept ? loaded_ : compiled_)++;
}

void code_store::keep(const std::string &key, const std::shared_ptr<slot> &of, const made &code) {
    count(code);
    forget(key); // another one may be there, if all was cleared meanwhile
    of->code = code.code;
    of->bytes = code.bytes;
    of->used = ++clock_;
    slots_[key] = of;
    bytes_ += of->bytes;
    forget_beyond_bound();
}

void code_store::forget(const std::string &key) {
    const auto found = slots_.find(key);
    if (found != slots_.end()) {
        bytes_ -= found->second->bytes;
        slots_.erase(found);
    }
}

void code_store::forget_beyond_bound() {
    while (bytes_ > bound_) {
        const auto oldest =
            std::min_element(slots_.begin(), slots_.end(), [](const auto &left, const auto &right) {
                const slot &one = *left.second, &other = *right.second;
                return one.code != nullptr && (other.code == nullptr || one.used < other.used);
            });
        forget(std::string(oldest->first));
    }
}

layer_cache_contents code_store::contents() const {
    std::vector<const std::pair<const std::string, std::shared_ptr<slot>> *> all;
    for (const auto &one : slots_) {
        if (one.second->code != nullptr) {
            all.push_back(&one);
        }
    }
    std::sort(all.begin(), all.end(), [](const auto *left, const auto *right) {
        return left->second->used > right->second->used;
    });
    layer_cache_contents told;
    for (const auto *one : all) {
        told.layers.push_back({one->first, one->second->bytes});
    }
    told.bytes = bytes_;
    told.bound = bound_;
    told.compiled = compiled_;
    told.shared = shared_;
    told.loaded = loaded_;
    return told;
}

void code_store::set_bound(std::size_t bytes) {
    bound_ = bytes;
    forget_beyond_bound();
}

void code_store::clear() {
    for (auto at = slots_.begin(); at != slots_.end();) {
        at = at->second->code != nullptr ? slots_.erase(at) : std::next(at);
    }
    bytes_ = 0;
}

layer_cache_contents layer_cache() {
    const auto lock = without_forks();
    return code_store::here().contents();
}

void set_layer_cache_bound(std::size_t bytes) {
    const auto lock = without_forks();
    code_store::here().set_bound(bytes);
}

void clear_layer_cache() {
    const auto lock = without_forks();
    code_store::here().clear();
}

} // namespace tiramisu::nn
