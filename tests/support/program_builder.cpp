#include "support/program_builder.h"

#include <algorithm>
#include <atomic>

namespace tiramisu::oracle {

namespace {

const char *operator_of(update_kind kind) {
    switch (kind) {
    case update_kind::assign: return " = ";
    case update_kind::add: return " += ";
    case update_kind::subtract: return " -= ";
    case update_kind::multiply: return " *= ";
    default: return "";
    }
}

std::string list_text(const std::vector<expr> &values) {
    std::string text;
    for (const expr &value : values) {
        text += (text.empty() ? "" : ", ") + value.to_str();
    }
    return text;
}

std::string iterator_text(const var &iterator) {
    return "var " + iterator.get_name() + "(\"" + iterator.get_name() + "\", " +
           iterator.get_lower().to_str() + ", " + iterator.get_upper().to_str() + ");";
}

std::string names_text(const std::vector<var> &iterators) {
    std::string text;
    for (const var &iterator : iterators) {
        text += (text.empty() ? "" : ", ") + iterator.get_name();
    }
    return "{" + text + "}";
}

std::string text_of(const program_update &update, const std::string &name) {
    const std::string target = name + "(" + list_text(update.index) + ")";
    switch (update.kind) {
    case update_kind::minimum: return target + ".min_with(" + update.value.to_str() + ");\n";
    case update_kind::maximum: return target + ".max_with(" + update.value.to_str() + ");\n";
    default: return target + operator_of(update.kind) + update.value.to_str() + ";\n";
    }
}

int last_dimension(const program_memory &at) {
    return static_cast<int>(at.sizes.size()) - 1;
}

std::string role_text(argument_t role) {
    return role == a_input ? "a_input" : role == a_output ? "a_output" : "a_temporary";
}

std::string text_of(const program_definition &made, bool with_bounds) {
    std::string text;
    for (const var &iterator : made.iterators) {
        text += with_bounds && iterator.has_bounds() ? iterator_text(iterator) + " " : "";
    }
    const std::string head = made.name + "(\"" + made.name + "\", " + names_text(made.iterators);
    if (made.is_input) {
        return "input " + head + ", p_" + to_string(made.type) + ");\n";
    }
    if (made.is_declared_first) {
        return text + "\ncomputation " + head + ", p_" + to_string(made.type) + ");\n";
    }
    const std::string predicate = made.predicate.is_defined() ? ", " + made.predicate.to_str() : "";
    return text + "\ncomputation " + head + predicate + ", " + made.value.to_str() + ");\n";
}

/// Makes the expressions of one program over the objects of the public API.
class builder {
public:
    explicit builder(const random_program &program) : program_(program) {
        static std::atomic<int> count{0};
        init("random_" + std::to_string(count++));
        built_.function = std::make_shared<tiramisu::function>(*global::get_implicit_function());
        for (const program_parameter &parameter : program.parameters) {
            const expr value = parameter.is_argument ? expr(p_int32) : expr(parameter.values.at(0));
            variables_[parameter.name] = constant(parameter.name, value);
        }
        for (const program_memory &at : program.buffers) {
            built_.buffers.emplace_back(at.name, translated(at.sizes), at.type, at.role);
            memory_[at.name] = &built_.buffers.back();
            if (at.role != a_temporary) {
                built_.arguments.push_back(&built_.buffers.back());
            } else if (at.alignment > 0) {
                built_.buffers.back().align(at.alignment).pad(last_dimension(at), at.padding);
            }
        }
    }

    built_program build() {
        for (const bool first : {true, false}) {
            for (const program_definition &made : program_.definitions) {
                if ((made.is_declared_first || made.is_input) == first) {
                    declare(made);
                }
            }
        }
        for (const program_definition &made : program_.definitions) {
            define(made);
        }
        for (const program_order &order : program_.order) {
            computation earlier = find(order.earlier);
            if (order.is_after_start) {
                earlier = earlier.init();
            }
            find(order.later)
                .after(earlier, order.level.empty() ? computation::root : var(order.level));
        }
        for (const program_memory &at : program_.buffers) {
            if (!at.placed_in.empty()) {
                memory_.at(at.name)->allocate_at(find(at.placed_in), var(at.placed_at));
            }
        }
        return std::move(built_);
    }

private:
    const random_program &program_;
    built_program built_;
    std::map<std::string, tiramisu::buffer *> memory_;
    std::map<std::string, expr> variables_; ///< parameters and iterators

    computation &find(const std::string &name) { return built_.computations.at(name); }

    std::vector<expr> translated(const std::vector<expr> &values) {
        std::vector<expr> result;
        for (const expr &value : values) {
            result.push_back(translated(value));
        }
        return result;
    }

    expr translated(const expr &value) {
        const expr_node *node = value.node();
        if (!node || node->kind == e_val || node->kind == e_none) {
            return value;
        }
        if (node->kind == e_var) {
            return variable(*node);
        }
        const std::vector<expr> operands = translated(node->operands);
        if (node->op == o_access) {
            return find(node->name).at(operands);
        }
        if (node->op == o_cast) {
            return {o_cast, node->type, operands[0]};
        }
        return operands.size() == 1   ? expr(node->op, operands[0])
               : operands.size() == 2 ? expr(node->op, operands[0], operands[1])
                                      : expr(node->op, operands[0], operands[1], operands[2]);
    }

    expr variable(const expr_node &node) {
        const auto known = variables_.find(node.name);
        if (known != variables_.end()) {
            return known->second;
        }
        if (node.operands.size() != 2) {
            return expr::variable(node.name, node.type);
        }
        const var made(node.name, translated(node.operands[0]), translated(node.operands[1]));
        return variables_[node.name] = made;
    }

    void declare(const program_definition &made) {
        if (made.is_input) {
            input read(made.name, made.iterators, made.type);
            read.store_in(memory_.at(made.buffer));
            built_.computations.emplace(made.name, read);
            return;
        }
        const std::vector<var> iterators = declared_iterators(made);
        computation result = made.is_declared_first ? computation(made.name, iterators, made.type)
                             : made.predicate.is_defined() ? with_predicate(made, iterators)
                                                           : declare_then_define(made, iterators);
        if (made.storage.empty()) {
            result.store_in(memory_.at(made.buffer));
        } else {
            result.store_in(memory_.at(made.buffer), translated(made.storage));
        }
        built_.computations.emplace(made.name, result);
        program_.for_each_update_behind(made, [&](const auto &updated, const auto &update) {
            declared_iterators(updated);
            add_update(find(updated.name), update);
        });
    }

    /// The iterators over the objects of the public API, and no others, are variables from now on.
    std::vector<var> declared_iterators(const program_definition &made) {
        std::vector<var> iterators;
        variables_.clear();
        for (const program_parameter &parameter : program_.parameters) {
            variables_[parameter.name] = expr::variable(parameter.name, p_int32);
        }
        for (const var &iterator : made.iterators) {
            const var again(iterator.get_name(), translated(iterator.get_lower()),
                            translated(iterator.get_upper()));
            variables_[iterator.get_name()] = again;
            iterators.push_back(again);
        }
        return iterators;
    }

    /// A condition on iterators makes the domain smaller; one on values is looked at as it runs.
    computation with_predicate(const program_definition &made, const std::vector<var> &iterators) {
        const expr predicate = translated(made.predicate);
        if (!reads_anything(made.predicate) && !reads(made.value, made.name)) {
            return computation(made.name, iterators, predicate, translated(made.value));
        }
        computation result = declare_then_define(made, iterators);
        result.add_predicate(predicate);
        return result;
    }

    static bool reads_anything(const expr &value) {
        if (value.get_op_type() == o_access) {
            return true;
        }
        const std::vector<expr> &operands = value.get_operands();
        return std::any_of(operands.begin(), operands.end(), reads_anything);
    }

    static bool reads(const expr &value, const std::string &name) {
        if (value.get_op_type() == o_access && value.get_name() == name) {
            return true;
        }
        const std::vector<expr> &operands = value.get_operands();
        return std::any_of(operands.begin(), operands.end(),
                           [&](const expr &operand) { return reads(operand, name); });
    }

    /// One that reads itself is declared before it is defined.
    computation declare_then_define(const program_definition &made,
                                    const std::vector<var> &iterators) {
        if (!reads(made.value, made.name)) {
            return computation(made.name, iterators, translated(made.value));
        }
        computation result(made.name, iterators, made.type);
        built_.computations.emplace(made.name, result);
        result.set_expression(translated(made.value));
        return result;
    }

    void define(const program_definition &made) {
        if (made.is_declared_first) {
            for (const var &iterator : made.iterators) {
                variables_[iterator.get_name()] = iterator;
            }
            find(made.name).set_expression(translated(made.value));
        }
    }

    void add_update(computation &result, const program_update &update) {
        access target = result.at(translated(update.index));
        const expr value = translated(update.value);
        switch (update.kind) {
        case update_kind::assign: target = value; break;
        case update_kind::add: target += value; break;
        case update_kind::subtract: target -= value; break;
        case update_kind::multiply: target *= value; break;
        case update_kind::minimum: target.min_with(value); break;
        case update_kind::maximum: target.max_with(value); break;
        }
    }
};

} // namespace

std::string random_program::to_cpp() const {
    if (fold) {
        return as_declared().to_cpp();
    }
    std::string text;
    for (const program_parameter &parameter : parameters) {
        text += "constant " + parameter.name + "(\"" + parameter.name + "\", " +
                (parameter.is_argument ? "p_int32" : std::to_string(parameter.values.at(0))) +
                ");\n";
    }
    for (const program_memory &at : buffers) {
        text += "buffer " + at.name + "(\"" + at.name + "\", {" + list_text(at.sizes) + "}, p_" +
                to_string(at.type) + ", " + role_text(at.role) + ");\n";
        if (at.role == a_temporary && at.alignment > 0) {
            text += at.name + ".align(" + std::to_string(at.alignment) + ").pad(" +
                    std::to_string(last_dimension(at)) + ", " + std::to_string(at.padding) + ");\n";
        }
    }
    for (const program_definition &made : definitions) {
        text += text_of(made, true);
        text += made.name + ".store_in(&" + made.buffer +
                (made.storage.empty() ? "" : ", {" + list_text(made.storage) + "}") + ");\n";
        for_each_update_behind(made, [&](const auto &updated, const auto &update) {
            text += text_of(update, updated.name);
        });
    }
    for (const program_definition &made : definitions) {
        if (made.is_declared_first) {
            text += made.name + ".set_expression(" + made.value.to_str() + "); // declared first\n";
        }
    }
    for (const program_order &at : order) {
        text += at.later + ".after(" + at.earlier + (at.is_after_start ? ".init()" : "") + ", " +
                (at.level.empty() ? "computation::root" : at.level) + ");\n";
    }
    for (const program_memory &at : buffers) {
        if (!at.placed_in.empty()) {
            text += at.name + ".allocate_at(" + at.placed_in + ", " + at.placed_at + ");\n";
        }
    }
    return text;
}

built_program build(const random_program &program) {
    const random_program declared = program.as_declared();
    return builder(declared).build();
}

} // namespace tiramisu::oracle
