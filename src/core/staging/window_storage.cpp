#include "core/staging/window_storage.h"

#include <algorithm>

#include "core/expr/expr_text.h"
#include "core/program/buffer_text.h"
#include "core/program/storage_bounds.h"
#include "core/program/unknown_name.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

class window_storage {
public:
    window_storage(const function_state &function, const staging &what,
                   const running_program &running)
        : function_(function), what_(what), window_(*what.window), running_(running) {}

    std::vector<program_check> checks() const {
        require_known_names();
        require_memory_of_its_own();
        require_an_element_for_each_value();
        return storage_checks(function_, running_.resolved().arguments, accesses());
    }

private:
    const function_state &function_;
    const staging &what_;
    const computation_state &window_;
    const running_program &running_;

    [[noreturn]] void refuse(const std::string &problem) const {
        const std::string indices =
            window_.storage_indices ? expr_list_text(*window_.storage_indices) : "";
        throw user_error(subject(*what_.consumer), what_.call,
                         "keeps values of \"" + what_.source->name + "\" in " +
                             buffer_text(*window_.storage) + ", at {" + indices +
                             "}, where the program stores \"" + window_.name + "\": " + problem,
                         window_.where);
    }

    /// As after a command that gives its iterators other names.
    void require_known_names() const {
        std::vector<std::string> iterators;
        for (const iterator &it : window_.iterators) {
            iterators.push_back(it.name);
        }
        for (const expr &index : window_.storage_indices.value_or(std::vector<expr>())) {
            if (const auto unknown = first_unknown_name(function_, index, iterators)) {
                std::string all;
                for (const std::string &name : iterators) {
                    all += (all.empty() ? "\"" : ", \"") + name + "\"";
                }
                refuse("\"" + *unknown + "\" is no iterator of it; those are " + all +
                       ", so give the command the names that store_in() uses");
            }
        }
    }

    void require_memory_of_its_own() const {
        const auto lies_there = [&](const auto &other) {
            return other->base == other.get() && other.get() != &window_ &&
                   other->storage == window_.storage;
        };
        for (const auto *all : {&function_.computations, &function_.staged_computations}) {
            const auto other = std::find_if(all->begin(), all->end(), lies_there);
            if (other != all->end()) {
                refuse("\"" + (*other)->name + "\" lies there, too; give it a buffer of its own");
            }
        }
        const std::vector<program_buffer> &arguments = running_.resolved().arguments;
        if (std::any_of(arguments.begin(), arguments.end(), [&](const program_buffer &one) {
                return one.name == window_.storage->name;
            })) {
            refuse("that is an argument of the function, and each iteration has a window of its "
                   "own; give it a temporary");
        }
    }

    /// Of copies: values that are computed in a window are ordered by what they do in memory.
    void require_an_element_for_each_value() const {
        const computation_state *copy = what_.load != nullptr ? what_.load : what_.store;
        if (copy == nullptr) {
            return;
        }
        const running_statement &statement = running_.at(copy->id);
        const auto own = std::find_if(
            statement.accesses.begin(), statement.accesses.end(),
            [&](const auto &access) { return access.buffer == window_.storage->name; });
        if (own == statement.accesses.end()) {
            return; // nothing is copied
        }
        if (!own->exact) {
            refuse(
                "these indices are not affine in its iterators, so that nobody knows which values "
                "share an element");
        }
        const isl::map loops = leading_dimensions(*statement.definition, what_.around());
        if (!poly::side_by_side(loops, own->relation).is_injective()) {
            refuse("several of them, which an iteration reads, would lie in one element; give it "
                   "indices that tell them apart");
        }
    }

    std::vector<poly::memory_access> accesses() const {
        std::vector<poly::memory_access> all;
        for (const auto &[id, statement] : running_.statements()) {
            for (const poly::memory_access &access : statement.accesses) {
                if (access.buffer == window_.storage->name) {
                    all.push_back(access);
                }
            }
        }
        return all;
    }
};

} // namespace

std::vector<program_check> checks_of_window(const function_state &function, const staging &what,
                                            const running_program &running) {
    return what.window->storage->is_automatic ? std::vector<program_check>()
                                              : window_storage(function, what, running).checks();
}

} // namespace tiramisu::core
