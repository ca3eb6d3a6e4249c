#include "codegen/sequence/sequence_proofs.h"

#include <algorithm>
#include <map>

#include "core/meaning/readable_elements.h"
#include "core/program/public_call.h"
#include "core/program/state.h"
#include "support/side_by_side.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

sequence_proofs::entry::entry(const sequence_call &call)
    : what(call.what), handles(call.arguments) {
    for (buffer &one : handles) {
        arguments.push_back(&one);
    }
}

bool sequence_proofs::entry::is_of(const sequence_call &call) const {
    return what.state() == call.what.state() &&
           std::equal(
               handles.begin(), handles.end(), call.arguments.begin(), call.arguments.end(),
               [](const buffer &one, const buffer &other) { return one.state() == other.state(); });
}

void sequence_proofs::entry::prove(const options &opts, source_place where) {
    try {
        const core::public_call call = {core::subject(*what.state()), "codegen", where};
        result = core::restating_errors(*what.state(), call, [&] {
            return lower::prove(*what.state(), arguments, opts, where);
        });
        core::trust_declared_sizes(result->resolved); // it has checked all of the memory
    } catch (...) {
        thrown = std::current_exception();
    }
}

void sequence_proofs::entry::tell(const options &opts) {
    if (thrown) {
        std::rethrow_exception(thrown);
    }
    print_what_is_asked(*result, opts);
    record(*what.state(), *result);
}

sequence_proofs::sequence_proofs(const function_sequence &sequence, const options &opts,
                                 source_place where) {
    // A function has one context, so one thread proves it for all its arguments.
    std::map<const core::function_state *, std::size_t> places;
    std::vector<std::vector<entry *>> by_function;
    for (const sequence_call &call : sequence.calls) {
        if (known(call) == nullptr) {
            all_.push_back(std::make_unique<entry>(call));
            const auto [place, is_new] = places.emplace(call.what.state(), by_function.size());
            if (is_new) {
                by_function.emplace_back();
            }
            by_function[place->second].push_back(all_.back().get());
        }
    }
    support::side_by_side(by_function.size(), [&](std::size_t i) {
        for (entry *one : by_function[i]) {
            one->prove(opts, where);
        }
    });
}

sequence_proofs::entry *sequence_proofs::known(const sequence_call &call) const {
    const auto found =
        std::find_if(all_.begin(), all_.end(), [&](const auto &one) { return one->is_of(call); });
    return found == all_.end() ? nullptr : found->get();
}

const proved &sequence_proofs::of(const sequence_call &call, const options &opts,
                                  const proof_frame &frame) {
    entry &one = *known(call);
    if (!one.is_told) {
        frame(one.what, one.arguments, [&] { one.tell(opts); });
        one.is_told = true;
    }
    return *one.result;
}

} // namespace tiramisu::lower
