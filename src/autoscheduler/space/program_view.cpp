#include "autoscheduler/space/program_view.h"

#include <algorithm>

#include "autoscheduler/space/affine_view.h"
#include "autoscheduler/space/algorithm_view.h"
#include "autoscheduler/space/carried.h"
#include "autoscheduler/space/machine.h"
#include "autoscheduler/space/verdict.h"
#include "core/meaning/meaning.h"
#include "core/program/public_call.h"

namespace tiramisu::tune {

bool index_view::is_plain(std::size_t iterator) const {
    for (std::size_t i = 0; i < coefficients.size(); ++i) {
        if (coefficients[i] != (i == iterator ? 1 : 0)) {
            return false;
        }
    }
    return is_affine && most == 0;
}

bool access_view::uses(std::size_t iterator) const {
    return std::any_of(indices.begin(), indices.end(), [&](const index_view &index) {
        return !index.is_affine || index.coefficients[iterator] != 0;
    });
}

bool access_view::is_affine() const {
    return std::all_of(indices.begin(), indices.end(),
                       [](const index_view &index) { return index.is_affine; });
}

std::vector<std::size_t> statement_view::spatial() const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < iterators.size(); ++i) {
        if (!iterators[i].is_reduction) {
            found.push_back(i);
        }
    }
    return found;
}

std::vector<std::size_t> statement_view::reduced() const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < iterators.size(); ++i) {
        if (iterators[i].is_reduction) {
            found.push_back(i);
        }
    }
    return found;
}

long statement_view::extent_of(const std::vector<std::size_t> &of) const {
    long product = 1;
    for (const std::size_t i : of) {
        product *= iterators[i].extent;
    }
    return product;
}

double statement_view::instances() const {
    double product = 1;
    for (const iterator_view &one : iterators) {
        product *= static_cast<double>(one.extent);
    }
    return product;
}

std::size_t statement_view::contiguous() const {
    for (std::size_t i = iterators.size(); i-- > 0;) {
        if (write.strides[i] == 1) {
            return i;
        }
    }
    return iterators.empty() ? 0 : iterators.size() - 1;
}

double buffer_view::bytes() const {
    double product = element_bytes;
    for (const long size : sizes) {
        product *= static_cast<double>(size);
    }
    return product;
}

const statement_view &program_view::main_of(std::size_t stage) const {
    return statements[stages[stage].statements.back()];
}

program_view view_of(const function &what, const std::vector<buffer *> &arguments,
                     const std::map<std::string, long> &sizes, const machine &target,
                     source_place where) {
    core::function_state &state = *what.state();
    program_view view{what.get_name(), what.algorithm_text(), {}, {}, {}, what.get_schedule()};
    view.base = base_schedule(what, arguments, where);
    core::answer(state, {core::subject(state), "auto_schedule", where}, [&] {
        const with_schedule given(state, view.base, where);
        const auto meant = core::meaning_of(state, arguments, where);
        const auto with_constants = [&](constants known) {
            for (const core::program_scalar &one : meant->resolved.constants) {
                if (const auto value = value_of(one.value, known)) {
                    known[one.name] = *value;
                }
            }
            return known;
        };
        add_algorithm(view, state, *meant, with_constants(sizes), with_constants({}));
    });
    constexpr int usual_element = 4;
    view.cores = target.threads;
    view.lanes = target.vector_bytes / usual_element;
    view.registers = target.registers;
    view.cache_bytes = target.l1_bytes;
    for (const command &given : view.base.commands()) {
        for (stage_view &stage : view.stages) {
            for (const std::size_t statement : stage.statements) {
                stage.shares_loops |= view.statements[statement].id == given.computation;
            }
            for (const command_argument &argument : given.arguments) {
                const auto *other = std::get_if<computation_reference>(&argument);
                stage.shares_loops |= other != nullptr && other->id == stage.name;
            }
        }
    }
    for (stage_view &stage : view.stages) {
        const statement_view &only = view.statements[stage.statements.back()];
        stage.can_be_inlined =
            stage.is_temporary && stage.statements.size() == 1 && !stage.consumers.empty() &&
            !only.reads_itself && !stage.shares_loops &&
            verdict_of(what, view.base.with({only.id, "compute_inline", {}}), arguments, where)
                .is_legal();
    }
    find_tilings(view, what, arguments, where);
    return view;
}

} // namespace tiramisu::tune
