#include "nn/framework/layer/kept_code.h"

#include "nn/framework/layer/code_folder.h"
#include "nn/framework/layer/code_key.h"
#include "support/content_hash.h"
#include "support/user_cache.h"

namespace tiramisu::nn {

kept_code::kept_code(const std::string &key, const options &opts) : key_(key), opts_(opts) {
    if (!may_be_kept(opts) || layer_cache_folder().path.empty()) {
        return;
    }
    support::content_hash hash;
    for (const std::string &text :
         {support::library_build(), std::string("layer"), key, kept_text(opts)}) {
        hash.add(text);
    }
    name_ = hash.text();
}

std::optional<std::string> kept_code::record() const {
    const std::optional<std::string> bytes =
        name_.empty() ? std::nullopt : code_folder().find(name_);
    if (!bytes) {
        return std::nullopt;
    }
    try {
        // The whole key stands in the file, so that one that another layer's hash leads to is none.
        support::byte_reader from(*bytes);
        return from.text() == key_ ? std::optional(from.text()) : std::nullopt;
    } catch (const internal_error &) { // it is no such file
        return std::nullopt;
    }
}

void kept_code::store(const std::string &record) const {
    support::byte_writer to;
    to.text(key_);
    to.text(record);
    code_folder().store(name_, to.bytes());
}

} // namespace tiramisu::nn
