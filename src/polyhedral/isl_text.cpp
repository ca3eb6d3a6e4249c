#include "polyhedral/isl_text.h"

#include <algorithm>
#include <cstdio>
#include <memory>

namespace tiramisu::poly {

namespace {

struct close_file {
    void operator()(std::FILE *file) const { std::fclose(file); }
};

/// isl reads what is in parentheses by calling itself.
bool is_too_deep(isl::ctx ctx, const std::string &text) {
    constexpr int most = 1000;
    int open = 0, deepest = 0;
    for (const char one : text) {
        open += one == '(' ? 1 : one == ')' ? -1 : 0;
        deepest = std::max(deepest, open);
    }
    if (deepest <= most) {
        return false;
    }
    // isl keeps the address of the text, not a copy.
    isl_handle_error(ctx.get(), isl_error_invalid,
                     "more than 1000 parentheses are open inside of one another", __FILE__,
                     __LINE__);
    return true;
}

} // namespace

std::optional<isl::set> parsed_set(isl::ctx ctx, const std::string &text) {
    if (is_too_deep(ctx, text)) {
        return std::nullopt;
    }
    isl_set *parsed = isl_set_read_from_str(ctx.get(), text.c_str());
    return parsed == nullptr ? std::nullopt
                             : std::optional(isl::manage(isl_set_drop_unused_params(parsed)));
}

std::optional<isl::map> parsed_map(isl::ctx ctx, const std::string &text) {
    if (is_too_deep(ctx, text)) {
        return std::nullopt;
    }
    isl_map *parsed = isl_map_read_from_str(ctx.get(), text.c_str());
    return parsed == nullptr ? std::nullopt
                             : std::optional(isl::manage(isl_map_drop_unused_params(parsed)));
}

std::size_t read_until(isl::ctx ctx, std::string text) {
    const std::unique_ptr<std::FILE, close_file> file(fmemopen(text.data(), text.size(), "r"));
    isl_set_free(isl_set_read_from_file(ctx.get(), file.get()));
    const long position = std::ftell(file.get());
    return std::min(text.size(), static_cast<std::size_t>(std::max(0L, position)));
}

} // namespace tiramisu::poly
