#include "support/program_generator.h"

#include <algorithm>

namespace tiramisu::oracle {

namespace {

constexpr std::int64_t most_elements = 1 << 17;

bool is_updated_late(const program_definition &made) {
    return std::any_of(made.updates.begin(), made.updates.end(),
                       [](const program_update &update) { return !update.behind.empty(); });
}

} // namespace

random_program program_generator::make() {
    make_parameters();
    make_inputs();
    if (random_.chance(25)) {
        make_bounds();
    }
    const bool is_folded = has(feature::folds) && random_.chance(15);
    const int shape = is_folded ? 0 : random_.between(0, 99);
    if (is_folded) {
        make_modular_pair();
    } else if (shape < 10) {
        make_time_stepped_pair();
    } else if (shape < 20) {
        make_folded();
    } else if (shape < 30) {
        make_contracted_pair();
    } else if (shape < 35) {
        make_rolling_pair();
    } else {
        const int count = random_.weighted<int>({{1, 30}, {2, 40}, {3, 20}, {4, 10}});
        for (int i = 0; i < count; ++i) {
            make_computation(i);
            if (has(feature::late_updates) && i > 0 && random_.chance(40)) {
                add_late_update();
            }
        }
    }
    share_buffers();
    finish_sizes();
    return program_;
}

bool program_generator::has_small_buffers() const {
    return std::all_of(extents_.begin(), extents_.end(), [this](const auto &of_buffer) {
        std::int64_t elements = 1;
        for (const linear &extent : of_buffer.second) {
            elements *= std::max<std::int64_t>(largest(extent), 1);
        }
        return elements <= most_elements;
    });
}

std::int64_t program_generator::largest(const linear &number) const {
    std::int64_t value = number.constant;
    for (const auto &[name, coefficient] : number.coefficients) {
        const std::vector<int> &values = program_.parameters.front().values;
        value += coefficient * *std::max_element(values.begin(), values.end());
    }
    return value;
}

void program_generator::make_parameters() {
    if (!random_.chance(45)) {
        return;
    }
    program_parameter n{"n", random_.chance(80), {}};
    const int factor = program_.features.size == domain_size::small ? 1 : 5;
    n.values = n.is_argument ? std::vector<int>{random_.between(4, 6) * factor,
                                                random_.between(0, 1), random_.between(2, 4)}
                             : std::vector<int>{random_.between(1, 6) * factor};
    program_.parameters.push_back(n);
    parameter_names_["n"] = expr::variable("n", p_int32);
}

primitive_t program_generator::random_type() {
    if (has(feature::all_types) && random_.chance(6)) {
        return p_uint64;
    }
    return random_.weighted<primitive_t>({{p_int32, 50},
                                          {p_int16, 8},
                                          {p_uint8, 8},
                                          {p_int64, 6},
                                          {p_uint32, 6},
                                          {p_int8, 6},
                                          {p_uint16, 6},
                                          {p_float32, 6},
                                          {p_float64, 4}});
}

void program_generator::make_inputs() {
    const int count = random_.between(1, 2);
    for (int i = 0; i < count; ++i) {
        program_definition input;
        input.name = i == 0 ? "A" : "B";
        input.is_input = true;
        input.type = random_type();
        input.buffer = input.name + "_mem";
        const int rank = random_.between(1, 3);
        for (int d = 0; d < rank; ++d) {
            input.iterators.emplace_back("a" + std::to_string(i) + std::to_string(d));
        }
        program_.buffers.push_back({input.buffer, input.type, a_input, {}});
        extents_[input.buffer].resize(static_cast<std::size_t>(rank), linear{1, {}});
        program_.definitions.push_back(input);
    }
}

void program_generator::make_bounds() {
    program_definition starts;
    starts.name = "R";
    starts.is_input = true;
    starts.type = random_.chance(70) ? p_int32 : p_int64;
    starts.buffer = "R_mem";
    starts.iterators.emplace_back("row");
    program_memory memory{starts.buffer, starts.type, a_input, {}};
    memory.largest_bound = most_bounded;
    memory.has_hostile_bounds = has(feature::hostile) && random_.chance(50);
    bounds_are_hostile_ = memory.has_hostile_bounds;
    program_.buffers.push_back(memory);
    extents_[starts.buffer] = {linear{2, {}}};
    program_.definitions.push_back(starts);
    has_bounds_ = true;
}

void program_generator::share_buffers() {
    for (std::size_t later = 1; later < program_.definitions.size(); ++later) {
        program_definition &made = program_.definitions[later];
        program_definition &before = program_.definitions[later - 1];
        if (before.is_input || made.is_declared_first || is_updated_late(before) ||
            is_updated_late(made) || !made.storage.empty() || !before.storage.empty() ||
            made.type != before.type || made.iterators.size() != before.iterators.size() ||
            !random_.chance(25)) {
            continue;
        }
        std::vector<linear> &extents = extents_.at(before.buffer);
        for (std::size_t d = 0; d < extents.size(); ++d) {
            extents[d] = extents[d].at_least(extents_.at(made.buffer)[d]);
        }
        const std::string unused = made.buffer;
        made.buffer = before.buffer;
        program_.buffers.erase(
            std::remove_if(program_.buffers.begin(), program_.buffers.end(),
                           [&](const program_memory &at) { return at.name == unused; }),
            program_.buffers.end());
    }
}

void program_generator::finish_sizes() {
    bool has_output = false;
    for (program_memory &at : program_.buffers) {
        at.sizes.clear();
        for (const linear &extent : extents_.at(at.name)) {
            at.sizes.push_back(extent.to_expr(parameter_names_));
        }
        has_output = has_output || at.role == a_output;
    }
    if (!has_output) {
        program_.buffers.back().role = a_output;
    }
    for (program_memory &at : program_.buffers) {
        if (at.role == a_temporary && random_.chance(50)) {
            at.alignment = 1 << random_.between(0, 8);
            at.padding = random_.between(0, 5);
        }
    }
}

random_program make_random_program(random_source &random, const feature_set &features) {
    for (;;) {
        program_generator one(random, features);
        random_program made = one.make();
        if (one.has_small_buffers()) {
            return made;
        }
    }
}

} // namespace tiramisu::oracle
