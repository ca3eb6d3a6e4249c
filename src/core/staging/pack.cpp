#include <algorithm>

#include "core/commands/loop_commands.h"
#include "core/program/buffer_text.h"
#include "core/program/give_command.h"
#include "core/program/staging.h"
#include "core/program/storage.h"
#include "core/staging/staging_families.h"

// pack: the window of a copy lies in blocks of one of its dimensions, as libraries pack the panels
// of a matrix. Element [r0, .., d, .., rn] is at [d / size][r0, .., rn without d][d % size].

namespace tiramisu::core {

namespace {

class packer {
public:
    packer(computation_state &copy, const command &what)
        : copy_(copy), what_(what), made_(staging_of_copy()), window_(*made_.window) {}

    void run() {
        const int size = std::get<int>(what_.arguments[1]);
        if (size < 1) {
            refuse("a block has " + std::to_string(size) + " elements; it has at least 1");
        }
        require_unstored();
        const std::size_t packed = dimension();
        std::vector<expr> sizes = {blocks_of(packed, size)}, indices = {index(packed) / size};
        for (std::size_t dim = 0; dim < made_.box.sizes.size(); ++dim) {
            if (dim != packed) {
                sizes.push_back(size_along(dim));
                indices.push_back(index(dim));
            }
        }
        sizes.emplace_back(size);
        indices.push_back(index(packed) % size);
        allocate_storage(window_, std::move(sizes), a_temporary, what_.where);
        window_.storage->is_automatic = true;
        window_.storage_indices = std::move(indices);
    }

private:
    computation_state &copy_;
    const command &what_;
    const staging &made_;
    computation_state &window_;

    [[noreturn]] void refuse(const std::string &problem) const {
        throw user_error(subject(copy_), call_text(what_), problem, what_.where);
    }

    const staging &staging_of_copy() const {
        const auto &all = copy_.owner->stagings;
        const auto made = std::find_if(all.begin(), all.end(),
                                       [&](const auto &one) { return one->load == &copy_; });
        if (made == all.end()) {
            refuse("is for what cache_read and cache_write copy into a window; store_in() says "
                   "where others lie");
        }
        return **made;
    }

    /// By this command, or by the program.
    void require_unstored() const {
        if (window_.storage != nullptr && window_.storage->is_automatic) {
            refuse("lies in blocks already");
        }
        if (window_.storage != nullptr) {
            refuse("is stored in " + buffer_text(*window_.storage) +
                   " by the program; leave one of both out");
        }
    }

    const iterator &along(std::size_t dim) const {
        return window_.iterators[dim + static_cast<std::size_t>(made_.kept_around())];
    }
    expr index(std::size_t dim) const { return expr::variable(along(dim).name, along(dim).type); }
    expr size_along(std::size_t dim) const {
        return expr(static_cast<std::int32_t>(made_.box.sizes[dim]));
    }
    expr blocks_of(std::size_t dim, int size) const {
        return expr(static_cast<std::int32_t>((made_.box.sizes[dim] + size - 1) / size));
    }

    /// Dimensions have the names of the copy's loops as they were when it was made.
    std::size_t dimension() const {
        const auto &asked = std::get<loop_reference>(what_.arguments[0]);
        const int around = made_.kept_around();
        std::string all;
        for (std::size_t dim = 0; dim < made_.box.sizes.size(); ++dim) {
            const bool is_level =
                asked.name.empty() && asked.level == around + static_cast<int>(dim);
            if (is_level || asked.name == along(dim).name) {
                return dim;
            }
            all += (all.empty() ? "\"" : ", \"") + along(dim).name + "\"";
        }
        refuse("the window has no such dimension; it has " + all);
    }
};

// pack(dimension, size)
void pack(computation_state &copy, const command &what) {
    packer(copy, what).run();
}

} // namespace

command_family layout_family() {
    return {{"pack", {"LN"}, nullptr, pack}};
}

} // namespace tiramisu::core

namespace tiramisu {

computation &schedule_commands::pack(const var &dimension, int size, source_place where) {
    core::give(self(), "pack", {loop_reference(dimension), size}, where);
    return self();
}

} // namespace tiramisu
