#include "codegen/device/copies.h"

#include <map>

#include "codegen/device/kernels.h"
#include "codegen/entry/argument_names.h"
#include "codegen/entry/error_calls.h"
#include "codegen/expressions/for_loop.h"
#include "codegen/expressions/names.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

Expr structure(const std::string &buffer) {
    return hir::Variable::make(Halide::type_of<halide_buffer_t *>(), buffer + ".buffer");
}

Expr lent(const std::string &buffer) {
    return hir::Variable::make(Halide::type_of<halide_buffer_t *>(), buffer + ".lent");
}

/// Ends the function with the status that the call returns, if it is not 0.
Stmt succeeding(const Expr &call, name_supply &supply) {
    const std::string name = supply.fresh("status");
    const Expr status = hir::Variable::make(Halide::Int(32), name);
    return hir::LetStmt::make(name, call, hir::AssertStmt::make(status == 0, status));
}

Stmt releasing(const Expr &buffer) {
    return hir::Evaluate::make(hir::Call::make(Halide::Handle(), hir::Call::register_destructor,
                                               {Expr("tiramisu_device_release"), buffer},
                                               hir::Call::Intrinsic));
}

Stmt sequence(const std::vector<Stmt> &statements) {
    return hir::Block::make(statements);
}

/// Whether nothing has been written yet when the statement ends.
bool is_check(const Stmt &stmt) {
    return !has_kernels(stmt) && memory_touched_by(stmt).written.empty();
}

class copy_placer : public hir::IRMutator {
public:
    copy_placer(const core::program &program, device kind, const Stmt &body)
        : program_(program), kind_(kind) {
        const std::set<std::string> touched = memory_of_kernels(body);
        for (const core::program_buffer &argument : program.arguments) {
            const std::string name = name_in_code(argument.name);
            if (touched.count(name) > 0) {
                on_device_.insert(name);
                arguments_.emplace(name, argument_name(program, argument.name));
            }
        }
    }

    /// Checks of arguments come first: before them, what is given may be no buffer at all.
    Stmt after_checks(const Stmt &stmt) {
        if (const auto *let = stmt.as<hir::LetStmt>()) {
            return with_downloads(
                memory_touched_by(let->value),
                hir::LetStmt::make(let->name, let->value, after_checks(let->body)));
        }
        const auto *block = stmt.as<hir::Block>();
        if (block != nullptr && is_check(block->first)) {
            return sequence({mutate(block->first), after_checks(block->rest)});
        }
        return opened(stmt);
    }

    using hir::IRMutator::mutate;
    Stmt mutate(const Stmt &stmt) override {
        if (is_kernel(stmt)) {
            return on_device(stmt);
        }
        return has_kernels(stmt) ? hir::IRMutator::mutate(stmt) : on_host(stmt);
    }

private:
    const core::program &program_;
    device kind_;
    name_supply supply_;
    std::set<std::string> on_device_;              ///< memory that kernels touch, with a structure
    std::map<std::string, std::string> arguments_; ///< of them: what messages call them

    using hir::IRMutator::visit;

    std::string called(const std::string &buffer) const {
        const auto argument = arguments_.find(buffer);
        return argument != arguments_.end() ? argument->second : name_in_program(buffer);
    }

    Expr call(const char *what, const std::vector<Expr> &arguments) const {
        return runtime_call(Halide::Int(32), what, arguments);
    }

    Stmt upload(const std::string &buffer) {
        return succeeding(call("tiramisu_device_upload", {Expr(program_.name), Expr(called(buffer)),
                                                          device_number(kind_), structure(buffer)}),
                          supply_);
    }
    Stmt download(const std::string &buffer, const Expr &from) {
        return succeeding(
            call("tiramisu_device_download", {Expr(program_.name), Expr(called(buffer)), from}),
            supply_);
    }
    Stmt changed(const std::string &buffer, bool by_device) {
        return hir::Evaluate::make(
            call("tiramisu_device_changed", {structure(buffer), Expr(by_device ? 1 : 0)}));
    }

    Stmt with_downloads(const touched_memory &touched, const Stmt &stmt) {
        std::vector<Stmt> all;
        for (const std::string &buffer : touched.all()) {
            if (on_device_.count(buffer) > 0) {
                all.push_back(download(buffer, structure(buffer)));
            }
        }
        all.push_back(stmt);
        return sequence(all);
    }

    Stmt on_host(const Stmt &stmt) {
        const touched_memory touched = memory_touched_by(stmt);
        std::vector<Stmt> all = {with_downloads(touched, stmt)};
        for (const std::string &buffer : touched.written) {
            if (on_device_.count(buffer) > 0) {
                all.push_back(changed(buffer, false));
            }
        }
        return sequence(all);
    }

    Stmt on_device(const Stmt &kernel) {
        const touched_memory touched = memory_touched_by(kernel);
        std::vector<Stmt> all;
        for (const std::string &buffer : touched.all()) {
            if (on_device_.count(buffer) == 0) {
                throw internal_error("a kernel uses \"" + buffer +
                                     "\", which has no memory on the device");
            }
            all.push_back(upload(buffer));
        }
        all.push_back(kernel);
        for (const std::string &buffer : touched.written) {
            all.push_back(changed(buffer, true));
        }
        return sequence(all);
    }

    /// The driver is ready, and what callers keep nothing of on the device is freed in the end.
    Stmt opened(const Stmt &stmt) {
        std::vector<Stmt> all = {succeeding(
            call("tiramisu_device_open", {Expr(program_.name), device_number(kind_)}), supply_)};
        for (const auto &[argument, called] : arguments_) {
            all.push_back(releasing(lent(argument)));
        }
        all.push_back(mutate(stmt));
        for (const std::string &argument : memory_touched_by(stmt).written) {
            if (arguments_.count(argument) > 0) {
                all.push_back(download(argument, lent(argument)));
            }
        }
        Stmt whole = sequence(all);
        for (const auto &[argument, called] : arguments_) {
            whole = hir::LetStmt::make(argument + ".lent",
                                       runtime_call(Halide::type_of<halide_buffer_t *>(),
                                                    "tiramisu_device_lent", {structure(argument)}),
                                       whole);
        }
        return whole;
    }

    Stmt visit(const hir::LetStmt *op) override {
        return with_downloads(memory_touched_by(op->value),
                              hir::LetStmt::make(op->name, op->value, mutate(op->body)));
    }

    Stmt visit(const hir::IfThenElse *op) override {
        return with_downloads(
            memory_touched_by(op->condition),
            hir::IfThenElse::make(op->condition, mutate(op->then_case),
                                  op->else_case.defined() ? mutate(op->else_case) : Stmt()));
    }

    Stmt visit(const hir::For *op) override {
        touched_memory touched = memory_touched_by(op->min);
        const std::set<std::string> also = memory_touched_by(op->extent).all();
        touched.read.insert(also.begin(), also.end());
        return with_downloads(touched, hir::For::make(op->name, op->min, op->extent, op->for_type,
                                                      op->partition_policy, op->device_api,
                                                      mutate(op->body)));
    }

    // A temporary of the function.
    Stmt visit(const hir::Allocate *op) override {
        if (memory_of_kernels(op->body).count(op->name) == 0) {
            return hir::IRMutator::visit(op);
        }
        const bool is_on_host = is_touched_on_host(op->name, op->body);
        on_device_.insert(op->name);
        Stmt body = sequence({releasing(structure(op->name)), mutate(op->body)});
        body =
            hir::LetStmt::make(op->name + ".buffer", structure_of_temporary(*op, is_on_host), body);
        on_device_.erase(op->name);
        return is_on_host ? hir::Allocate::make(op->name, op->type, op->memory_type, op->extents,
                                                op->condition, body)
                          : body;
    }

    static Expr structure_of_temporary(const hir::Allocate &op, bool is_on_host) {
        hir::BufferBuilder builder;
        builder.host =
            is_on_host ? hir::Variable::make(Halide::Handle(), op.name)
                       : Halide::reinterpret(Halide::Handle(), hir::make_zero(Halide::UInt(64)));
        builder.type = op.type;
        builder.dimensions = static_cast<int>(op.extents.size());
        Expr stride = 1;
        for (const Expr &extent : op.extents) {
            builder.mins.emplace_back(0);
            builder.extents.push_back(Halide::cast<std::int32_t>(extent));
            builder.strides.push_back(stride);
            stride = stride * builder.extents.back();
        }
        return builder.build();
    }

    /// Whether what is no kernel touches it.
    static bool is_touched_on_host(const std::string &buffer, const Stmt &body) {
        class without_kernels : public hir::IRMutator {
            using hir::IRMutator::visit;
            Stmt visit(const hir::For *op) override {
                return hir::is_gpu(op->for_type) ? hir::Evaluate::make(0)
                                                 : hir::IRMutator::visit(op);
            }
        };
        return memory_touched_by(without_kernels().mutate(body)).all().count(buffer) > 0;
    }
};

} // namespace

hir::Stmt place_copies(const hir::Stmt &body, const core::program &program, device kind) {
    return copy_placer(program, kind, body).after_checks(body);
}

} // namespace tiramisu::lower
