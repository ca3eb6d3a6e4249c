#include "tiramisu/function_sequence.h"

#include "codegen/compile.h"
#include "codegen/sequence_calls.h"
#include "codegen/sequence_program.h"

// A sequence is one module: the functions, which are internal to it, and the one that calls them.

namespace tiramisu {

namespace {

using lower::sequence_member;

std::vector<sequence_member> proved_members(const function_sequence &sequence, const options &how,
                                            source_place where) {
    std::vector<sequence_member> members;
    for (const sequence_call &call : sequence.calls) {
        std::vector<buffer> handles = call.arguments;
        std::vector<buffer *> arguments;
        for (buffer &one : handles) {
            arguments.push_back(&one);
        }
        members.push_back({&call, lower::prove(*call.what.state(), arguments, where), {}});
        lower::print_what_is_asked(*call.what.state(), how);
        lower::require_fit(sequence, call, members.back().function.resolved, where);
    }
    return members;
}

void append(Halide::Module &module, const Halide::Module &functions) {
    for (const lower::hir::LoweredFunc &one : functions.functions()) {
        module.append(one);
    }
}

/// The module's names follow from that of its C function.
lower::module_maker module_of(const function_sequence &sequence, const core::program &program,
                              std::vector<sequence_member> members) {
    return [&sequence, &program, members](const options &how, const Halide::Target &target,
                                          const std::string &name,
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
        append(module, lower::module_of(program, lower::lower_body(program, calls, how), how,
                                        target, name, linkage));
        return module;
    };
}

} // namespace

void function_sequence::codegen(const std::string &object, const options &how,
                                source_place where) const {
    const core::program program = lower::program_of(*this);
    compile_times times;
    lower::write_object(program, module_of(*this, program, proved_members(*this, how, where)),
                        object, how, times);
}

compiled_function function_sequence::compile(const options &how, source_place where) const {
    const core::program program = lower::program_of(*this);
    compile_times times;
    return lower::jit(program, module_of(*this, program, proved_members(*this, how, where)), how,
                      times);
}

} // namespace tiramisu
