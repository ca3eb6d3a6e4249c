#include "codegen/generation_errors.h"

#include <new>

#include "codegen/expressions/halide.h"
#include "codegen/halide_messages.h"
#include "core/expr/error_text.h"
#include "polyhedral/isl.h"
#include "support/guarded_thread.h"

namespace tiramisu::lower {

namespace {

// Each of them may lose a thread.
constexpr std::size_t most_attempts = 50, most_named = 8;

/// What Halide says, without its heading.
std::string reason_in(const std::string &text) {
    static constexpr std::string_view heading = "Error: ";
    const std::size_t begin = text.compare(0, heading.size(), heading) == 0 ? heading.size() : 0;
    const std::size_t end = text.find_last_not_of(" \n");
    return end == std::string::npos || end < begin
               ? "no reason is given (with HL_DEBUG_CODEGEN=1 in the environment "
                 "Halide names the condition)"
               : text.substr(begin, end + 1 - begin);
}

/// The program with one computation; the others do nothing.
core::program only(const std::string &computation, const core::program &program) {
    core::program part = program;
    for (auto &[id, statement] : part.statements) {
        if (id != computation) {
            core::program_statement nothing;
            nothing.id = id;
            nothing.iterators = statement.iterators;
            nothing.bounds = statement.bounds;
            nothing.value = expr(0);
            statement = nothing;
        }
    }
    return part;
}

bool fails(const core::program &part, const std::function<void(const core::program &)> &attempt) {
    try {
        attempt(part);
        return false;
    } catch (const std::exception &) {
        return true;
    } catch (const Halide::Error &) { // is no std::exception
        return true;
    }
}

/// The computation for which code generation fails, if that is a single one.
std::string culprit(const core::program &program,
                    const std::function<void(const core::program &)> &attempt) {
    std::size_t attempts = 0;
    for (const auto &[id, statement] : program.statements) {
        const bool is_only = program.statements.size() == 1;
        if (is_only || (++attempts <= most_attempts && fails(only(id, program), attempt))) {
            return id;
        }
    }
    return "";
}

std::string named(const std::string &computation, const program_origin &from) {
    const std::string commands = from.commands ? from.commands(computation) : "";
    return "computation \"" + computation + "\"" +
           (commands.empty() ? ", which has no schedule" : ", scheduled by " + commands);
}

/// Computations with their commands.
std::string scene(const core::program &program, const program_origin &from,
                  const std::function<void(const core::program &)> &attempt) {
    const std::string one = culprit(program, attempt);
    if (!one.empty()) {
        return named(one, from);
    }
    std::string all;
    std::size_t count = 0;
    for (const auto &[id, statement] : program.statements) {
        if (count++ < most_named) {
            all += (all.empty() ? "" : "; ") + named(id, from);
        }
    }
    return count > most_named ? all + "; and others" : all;
}

std::string at_scene(const std::string &text) {
    return text.empty() ? "" : "; it is met in " + text;
}

} // namespace

program_origin origin_of(const core::function_state &function, source_place where) {
    return {where, [&function](const std::string &computation) {
                std::string commands;
                for (const core::command &given : function.commands) {
                    if (given.computation == computation) {
                        commands += (commands.empty() ? "" : ", ") + given.computation + "." +
                                    core::call_text(given);
                    }
                }
                return commands;
            }};
}

void locating_errors(const core::program &program, const program_origin &from,
                     const std::function<void()> &generate,
                     const std::function<void(const core::program &)> &attempt) {
    const std::string who = "function \"" + program.name + "\"";
    const auto broken = [&](const std::string &reason) {
        return internal_error(core::error_text(who, "",
                                               "code generation failed: " + reason +
                                                   at_scene(scene(program, from, attempt)) +
                                                   "; another schedule avoids it",
                                               from.where));
    };
    receive_halide_messages();
    try {
        generate();
    } catch (const error &) {
        throw;
    } catch (const isl::exception &) {
        throw; // the caller knows how much work the call may take
    } catch (const Halide::CompileError &refused) {
        throw unsupported_error(who, "",
                                "the code generator refuses it: " + reason_in(refused.what()) +
                                    at_scene(scene(program, from, attempt)),
                                from.where);
    } catch (const Halide::Error &failed) {
        throw broken(reason_in(failed.what()));
    } catch (const support::thread_crash &crash) {
        throw broken(std::string(crash.what()) +
                     ", stopped a thread of the code generator, which is lost with its memory; "
                     "restart a process that goes on for long");
    } catch (const std::bad_alloc &) {
        throw unsupported_error(who, "", "there is not enough memory to generate its code",
                                from.where);
    } catch (const std::exception &failed) {
        throw broken(failed.what());
    }
}

} // namespace tiramisu::lower
