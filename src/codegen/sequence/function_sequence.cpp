#include "tiramisu/function_sequence.h"

#include <functional>
#include <map>

#include "codegen/compile.h"
#include "codegen/output/jit.h"
#include "codegen/output/loaded_objects.h"
#include "codegen/report.h"
#include "codegen/sequence/sequence_modules.h"
#include "codegen/sequence/sequence_program.h"
#include "codegen/sequence/sequence_proofs.h"
#include "codegen/sequence/sequence_requirements.h"
#include "core/program/c_names.h"

// A sequence is several object files that are linked or, where these cannot be loaded, one module:
// the functions, which only it sees, and the one that calls them.

namespace tiramisu {

namespace {

using lower::sequence_member;

/// The program of a sequence, and its functions, which leave it what it can check of what they
/// require.
struct proved_sequence {
    core::program program;
    std::vector<sequence_member> members;

    proved_sequence(const function_sequence &sequence, const options &opts,
                    const lower::proof_frame &frame, source_place where)
        : program(lower::program_of(sequence, where)) {
        core::require_function_name("sequence \"" + sequence.name + "\"", sequence.name, where);
        lower::sequence_proofs proofs(sequence, opts, where);
        lower::written_memory written(sequence, where);
        for (const sequence_call &call : sequence.calls) {
            const lower::proved &proof = proofs.of(call, opts, frame);
            lower::require_fit(sequence, call, proof.resolved, where);
            written.add(call, proof.resolved);
            add(sequence, call, proof);
        }
    }

private:
    /// By the proof: what all calls of a function share that requires nothing.
    std::map<const lower::proved *, std::shared_ptr<const lower::proved>> shared_;

    void add(const function_sequence &sequence, const sequence_call &call,
             const lower::proved &proof) {
        std::shared_ptr<const lower::proved> &shared = shared_[&proof];
        if (shared == nullptr || !proof.resolved.requirements.empty()) {
            shared = with_requirements_of(sequence, call, proof);
        }
        members.push_back({&call, shared});
    }

    std::shared_ptr<const lower::proved> with_requirements_of(const function_sequence &sequence,
                                                              const sequence_call &call,
                                                              const lower::proved &proof) {
        auto made = std::make_shared<lower::proved>(proof);
        const auto shared =
            lower::shared_requirements(made->resolved, {sequence, call, made->resolved});
        program.requirements.insert(program.requirements.end(), shared.of_sequence.begin(),
                                    shared.of_sequence.end());
        made->resolved.requirements = shared.of_function;
        return made;
    }
};

lower::module_maker module_of(const function_sequence &sequence,
                              const std::vector<sequence_member> &members) {
    return [&](const core::program &program, const options &opts, const Halide::Target &target,
               const std::string &name, Halide::LinkageType linkage) {
        return lower::whole_module(sequence, members, program, opts, target, name, linkage);
    };
}

lower::objects_maker objects_of(const function_sequence &sequence,
                                const std::vector<sequence_member> &members) {
    return [&](const core::program &program, const options &opts, const Halide::Target &target,
               const std::string &name, Halide::LinkageType linkage) {
        return lower::object_files(sequence, members, program, opts, target, name, linkage);
    };
}

void only_tell(const function &, const std::vector<buffer *> &, const std::function<void()> &told) {
    told();
}

} // namespace

void function_sequence::codegen(const std::string &object, const options &opts,
                                source_place where) const {
    const proved_sequence ready(
        *this, opts,
        [&](function &what, const std::vector<buffer *> &arguments,
            const std::function<void()> &told) {
            lower::run_with_report(what, {arguments, name, object, opts, where}, told);
        },
        where);
    lower::write_merged_object(ready.program, objects_of(*this, ready.members),
                               module_of(*this, ready.members), object, opts, {where, {}});
}

std::string function_sequence::image(const options &opts, source_place where) const {
    const proved_sequence ready(*this, opts, only_tell, where);
    return lower::objects(ready.program, objects_of(*this, ready.members), opts, {where, {}})
        .image();
}

compiled_function function_sequence::compile(const options &opts, source_place where) const {
    const proved_sequence ready(*this, opts, only_tell, where);
    if (lower::loaded_objects::know_this_machine()) {
        compiled_function made = lower::load(
            lower::objects(ready.program, objects_of(*this, ready.members), opts, {where, {}}));
        if (made) {
            return made;
        }
    }
    compile_times times;
    return lower::jit(ready.program, module_of(*this, ready.members), opts, times, {where, {}});
}

compiled_function function_sequence::of_image(const std::string &image) {
    return lower::load(lower::object_code(image));
}

} // namespace tiramisu
