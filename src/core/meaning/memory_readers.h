#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/program/memory_accesses.h"
#include "polyhedral/dependence.h"

namespace tiramisu::core {

/// First definitions.
using definitions = std::set<const computation_state *>;

/// Who may read what a computation leaves in memory. A read by name is one of the computation that
/// is named, and of those declared between it and the reader, which may go on with its values: who
/// writes the element later leaves nothing for it. Inputs name memory, and so do indices outside of
/// the domain of what is named. Of itself a computation reads nobody else.
class memory_readers {
public:
    memory_readers(const function_state &function,
                   const std::vector<poly::memory_access> &accesses);

    /// Those that read in a circle what others of them write.
    definitions circles() const;

    /// Those that write temporaries of which only computations declared before them read what they
    /// write, and these: one after another, the former would compute for nobody.
    definitions read_only_before() const;

    /// Whether in this order the values of each of the former reach a reader.
    bool all_are_read(const poly::timestamps &order) const;

private:
    struct user {
        const poly::memory_access *access;
        const computation_state *definition;
    };
    /// What runs after which, if the one reads what the other has written.
    struct use {
        std::string writer, reader;
        isl::map pairs; ///< { W[i] -> R[j] }
    };
    /// Uses of a computation's values by those declared before it.
    struct uses_before {
        bool has_others = false;
        std::vector<use> uses;
        definitions readers;
    };

    void note(const user &write, const user &read);
    isl::map read_from(const computation_state &writer, const user &read);
    const isl::map &read_of_memory(const poly::memory_access &read, const computation_state &named);
    bool is_declared_before(const computation_state &one, const computation_state &other) const;
    bool reaches(const computation_state *from, const computation_state *goal,
                 definitions &seen) const;

    const function_state &function_;
    std::map<const computation_state *, std::size_t> places_; ///< of declaration
    std::map<const computation_state *, definitions> readers_;
    std::map<const computation_state *, uses_before> before_; ///< of what is in temporaries only
    std::map<const poly::memory_access *, isl::map> of_memory_;
};

} // namespace tiramisu::core
