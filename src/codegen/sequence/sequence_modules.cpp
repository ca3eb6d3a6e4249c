#include "codegen/sequence/sequence_modules.h"

#include <functional>
#include <map>
#include <optional>

#include "codegen/loop_optimizer.h"
#include "codegen/output/object_code.h"
#include "codegen/sequence/embedded_memory.h"
#include "codegen/sequence/sequence_callers.h"
#include "support/guarded_thread.h"
#include "support/side_by_side.h"

namespace tiramisu::lower {

namespace {

/// A function that members share, and what its calls go to.
struct shared_function {
    const proved *what = nullptr;
    const core::function_state *owner = nullptr;
    std::string name, caller;
};

/// Functions in the order in which members first call them. Tells the members who calls theirs.
std::vector<shared_function> functions_of(std::vector<sequence_member> &members,
                                          const std::string &name) {
    std::vector<shared_function> all;
    std::map<const proved *, std::string> callers;
    for (sequence_member &member : members) {
        std::string &caller = callers[member.function.get()];
        if (caller.empty()) {
            const std::string called = name + "_call_" + std::to_string(callers.size());
            caller = called + "_at";
            all.push_back({member.function.get(), member.call->what.state(), called, caller});
        }
        member.caller = caller;
    }
    return all;
}

void append(Halide::Module &module, const Halide::Module &functions) {
    for (const hir::LoweredFunc &one : functions.functions()) {
        module.append(one);
    }
}

/// What modules of a sequence are made for.
struct module_frame {
    const options &opts;
    const Halide::Target &target;

    Halide::Module empty(const std::string &name) const { return empty(name, target); }

    Halide::Module empty(const std::string &name, const Halide::Target &own) const {
        Halide::Module module(name, own);
        module.set_any_strict_float(opts.strict_float);
        return module;
    }

    /// A function with what makes its calls, which is visible to others or not.
    Halide::Module of(const shared_function &one, Halide::LinkageType linkage) const {
        const Halide::Module function = lower(one.what->resolved, one.what->loops, opts,
                                              with_loop_optimizer(target, one.what->loops),
                                              one.name, Halide::LinkageType::Internal);
        Halide::Module module = empty(one.name, function.target());
        append(module, function);
        hir::LoweredFunc caller = caller_of(one.what->resolved, one.name, one.caller);
        caller.linkage = linkage;
        append_with_tasks(module, caller);
        return module;
    }

    Halide::Module of_calls(const function_sequence &sequence,
                            const std::vector<sequence_member> &members,
                            const core::program &program, const std::string &name,
                            const embedded_address &embedded, Halide::LinkageType linkage) const {
        const nest_maker calls = [&](const buffer_table &, const environment &names,
                                     name_supply &supply) {
            return rounds_of_calls(sequence, members, names, embedded, supply);
        };
        return module_of(program, lower_body(program, calls, opts, target), opts, target, name,
                         linkage);
    }
};

/// Calls `work` for each function. Those of one owner share a context of isl's, and so a thread.
/// What passes are asked to show comes in order.
void for_each_side_by_side(const std::vector<shared_function> &functions, const options &opts,
                           const std::function<void(std::size_t)> &work) {
    std::map<const core::function_state *, std::size_t> places;
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < functions.size(); i++) {
        const bool may_mix = opts.debug.empty();
        const auto [place, is_new] =
            places.emplace(may_mix ? functions[i].owner : nullptr, groups.size());
        if (is_new) {
            groups.emplace_back();
        }
        groups[place->second].push_back(i);
    }
    support::side_by_side(groups.size(), [&](std::size_t group) {
        for (const std::size_t i : groups[group]) {
            support::run_guarded([&] { work(i); });
        }
    });
}

} // namespace

Halide::Module whole_module(const function_sequence &sequence, std::vector<sequence_member> members,
                            const core::program &program, const options &opts,
                            const Halide::Target &target, const std::string &name,
                            Halide::LinkageType linkage) {
    const module_frame frame{opts, target};
    const std::vector<shared_function> functions = functions_of(members, name);
    std::vector<std::optional<Halide::Module>> modules(functions.size());
    for_each_side_by_side(functions, opts, [&](std::size_t i) {
        modules[i] = frame.of(functions[i], Halide::LinkageType::Internal);
    });
    Halide::Module all = frame.empty(name);
    embed_in_module(sequence, name, all);
    for (const std::optional<Halide::Module> &one : modules) {
        append(all, *one);
    }
    append(all, frame.of_calls(sequence, members, program, name, address_in_module(name), linkage));
    return all;
}

program_objects object_files(const function_sequence &sequence,
                             std::vector<sequence_member> members, const core::program &program,
                             const options &opts, const Halide::Target &target,
                             const std::string &name, Halide::LinkageType linkage) {
    const module_frame frame{opts, target};
    const std::vector<shared_function> functions = functions_of(members, name);
    program_objects objects{std::vector<std::string>(functions.size()),
                            objects_with_memory(sequence, name)};
    for_each_side_by_side(functions, opts, [&](std::size_t i) {
        objects.files[i] = object_bytes(frame.of(functions[i], Halide::LinkageType::External));
    });
    support::run_guarded([&] {
        objects.files.push_back(object_bytes(
            frame.of_calls(sequence, members, program, name, address_in_objects(name), linkage)));
    });
    return objects;
}

} // namespace tiramisu::lower
