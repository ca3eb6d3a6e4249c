#include "tiramisu/nn/invocation.h"

#include <algorithm>

#include "nn/framework/program/bound_run.h"

namespace tiramisu::nn {

namespace {

std::string names_of(const std::vector<run_argument> &all, run_argument::role is) {
    std::string names;
    for (const run_argument &one : all) {
        if (one.is == is) {
            names += (names.empty() ? "" : ", ") + one.name;
        }
    }
    return names.empty() ? "none" : names;
}

} // namespace

std::size_t invocation::bound::place_of(const std::string &name, run_argument::role is,
                                        const call_checks &asked) const {
    for (std::size_t i = 0; i < arguments.size(); i++) {
        if (arguments[i].name == name && arguments[i].is == is) {
            return i;
        }
    }
    asked.refuse("\"" + name + "\"",
                 std::string(" is no ") + (is == run_argument::role::source ? "source" : "result") +
                     " of this run, of which there are " + names_of(arguments, is));
}

// A call has one type for all memory.
void invocation::bound::set(const std::string &tensor, const_elements data, run_argument::role is,
                            const call_checks &asked) {
    const std::size_t place = place_of(tensor, is, asked);
    asked.require(data, arguments[place].type, true, tensor);
    call.set_data(place, const_cast<void *>(data.data()));
    checks = asked; // what the code refuses from here on came with this call
}

invocation::invocation() = default;
invocation::invocation(bound &&settled) : bound_(std::make_unique<bound>(std::move(settled))) {}
invocation::~invocation() = default;
invocation::invocation(invocation &&) noexcept = default;
invocation &invocation::operator=(invocation &&) noexcept = default;

void invocation::operator()() const {
    if (bound_ == nullptr) {
        return;
    }
    if (bound_->call) {
        if (const int number = bound_->call()) {
            bound_->checks.refuse_what_code_reported(number);
        }
    } else if (bound_->instead) {
        bound_->instead();
    }
    for (const invocation &part : bound_->parts) {
        part();
    }
}

void invocation::set_source(const std::string &tensor, const_elements data, source_place where) {
    bound none;
    bound &settled = bound_ == nullptr ? none : *bound_;
    settled.set(tensor, data, run_argument::role::source, settled.checks.of("set_source", where));
}

void invocation::set_result(const std::string &tensor, elements data, source_place where) {
    bound none;
    bound &settled = bound_ == nullptr ? none : *bound_;
    settled.set(tensor, data, run_argument::role::result, settled.checks.of("set_result", where));
}

std::size_t invocation::workspace_bytes() const {
    if (bound_ == nullptr) {
        return 0;
    }
    std::size_t bytes = bound_->call.workspace_bytes();
    for (const invocation &part : bound_->parts) {
        bytes = std::max(bytes, part.workspace_bytes());
    }
    return bytes;
}

} // namespace tiramisu::nn
