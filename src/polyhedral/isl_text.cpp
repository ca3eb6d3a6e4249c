#include "polyhedral/isl_text.h"

#include <algorithm>
#include <cstdio>
#include <memory>

namespace tiramisu::poly {

namespace {

struct close_file {
    void operator()(std::FILE *file) const { std::fclose(file); }
};

} // namespace

std::optional<isl::set> parsed_set(isl::ctx ctx, const std::string &text) {
    isl_set *parsed = isl_set_read_from_str(ctx.get(), text.c_str());
    return parsed == nullptr ? std::nullopt
                             : std::optional(isl::manage(isl_set_drop_unused_params(parsed)));
}

std::optional<isl::map> parsed_map(isl::ctx ctx, const std::string &text) {
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
