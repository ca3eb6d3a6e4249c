// Random expressions: compiled code gives what the evaluator gives.

#include <deque>
#include <iostream>
#include <map>

#include <gtest/gtest.h>

#include "support/compiled_run.h"
#include "support/evaluator.h"
#include "support/random_source.h"

namespace tiramisu::oracle {
namespace {

constexpr int length = 37; // not a multiple of any vector width

const std::vector<primitive_t> all_types = {p_uint8,   p_uint16,  p_uint32,  p_uint64,
                                            p_int8,    p_int16,   p_int32,   p_int64,
                                            p_float32, p_float64, p_float16, p_bfloat16};

class expression_maker {
public:
    explicit expression_maker(random_source &random) : random_(random) {}

    expr make(primitive_t type, int depth) {
        if (depth == 0 || random_.chance(10)) {
            return leaf(type);
        }
        return is_float(type) ? make_float(type, depth - 1) : make_integer(type, depth - 1);
    }

private:
    random_source &random_;

    expr leaf(primitive_t type) {
        if (random_.chance(25)) {
            return is_float(type) ? expr::literal(type, random_.between(-20, 20) / 4.0)
                                  : expr::literal(type, std::int64_t{random_.between(-9, 9)});
        }
        // Two inputs of each type, "p" and "q".
        const std::string name = (random_.chance(50) ? "p_" : "q_") + to_string(type);
        return {o_access, name, {expr::variable("i", p_int32)}, type};
    }

    expr condition(int depth) {
        const primitive_t type = random_.one_of(all_types);
        const op_t op = random_.one_of<op_t>({o_eq, o_ne, o_lt, o_le, o_gt, o_ge});
        const expr compared(op, make(type, depth), make(type, depth));
        switch (random_.between(0, 5)) {
        case 0: return !compared;
        case 1: return compared && condition(0);
        case 2: return compared || condition(0);
        default: return compared;
        }
    }

    expr make_integer(primitive_t type, int depth) {
        const int kind = random_.between(0, 15);
        if (kind == 0) {
            return select(condition(depth > 0 ? 1 : 0), make(type, depth), make(type, depth));
        }
        if (kind == 1) {
            return abs(make(type, depth));
        }
        if (kind == 2) {
            return -make(type, depth);
        }
        if (kind == 3) {
            return cast(type, condition(0));
        }
        if (kind <= 5) {
            return from_another(type, depth);
        }
        const op_t op = random_.one_of<op_t>({o_add, o_sub, o_mul, o_div, o_mod, o_max, o_min,
                                              o_right_shift, o_left_shift, o_add, o_sub, o_mul});
        return {op, make(type, depth), make(type, depth)};
    }

    expr from_another(primitive_t type, int depth) {
        const primitive_t from = random_.one_of(all_types);
        expr value = make(from, depth);
        if (from == type) {
            return value;
        }
        if (is_float(from) && is_integer(type)) { // only what is in range has a meaning
            value = clamp(value, expr::literal(from, is_signed(type) ? -100.0 : 0.0),
                          expr::literal(from, 100.0));
        }
        return cast(type, value);
    }

    /// What arithmetic makes is of another type.
    expr make_short_float(primitive_t type, int depth) {
        const std::vector<primitive_t> wider = {p_float32, p_float32, p_float64, p_int16, p_uint64};
        return random_.chance(20)
                   ? select(condition(depth > 0 ? 1 : 0), make(type, depth), make(type, depth))
                   : cast(type, make(random_.one_of(wider), depth));
    }

    expr make_float(primitive_t type, int depth) {
        if (is_short_float(type)) {
            return make_short_float(type, depth);
        }
        switch (random_.between(0, 11)) {
        case 0: return select(condition(depth > 0 ? 1 : 0), make(type, depth), make(type, depth));
        case 1: return abs(make(type, depth));
        case 2: return -make(type, depth);
        case 3: return sqrt(abs(make(type, depth)));
        case 4: return floor(make(type, depth)) - ceil(make(type, depth));
        case 5: return round(make(type, depth)) + trunc(make(type, depth));
        case 6: return make(type, depth) / (abs(make(type, depth)) + expr::literal(type, 0.5));
        case 7: return from_another(type, depth);
        case 8: return min(make(type, depth), make(type, depth));
        case 9: return max(make(type, depth), make(type, depth));
        case 10: return make(type, depth) * make(type, depth);
        default: return make(type, depth) + make(type, depth);
        }
    }
};

memory make_inputs(random_source &random) {
    memory data;
    for (const primitive_t type : all_types) {
        for (const char *prefix : {"p_", "q_"}) {
            array filled(type, {length});
            for (int i = 0; i < length; ++i) {
                const std::uint64_t edge = std::uint64_t{1} << random.between(0, 63);
                filled.set(
                    i, is_float(type) ? value::of_real(type, random.between(-4000, 4000) / 16.0)
                       : random.chance(40) ? value::of_integer(type, random.between(-9, 9))
                       : random.chance(50) ? value::of_bits(type, edge + static_cast<std::uint64_t>(
                                                                             random.between(-1, 1)))
                                           : value::of_bits(type, random.bits()));
            }
            data[prefix + to_string(type)] = filled;
        }
    }
    return data;
}

bool is_comparable(const value &x) {
    return !is_float(x.type) || (x.real == x.real && x.real - x.real == 0);
}

/// One function of several computations, each of one expression.
class expression_batch {
public:
    expression_batch(std::uint64_t seed, int count) : random_(seed) {
        init("expressions_" + std::to_string(seed));
        const var i("i", 0, length);
        data_ = make_inputs(random_);
        for (const auto &[name, filled] : data_) {
            add_buffer("mem_" + name, filled.type(), a_input);
            input read(name, std::vector<var>{i}, filled.type());
            read.store_in(&buffers_.back());
            inputs_.emplace(name, read);
        }
        for (int k = 0; k < count; ++k) {
            const primitive_t type = random_.one_of(all_types);
            const expr written = expression_maker(random_).make(type, random_.between(1, 4));
            const std::string name = "e" + std::to_string(k);
            expressions_.push_back(written);
            computation made(name, {i}, bound(written));
            add_buffer(name + "_mem", type, a_output);
            made.store_in(&buffers_.back());
            if (random_.chance(50)) {
                made.vectorize(i, 4 * random_.between(1, 4));
            }
        }
    }

    void check() {
        options exact;
        exact.strict_float = true;
        std::vector<buffer *> arguments;
        for (buffer &at : buffers_) {
            arguments.push_back(&at);
        }
        const compiled_function code = global::get_implicit_function()->compile(arguments, exact);
        memory stored;
        for (const buffer &at : buffers_) {
            array filled(at.get_elements_type(), {length});
            filled.set_bytes(std::vector<std::uint8_t>(
                static_cast<std::size_t>(length * size_in_bytes(filled.type()))));
            stored[at.get_name()] = filled;
        }
        for (const auto &[name, filled] : data_) {
            stored["mem_" + name] = filled;
        }
        ASSERT_EQ(run_compiled(code, arguments, {}, {}, stored), 0);
        for (std::size_t k = 0; k < expressions_.size(); ++k) {
            compare(expressions_[k], stored.at("e" + std::to_string(k) + "_mem"));
        }
    }

private:
    random_source random_;
    std::deque<buffer> buffers_;
    memory data_;
    std::map<std::string, computation> inputs_;
    std::vector<expr> expressions_;

    void add_buffer(const std::string &name, primitive_t type, argument_t role) {
        buffers_.emplace_back(name, std::vector<expr>{length}, type, role);
    }

    /// The same expression over the computations of the function.
    expr bound(const expr &value) const {
        const expr_node *node = value.node();
        if (node->kind != e_op) {
            return value;
        }
        if (node->op == o_access) {
            return inputs_.at(node->name).at(node->operands);
        }
        std::vector<expr> operands;
        for (const expr &operand : node->operands) {
            operands.push_back(bound(operand));
        }
        if (node->op == o_cast) {
            return {o_cast, node->type, operands[0]};
        }
        return operands.size() == 1   ? expr(node->op, operands[0])
               : operands.size() == 2 ? expr(node->op, operands[0], operands[1])
                                      : expr(node->op, operands[0], operands[1], operands[2]);
    }

    void compare(const expr &expression, const array &found) {
        environment names;
        names.read = [this](const std::string &name, const environment::index &at) {
            return data_.at(name)[at[0]];
        };
        for (int i = 0; i < length; ++i) {
            names.scalars["i"] = value::of_integer(p_int32, i);
            const value expected = evaluate(expression, names);
            if (is_comparable(expected) && !(expected == found[i])) {
                ADD_FAILURE() << expression.to_str() << "\nof type "
                              << to_string(expression.get_data_type()) << " at i = " << i
                              << ": expected " << expected.to_string() << ", found "
                              << found[i].to_string() << "\n"
                              << operands_text(expression, i);
                return;
            }
        }
    }

    std::string operands_text(const expr &expression, int i) const {
        if (expression.get_op_type() == o_access) {
            return expression.get_name() + " = " + data_.at(expression.get_name())[i].to_string() +
                   "\n";
        }
        std::string text;
        for (const expr &operand : expression.get_operands()) {
            text += operands_text(operand, i);
        }
        return text;
    }
};

class Expressions : public ::testing::TestWithParam<int> {};

TEST_P(Expressions, CompiledCodeAgreesWithTheEvaluator) {
    constexpr int shards = 4, batch = 10;
    const random_run run = random_run::from_environment(7001, 2000);
    const int batches = (run.cases / batch + shards - 1) / shards;
    std::cout << "TIRAMISU_SEED=" << run.seed << " TIRAMISU_CASES=" << run.cases << ": " << batches
              << " functions of " << batch << " expressions\n";
    for (int b = 0; b < batches && !HasFailure(); ++b) {
        const std::uint64_t seed =
            run.seed * 1000003 + static_cast<std::uint64_t>(GetParam() + shards * b);
        SCOPED_TRACE("function expressions_" + std::to_string(seed));
        expression_batch(seed, batch).check();
    }
}

INSTANTIATE_TEST_SUITE_P(Shard, Expressions, ::testing::Range(0, 4));

} // namespace
} // namespace tiramisu::oracle
