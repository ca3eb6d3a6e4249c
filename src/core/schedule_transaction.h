#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/state.h"

namespace tiramisu::core {

/// Takes back, when it goes, all schedule commands given since it was made and what they added to
/// the function, unless keep() was called.
class schedule_transaction {
public:
    explicit schedule_transaction(function_state &function);
    schedule_transaction(const schedule_transaction &) = delete;
    schedule_transaction &operator=(const schedule_transaction &) = delete;
    ~schedule_transaction();

    void keep() { kept_ = true; }

private:
    /// What commands may change of a definition.
    struct definition {
        const computation_state *of;
        std::vector<iterator> iterators;
        int derived_iterators;
        isl::set domain;
        std::vector<run_time_bound> bounds;
        expr value, predicate;
        std::vector<expr> target;
        buffer_state *storage;
        std::optional<std::vector<expr>> storage_indices;
        std::vector<computation_state *> updates;
        loop_nest nest;
        bool is_inlined;
        int fixed_loops;
    };
    using computation_list = std::vector<std::unique_ptr<computation_state>>;

    static std::vector<definition> definitions_of(const computation_list &computations);
    static void restore(computation_list &computations, std::vector<definition> &before);
    void roll_back();

    function_state &function_;
    std::vector<definition> definitions_, staged_;
    statement_order order_;
    std::size_t commands_, notes_, stagings_, buffers_, buffer_handles_;
    bool kept_ = false;
};

} // namespace tiramisu::core
