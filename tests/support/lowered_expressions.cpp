#include "support/lowered_expressions.h"

#include <algorithm>

#include "support/lowered_intrinsics.h"

namespace tiramisu::oracle {

namespace {

namespace hir = lower::hir;
using Halide::Expr;
using Halide::Type;
using hir::Call;
using hir::IRNodeType;

/// What becomes of what a lane computes.
enum class use : std::uint8_t {
    off,  ///< it computes nothing
    none, ///< it runs for nothing, as both arms of a select do: what it reads may be anything
    taken,
};
using mask = std::vector<use>;

bool is_any(const mask &on) {
    return std::any_of(on.begin(), on.end(), [](use one) { return one != use::off; });
}

class evaluator {
public:
    explicit evaluator(lowered_state &state) : state_(state) {}

    lowered_value evaluate(const Expr &expression) {
        return evaluate(expression,
                        mask(static_cast<std::size_t>(expression.type().lanes()), use::taken));
    }

private:
    lowered_state &state_;

    static lowered_value nothing(const Expr &expression) {
        const auto lanes = static_cast<std::size_t>(expression.type().lanes());
        return {expression.type(), std::vector<lane>(lanes, lane::poison())};
    }

    /// What lanes that are not on compute does not happen, and is unknown.
    lowered_value evaluate(const Expr &of, const mask &on) {
        state_.count_step();
        if (!is_any(on)) {
            return nothing(of);
        }
        switch (of.node_type()) {
        case IRNodeType::IntImm: return constant(of, of.as<hir::IntImm>()->value, 0);
        case IRNodeType::UIntImm:
            return constant(of, static_cast<std::int64_t>(of.as<hir::UIntImm>()->value), 0);
        case IRNodeType::FloatImm: return constant(of, 0, of.as<hir::FloatImm>()->value);
        case IRNodeType::Variable: return variable(*of.as<hir::Variable>());
        case IRNodeType::Cast: return converted(*of.as<hir::Cast>(), lowered_cast, on);
        case IRNodeType::Reinterpret:
            return converted(*of.as<hir::Reinterpret>(), lowered_reinterpret, on);
        case IRNodeType::Add: return arithmetic(lowered_op::add, *of.as<hir::Add>(), on);
        case IRNodeType::Sub: return arithmetic(lowered_op::subtract, *of.as<hir::Sub>(), on);
        case IRNodeType::Mul: return arithmetic(lowered_op::multiply, *of.as<hir::Mul>(), on);
        case IRNodeType::Div: return arithmetic(lowered_op::divide, *of.as<hir::Div>(), on);
        case IRNodeType::Mod: return arithmetic(lowered_op::remainder, *of.as<hir::Mod>(), on);
        case IRNodeType::Min: return arithmetic(lowered_op::minimum, *of.as<hir::Min>(), on);
        case IRNodeType::Max: return arithmetic(lowered_op::maximum, *of.as<hir::Max>(), on);
        case IRNodeType::EQ: return compared(of.as<hir::EQ>()->a, of.as<hir::EQ>()->b, equal, on);
        case IRNodeType::NE:
            return negated(compared(of.as<hir::NE>()->a, of.as<hir::NE>()->b, equal, on));
        case IRNodeType::LT: return compared(of.as<hir::LT>()->a, of.as<hir::LT>()->b, less, on);
        case IRNodeType::LE:
            return compared(of.as<hir::LE>()->a, of.as<hir::LE>()->b, less_or_equal, on);
        case IRNodeType::GT: return compared(of.as<hir::GT>()->b, of.as<hir::GT>()->a, less, on);
        case IRNodeType::GE:
            return compared(of.as<hir::GE>()->b, of.as<hir::GE>()->a, less_or_equal, on);
        case IRNodeType::And: return logical(of.as<hir::And>()->a, of.as<hir::And>()->b, true, on);
        case IRNodeType::Or: return logical(of.as<hir::Or>()->a, of.as<hir::Or>()->b, false, on);
        case IRNodeType::Not: return negated(evaluate(of.as<hir::Not>()->a, on));
        case IRNodeType::Select: return select(*of.as<hir::Select>(), on);
        case IRNodeType::Load: return load(*of.as<hir::Load>(), on);
        case IRNodeType::Ramp: return ramp(*of.as<hir::Ramp>(), on);
        case IRNodeType::Broadcast: return broadcast(*of.as<hir::Broadcast>(), on);
        case IRNodeType::Let: return let(*of.as<hir::Let>(), on);
        case IRNodeType::Shuffle: return shuffle(*of.as<hir::Shuffle>(), on);
        case IRNodeType::VectorReduce: return reduce(*of.as<hir::VectorReduce>(), on);
        case IRNodeType::Call: return call(*of.as<Call>(), on);
        default: throw not_modelled("an expression of another kind");
        }
    }

    static constexpr auto equal = lowered_comparison::equal;
    static constexpr auto less = lowered_comparison::less;
    static constexpr auto less_or_equal = lowered_comparison::less_or_equal;

    static lowered_value constant(const Expr &of, std::int64_t integer, double real) {
        lane made;
        made.integer = integer;
        made.real = real;
        return {of.type(), {made}};
    }

    lowered_value variable(const hir::Variable &of) const {
        const auto found = state_.names.find(of.name);
        if (found == state_.names.end()) {
            throw not_modelled("the name \"" + of.name + "\"");
        }
        return found->second;
    }

    template <typename Node, typename Convert>
    lowered_value converted(const Node &node, const Convert &convert, const mask &on) {
        lowered_value made = evaluate(node.value, on);
        if (made.type.lanes() != node.type.lanes()) {
            throw not_modelled("bits that become more or fewer lanes");
        }
        for (lane &one : made.lanes) {
            one = convert(one, made.type.element_of(), node.type.element_of());
        }
        made.type = node.type;
        return made;
    }

    template <typename Node>
    lowered_value arithmetic(lowered_op op, const Node &node, const mask &on) {
        return arithmetic(op, evaluate(node.a, on), evaluate(node.b, on));
    }

    static lowered_value arithmetic(lowered_op op, lowered_value a, const lowered_value &b) {
        for (std::size_t i = 0; i < a.lanes.size(); ++i) {
            a.lanes[i] = lowered_arithmetic(op, a.type.element_of(), a.lanes[i], b.lanes[i]);
        }
        return a;
    }

    lowered_value compared(const Expr &left, const Expr &right, lowered_comparison how,
                           const mask &on) {
        lowered_value a = evaluate(left, on);
        const lowered_value b = evaluate(right, on);
        for (std::size_t i = 0; i < a.lanes.size(); ++i) {
            a.lanes[i] = lowered_compare(how, a.type.element_of(), a.lanes[i], b.lanes[i]);
        }
        a.type = Halide::Bool(a.type.lanes());
        return a;
    }

    static lowered_value negated(lowered_value of) {
        for (lane &one : of.lanes) {
            one.integer = one.is_true() ? 0 : 1;
        }
        return of;
    }

    /// Both sides run.
    lowered_value logical(const Expr &left, const Expr &right, bool is_conjunction,
                          const mask &on) {
        lowered_value a = evaluate(left, on);
        const lowered_value b = evaluate(right, on);
        for (std::size_t i = 0; i < a.lanes.size(); ++i) {
            a.lanes[i] = combined(a.lanes[i], b.lanes[i], is_conjunction);
        }
        return a;
    }

    static lane combined(const lane &x, const lane &y, bool is_conjunction) {
        const auto decides = [&](const lane &one) {
            return one.is_known && one.is_true() != is_conjunction;
        };
        const bool is_decided = decides(x) || decides(y);
        const bool is_known = is_decided && !x.is_poison && !y.is_poison;
        if (!is_known && !(x.is_known && y.is_known)) {
            return lane::made_of_unknown(x, y);
        }
        lane made;
        made.integer = is_decided ? !is_conjunction : is_conjunction;
        return made;
    }

    /// Both arms run, one of them is taken.
    lowered_value select(const hir::Select &node, const mask &on) {
        const bool is_scalar = node.condition.type().is_scalar();
        const lowered_value condition =
            is_scalar ? evaluate(node.condition) : evaluate(node.condition, on);
        mask first = on, second = on;
        for (std::size_t i = 0; i < on.size(); ++i) {
            const lane &chosen = condition.lanes[is_scalar ? 0 : i];
            use &other = chosen.is_true() ? second[i] : first[i];
            if (chosen.is_known && other == use::taken) {
                other = use::none;
            }
        }
        lowered_value made = evaluate(node.true_value, first);
        const lowered_value otherwise = evaluate(node.false_value, second);
        for (std::size_t i = 0; i < made.lanes.size(); ++i) {
            const lane &chosen = condition.lanes[is_scalar ? 0 : i];
            made.lanes[i] = !chosen.is_known   ? chosen
                            : chosen.is_true() ? made.lanes[i]
                                               : otherwise.lanes[i];
        }
        return made;
    }

    lowered_value load(const hir::Load &node, const mask &on) {
        const lowered_value index = evaluate(node.index, on);
        const lowered_value is_on = evaluate(node.predicate, on);
        lowered_value made = nothing(Expr(&node));
        for (std::size_t i = 0; i < made.lanes.size(); ++i) {
            if (on[i] != use::off && known(is_on.lanes[i], "a mask").is_true()) {
                made.lanes[i] = state_.memory.load(state_.address_of(node.name),
                                                   known(index.lanes[i], "an index").integer,
                                                   node.type.element_of(), on[i] == use::taken);
            }
        }
        return made;
    }

    /// For each lane of the parts of a vector of which so many make a whole.
    static mask any_of_parts(const mask &on, std::size_t lanes) {
        mask parts(lanes, use::off);
        for (std::size_t i = 0; i < on.size(); ++i) {
            parts[i % lanes] = std::max(parts[i % lanes], on[i]);
        }
        return parts;
    }

    lowered_value ramp(const hir::Ramp &node, const mask &on) {
        const auto width = static_cast<std::size_t>(node.base.type().lanes());
        lowered_value part = evaluate(node.base, any_of_parts(on, width));
        const lowered_value stride = evaluate(node.stride, any_of_parts(on, width));
        lowered_value made{node.type, {}};
        for (int i = 0; i < node.lanes; ++i) {
            made.lanes.insert(made.lanes.end(), part.lanes.begin(), part.lanes.end());
            part = arithmetic(lowered_op::add, part, stride);
        }
        return made;
    }

    lowered_value broadcast(const hir::Broadcast &node, const mask &on) {
        const auto width = static_cast<std::size_t>(node.value.type().lanes());
        const lowered_value part = evaluate(node.value, any_of_parts(on, width));
        lowered_value made{node.type, {}};
        for (int i = 0; i < node.lanes; ++i) {
            made.lanes.insert(made.lanes.end(), part.lanes.begin(), part.lanes.end());
        }
        return made;
    }

    lowered_value let(const hir::Let &node, const mask &on) {
        const bool is_alike = node.value.type().lanes() == static_cast<int>(on.size());
        const lowered_value value = is_alike ? evaluate(node.value, on) : evaluate(node.value);
        lowered_value made;
        state_.with(node.name, value, [&] { made = evaluate(node.body, on); });
        return made;
    }

    lowered_value shuffle(const hir::Shuffle &node, const mask &on) {
        std::size_t begin = 0;
        std::vector<lane> all;
        for (const Expr &vector : node.vectors) {
            mask wanted(static_cast<std::size_t>(vector.type().lanes()), use::off);
            for (std::size_t i = 0; i < node.indices.size(); ++i) {
                const auto from = static_cast<std::size_t>(node.indices[i]);
                if (from >= begin && from < begin + wanted.size()) {
                    use &part = wanted[from - begin];
                    part = std::max(part, on[i]);
                }
            }
            begin += wanted.size();
            const lowered_value part = evaluate(vector, wanted);
            all.insert(all.end(), part.lanes.begin(), part.lanes.end());
        }
        lowered_value made{node.type, {}};
        for (const int index : node.indices) {
            made.lanes.push_back(all[static_cast<std::size_t>(index)]);
        }
        return made;
    }

    static lane combined(hir::VectorReduce::Operator op, Type type, const lane &a, const lane &b) {
        switch (op) {
        case hir::VectorReduce::Add: return lowered_arithmetic(lowered_op::add, type, a, b);
        case hir::VectorReduce::Mul: return lowered_arithmetic(lowered_op::multiply, type, a, b);
        case hir::VectorReduce::And:
        case hir::VectorReduce::Min: return lowered_arithmetic(lowered_op::minimum, type, a, b);
        case hir::VectorReduce::Or:
        case hir::VectorReduce::Max: return lowered_arithmetic(lowered_op::maximum, type, a, b);
        default: throw not_modelled("a reduction of another kind");
        }
    }

    lowered_value reduce(const hir::VectorReduce &node, const mask &on) {
        const std::size_t parts = on.size();
        const std::size_t width = static_cast<std::size_t>(node.value.type().lanes()) / parts;
        mask wanted;
        for (const use one : on) {
            wanted.insert(wanted.end(), width, one);
        }
        const lowered_value all = evaluate(node.value, wanted);
        lowered_value made{node.type, {}};
        for (std::size_t part = 0; part < parts; ++part) {
            lane sum = all.lanes[part * width];
            for (std::size_t i = 1; i < width; ++i) {
                sum = combined(node.op, node.type.element_of(), sum, all.lanes[part * width + i]);
            }
            made.lanes.push_back(sum);
        }
        return made;
    }

    // --- calls ---

    lowered_value call(const Call &node, const mask &on) {
        if (node.name.compare(0, 15, "_halide_buffer_") == 0) {
            return about_argument(node);
        }
        if (node.name == "tiramisu_argument_bytes") {
            const lowered_state::argument &given = argument_described_by(node.args[2]);
            return constant_of(node.type, static_cast<std::int64_t>(given.from->bytes().size()));
        }
        if (node.is_intrinsic(Call::if_then_else)) {
            return chosen_lane_by_lane(node, on);
        }
        if (node.name == "llvm.prefetch.p0") {
            return constant(Expr(0), 0, 0); // touches nothing, wherever it points
        }
        if (node.is_intrinsic({Call::likely, Call::likely_if_innermost, Call::promise_clamped,
                               Call::unsafe_promise_clamped})) {
            return evaluate(node.args[0], on);
        }
        if (node.is_intrinsic(Call::return_second)) {
            evaluate(node.args[0], on);
            return evaluate(node.args[1], on);
        }
        if (node.is_intrinsic({Call::undef, Call::signed_integer_overflow})) {
            return nothing(Expr(&node));
        }
        if (node.is_intrinsic(Call::unreachable)) {
            throw memory_fault("code runs that was taken to be unreachable");
        }
        if (!node.is_intrinsic() || node.args.empty()) {
            throw not_modelled("the function " + node.name);
        }
        return of_lanes(node, on);
    }

    /// What the descriptor of an argument says. Halide counts dimensions from the innermost.
    lowered_value about_argument(const Call &node) {
        const lowered_state::argument &given = argument_described_by(node.args[0]);
        const std::vector<std::int64_t> &extents = given.from->extents();
        if (node.name == Call::buffer_get_host) {
            return constant_of(node.type, static_cast<std::int64_t>(given.address));
        }
        if (node.name == Call::buffer_get_dimensions) {
            return constant_of(node.type, static_cast<std::int64_t>(extents.size()));
        }
        if (node.args.size() != 2) {
            throw not_modelled("the function " + node.name);
        }
        const auto dim = static_cast<std::size_t>(evaluate(node.args[1]).lanes[0].integer);
        const auto own = extents.rbegin() + static_cast<std::ptrdiff_t>(dim);
        if (node.name == Call::buffer_get_extent) {
            return constant_of(node.type, *own);
        }
        if (node.name == Call::buffer_get_min) {
            return constant_of(node.type, 0);
        }
        if (node.name == Call::buffer_get_stride) {
            std::int64_t stride = 1;
            std::for_each(extents.rbegin(), own, [&](std::int64_t extent) { stride *= extent; });
            return constant_of(node.type, stride);
        }
        throw not_modelled("the function " + node.name);
    }

    const lowered_state::argument &argument_described_by(const Expr &descriptor) const {
        const auto *structure = descriptor.as<hir::Variable>();
        const std::string name =
            structure == nullptr ? "" : structure->name.substr(0, structure->name.rfind('.'));
        const auto found = state_.arguments.find(name);
        if (found == state_.arguments.end()) {
            throw not_modelled("the descriptor " + name);
        }
        return found->second;
    }

    static lowered_value constant_of(Type type, std::int64_t number) {
        lane made;
        made.integer = number;
        return {type, {made}};
    }

    /// Each lane evaluates the value that it takes.
    lowered_value chosen_lane_by_lane(const Call &node, const mask &on) {
        const bool is_scalar = node.args[0].type().is_scalar();
        const lowered_value condition =
            is_scalar ? evaluate(node.args[0]) : evaluate(node.args[0], on);
        mask first = on, second = on;
        for (std::size_t i = 0; i < on.size(); ++i) {
            const lane &chosen = condition.lanes[is_scalar ? 0 : i];
            if (on[i] != use::off) {
                (known(chosen, "a condition").is_true() ? second : first)[i] = use::off;
            }
        }
        lowered_value made = evaluate(node.args[1], first);
        if (node.args.size() < 3) {
            return made;
        }
        const lowered_value otherwise = evaluate(node.args[2], second);
        for (std::size_t i = 0; i < on.size(); ++i) {
            made.lanes[i] = second[i] != use::off ? otherwise.lanes[i] : made.lanes[i];
        }
        return made;
    }

    lowered_value of_lanes(const Call &node, const mask &on) {
        std::vector<lowered_value> arguments;
        for (const Expr &argument : node.args) {
            arguments.push_back(evaluate(argument, on));
        }
        lowered_value made{node.type, {}};
        for (std::size_t i = 0; i < on.size(); ++i) {
            std::vector<lane> operands;
            lane unknown;
            for (const lowered_value &argument : arguments) {
                operands.push_back(argument.lanes[i]);
                if (!operands.back().is_known) {
                    unknown = lane::made_of_unknown(unknown, operands.back());
                }
            }
            made.lanes.push_back(unknown.is_known ? lowered_intrinsic(node, operands) : unknown);
        }
        return made;
    }
};

} // namespace

lowered_value evaluate_lowered(const Expr &expression, lowered_state &state) {
    return evaluator(state).evaluate(expression);
}

} // namespace tiramisu::oracle
