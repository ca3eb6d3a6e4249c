#include "core/program/schedule_transaction.h"

#include <algorithm>

#include "core/program/staging.h"

namespace tiramisu::core {

namespace {

std::vector<computation_state *> all_of(const function_state &function) {
    std::vector<computation_state *> all;
    for (const auto *list : {&function.computations, &function.staged_computations}) {
        for (const auto &one : *list) {
            all.push_back(one.get());
        }
    }
    return all;
}

} // namespace

schedule_transaction::schedule_transaction(function_state &function)
    : schedule_transaction(function, all_of(function)) {
    buffers_.clear();
    for (const auto &one : function.buffers) {
        buffers_.push_back({one.get(), *one});
    }
}

schedule_transaction::schedule_transaction(function_state &function,
                                           const std::vector<computation_state *> &changed)
    : function_(function), value_(function), staged_(function.staged_computations.size()),
      stagings_(function.stagings.size()), buffer_count_(function.buffers.size()) {
    for (computation_state *one : changed) {
        save(*one);
    }
    for (const auto &one : function.computations) {
        computations_.push_back(one.get());
    }
}

schedule_transaction::~schedule_transaction() {
    if (!kept_) {
        roll_back();
    }
}

void schedule_transaction::save(computation_state &definition) {
    definitions_.push_back({&definition, definition});
    if (definition.storage != nullptr) {
        buffers_.push_back({definition.storage, *definition.storage});
    }
}

// rfactor puts computations between others; everything else is added at the end.
void schedule_transaction::roll_back() {
    std::sort(computations_.begin(), computations_.end());
    const auto is_new = [&](const auto &one) {
        return !std::binary_search(computations_.begin(), computations_.end(), one.get());
    };
    owners<computation_state> &all = function_.computations;
    function_.stagings.resize(stagings_);
    function_.staged_computations.resize(staged_);
    all.erase(std::remove_if(all.begin(), all.end(), is_new), all.end());
    function_.buffer_handles.resize(buffer_count_);
    function_.buffers.resize(buffer_count_);
    for (auto &one : definitions_) {
        static_cast<definition_value &>(*one.of) = std::move(one.value);
    }
    for (auto &one : buffers_) {
        *one.of = std::move(one.value);
    }
    static_cast<function_value &>(function_) = std::move(value_);
}

std::vector<computation_state *> changed_by(function_state &function, const command &what) {
    std::vector<computation_state *> changed;
    const auto add = [&](const std::string &id) {
        computation_state *named = function.find_definition(id);
        if (named != nullptr) {
            changed.push_back(named);
        }
        if (named != nullptr && named->base != named) {
            changed.push_back(named->base);
        }
    };
    add(what.computation);
    for (const command_argument &argument : what.arguments) {
        if (const auto *other = std::get_if<computation_reference>(&argument)) {
            add(other->id);
        }
    }
    for (const auto &made : function.stagings) {
        for (const staging::computed_part &part : made->computed) {
            if (part.original->id == what.computation) {
                changed.push_back(part.inside);
            }
        }
    }
    return changed;
}

} // namespace tiramisu::core
