#include "tiramisu/function_sequence.h"

#include "codegen/compile.h"
#include "codegen/prove.h"
#include "codegen/report.h"
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

    lower::proved proved(const options &how, source_place where) {
        const core::public_call call = {core::subject(*what.state()), "codegen", where};
        lower::proved made = core::restating_errors(
            *what.state(), call, [&] { return lower::prove(*what.state(), arguments, where); });
        core::trust_declared_sizes(made.resolved); // it has checked all of the memory
        lower::print_what_is_asked(made, how);
        lower::record(*what.state(), made);
        return made;
    }
};

/// The program of a sequence, and its functions, which leave it what it can check of what they
/// require.
struct proved_sequence {
    core::program program;
    std::vector<sequence_member> members;

    proved_sequence(const function_sequence &sequence, source_place where)
        : program(lower::program_of(sequence)) {
        core::require_function_name("sequence \"" + sequence.name + "\"", sequence.name, where);
    }

    void add(const function_sequence &sequence, const sequence_call &call, lower::proved function,
             source_place where) {
        lower::require_fit(sequence, call, function.resolved, where);
        const auto shared =
            lower::shared_requirements(function.resolved, {sequence, call, function.resolved});
        program.requirements.insert(program.requirements.end(), shared.of_sequence.begin(),
                                    shared.of_sequence.end());
        function.resolved.requirements = shared.of_function;
        members.push_back({&call, std::move(function), {}});
    }
};

void append(Halide::Module &module, const Halide::Module &functions) {
    for (const lower::hir::LoweredFunc &one : functions.functions()) {
        module.append(one);
    }
}

/// The module's names follow from that of its C function.
lower::module_maker module_of(const function_sequence &sequence,
                              std::vector<sequence_member> members) {
    return [&sequence, members](const core::program &program, const options &how,
                                const Halide::Target &target, const std::string &name,
                                Halide::LinkageType linkage) mutable {
        Halide::Module module(name, target);
        module.set_any_strict_float(how.strict_float);
        for (std::size_t i = 0; i < members.size(); i++) {
            members[i].name = name + "_call_" + std::to_string(i + 1);
            const lower::proved &function = members[i].function;
            append(module, lower::lower(function.resolved, function.loops, how, target,
                                        members[i].name, Halide::LinkageType::Internal));
        }
        const lower::nest_maker calls = [&](const lower::buffer_table &buffers,
                                            const lower::environment &names,
                                            lower::name_supply &supply) {
            return lower::rounds_of_calls(members, sequence.rounds, buffers, names, supply);
        };
        append(module, lower::module_of(program, lower::lower_body(program, calls, how, target),
                                        how, target, name, linkage));
        return module;
    };
}

} // namespace

void function_sequence::codegen(const std::string &object, const options &how,
                                source_place where) const {
    proved_sequence ready(*this, where);
    for (const sequence_call &call : calls) {
        called_function one(call);
        lower::run_with_report(one.what, {one.arguments, name, object, how, where},
                               [&] { ready.add(*this, call, one.proved(how, where), where); });
    }
    compile_times times;
    lower::write_object(ready.program, module_of(*this, ready.members), object, how, times,
                        {where, {}});
}

compiled_function function_sequence::compile(const options &how, source_place where) const {
    proved_sequence ready(*this, where);
    for (const sequence_call &call : calls) {
        ready.add(*this, call, called_function(call).proved(how, where), where);
    }
    compile_times times;
    return lower::jit(ready.program, module_of(*this, ready.members), how, times, {where, {}});
}

} // namespace tiramisu
