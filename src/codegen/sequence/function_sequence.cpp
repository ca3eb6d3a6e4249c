#include "tiramisu/function_sequence.h"

#include <functional>
#include <map>

#include "codegen/compile.h"
#include "codegen/prove.h"
#include "codegen/report.h"
#include "codegen/sequence/sequence_callers.h"
#include "codegen/sequence/sequence_calls.h"
#include "codegen/sequence/sequence_program.h"
#include "codegen/sequence/sequence_requirements.h"
#include "core/meaning/readable_elements.h"
#include "core/program/c_names.h"
#include "core/program/public_call.h"
#include "core/program/state.h"

// A sequence is one module: the functions, which are internal to it, and the one that calls them.

namespace tiramisu {

namespace {

using lower::sequence_member;

/// A function of a sequence, and its arguments as it takes them.
struct called_function {
    function what;
    std::vector<buffer> handles;
    std::vector<buffer *> arguments;

    explicit called_function(const sequence_call &call) : what(call.what), handles(call.arguments) {
        for (buffer &one : handles) {
            arguments.push_back(&one);
        }
    }
    called_function(const called_function &) = delete;
    called_function &operator=(const called_function &) = delete;

    lower::proved proved(const options &how, source_place where) const {
        const core::public_call call = {core::subject(*what.state()), "codegen", where};
        lower::proved made = core::restating_errors(*what.state(), call, [&] {
            return lower::prove(*what.state(), arguments, how, where);
        });
        core::trust_declared_sizes(made.resolved); // it has checked all of the memory
        lower::print_what_is_asked(made, how);
        lower::record(*what.state(), made);
        return made;
    }
};

/// Proves the function of a call.
using prover = std::function<lower::proved(called_function &)>;

/// The program of a sequence, and its functions, which leave it what it can check of what they
/// require.
struct proved_sequence {
    core::program program;
    std::vector<sequence_member> members;

    proved_sequence(const function_sequence &sequence, const prover &prove, source_place where)
        : program(lower::program_of(sequence, where)) {
        core::require_function_name("sequence \"" + sequence.name + "\"", sequence.name, where);
        for (const sequence_call &call : sequence.calls) {
            add(sequence, call, prove, where);
        }
    }

private:
    void add(const function_sequence &sequence, const sequence_call &call, const prover &prove,
             source_place where) {
        if (auto earlier = proved_before(call)) {
            lower::require_fit(sequence, call, earlier->resolved, where);
            members.push_back({&call, std::move(earlier)});
            return;
        }
        called_function one(call);
        lower::proved function = prove(one);
        lower::require_fit(sequence, call, function.resolved, where);
        const auto shared =
            lower::shared_requirements(function.resolved, {sequence, call, function.resolved});
        program.requirements.insert(program.requirements.end(), shared.of_sequence.begin(),
                                    shared.of_sequence.end());
        requires_something.push_back(!function.resolved.requirements.empty());
        function.resolved.requirements = shared.of_function;
        members.push_back({&call, std::make_shared<const lower::proved>(std::move(function))});
        proofs.push_back(members.size() - 1);
    }

    std::vector<std::size_t> proofs;      ///< members that brought a function
    std::vector<bool> requires_something; ///< of these, in their order

    /// Of the same function with the same arguments, if it requires nothing; else null.
    std::shared_ptr<const lower::proved> proved_before(const sequence_call &call) const {
        for (std::size_t i = 0; i < proofs.size(); i++) {
            const sequence_member &one = members[proofs[i]];
            if (!requires_something[i] && are_same(*one.call, call)) {
                return one.function;
            }
        }
        return nullptr;
    }

    static bool are_same(const sequence_call &left, const sequence_call &right) {
        return left.what.state() == right.what.state() &&
               std::equal(left.arguments.begin(), left.arguments.end(), right.arguments.begin(),
                          right.arguments.end(), [](const buffer &one, const buffer &other) {
                              return one.state() == other.state();
                          });
    }
};

void append(Halide::Module &module, const Halide::Module &functions) {
    for (const lower::hir::LoweredFunc &one : functions.functions()) {
        module.append(one);
    }
}

/// Adds the functions of the members to the module, each once with what makes its calls, and tells
/// the members of that. Names follow from that of the C function.
void append_functions(Halide::Module &module, std::vector<sequence_member> &members,
                      const std::string &name, const options &how, const Halide::Target &target) {
    std::map<const lower::proved *, std::string> callers;
    for (sequence_member &member : members) {
        std::string &known = callers[member.function.get()];
        if (known.empty()) {
            const core::program &function = member.function->resolved;
            const std::string called = name + "_call_" + std::to_string(callers.size());
            append(module, lower::lower(function, member.function->loops, how, target, called,
                                        Halide::LinkageType::Internal));
            known = called + "_at";
            lower::append_with_tasks(module, lower::caller_of(function, called, known));
        }
        member.caller = known;
    }
}

lower::module_maker module_of(const function_sequence &sequence,
                              std::vector<sequence_member> members) {
    return [&sequence, members](const core::program &program, const options &how,
                                const Halide::Target &target, const std::string &name,
                                Halide::LinkageType linkage) mutable {
        Halide::Module module(name, target);
        module.set_any_strict_float(how.strict_float);
        for (const sequence_memory &one : sequence.memory) {
            if (one.values != nullptr) {
                module.append(lower::embedded_memory(name, one));
            }
        }
        append_functions(module, members, name, how, target);
        const lower::nest_maker calls = [&](const lower::buffer_table &,
                                            const lower::environment &names,
                                            lower::name_supply &supply) {
            return lower::rounds_of_calls(sequence, name, members, names, supply);
        };
        append(module, lower::module_of(program, lower::lower_body(program, calls, how, target),
                                        how, target, name, linkage));
        return module;
    };
}

} // namespace

void function_sequence::codegen(const std::string &object, const options &how,
                                source_place where) const {
    const proved_sequence ready(
        *this,
        [&](called_function &one) {
            lower::proved made;
            lower::run_with_report(one.what, {one.arguments, name, object, how, where},
                                   [&] { made = one.proved(how, where); });
            return made;
        },
        where);
    compile_times times;
    lower::write_object(ready.program, module_of(*this, ready.members), object, how, times,
                        {where, {}});
}

compiled_function function_sequence::compile(const options &how, source_place where) const {
    const proved_sequence ready(
        *this, [&](called_function &one) { return one.proved(how, where); }, where);
    compile_times times;
    return lower::jit(ready.program, module_of(*this, ready.members), how, times, {where, {}});
}

} // namespace tiramisu
