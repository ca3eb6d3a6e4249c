#include "support/schedule_command.h"

#include <algorithm>

#include "core/program/staging.h"

namespace tiramisu::oracle {

namespace {

std::string text_of(const stage &at) {
    return at.is_whole     ? at.computation
           : at.update < 0 ? at.computation + ".init()"
                           : at.computation + ".update(" + std::to_string(at.update) + ")";
}

std::string name_of(command_kind kind) {
    switch (kind) {
    case command_kind::split: return "split";
    case command_kind::tile_2d:
    case command_kind::tile_3d:
    case command_kind::tile_list: return "tile";
    case command_kind::collapse: return "collapse";
    case command_kind::interchange: return "interchange";
    case command_kind::reorder: return "reorder";
    case command_kind::transform: return "transform";
    case command_kind::shift: return "shift";
    case command_kind::skew:
    case command_kind::skew_factors: return "skew";
    case command_kind::reverse: return "reverse";
    case command_kind::loop_reversal: return "loop_reversal";
    case command_kind::peel_first: return "peel_first";
    case command_kind::peel_last: return "peel_last";
    case command_kind::separate: return "separate";
    case command_kind::parallelize: return "parallelize";
    case command_kind::vectorize: return "vectorize";
    case command_kind::unroll:
    case command_kind::unroll_whole: return "unroll";
    case command_kind::unroll_and_jam: return "unroll_and_jam";
    case command_kind::tag_parallel: return "tag_parallel_level";
    case command_kind::tag_vector: return "tag_vector_level";
    case command_kind::tag_unroll:
    case command_kind::tag_unroll_factor: return "tag_unroll_level";
    case command_kind::rfactor: return "rfactor";
    case command_kind::storage_fold: return "storage_fold";
    case command_kind::allocate_at: return "allocate_at";
    case command_kind::after: return "after";
    case command_kind::then: return "then";
    case command_kind::before: return "before";
    case command_kind::fuse_after: return "fuse_after";
    case command_kind::distribute: return "distribute";
    case command_kind::between: return "between";
    case command_kind::cache_read: return "cache_read";
    case command_kind::cache_write: return "cache_write";
    case command_kind::compute_at: return "compute_at";
    case command_kind::store_at: return "store_at";
    case command_kind::compute_inline: return "compute_inline";
    case command_kind::prefetch: return "prefetch";
    case command_kind::pack: return "pack";
    case command_kind::window_layout: return "store_in";
    }
    return "";
}

std::vector<var> vars(const std::vector<std::string> &names) {
    return {names.begin(), names.end()};
}

std::vector<std::vector<int>> square(const std::vector<int> &numbers, std::size_t n) {
    std::vector<std::vector<int>> rows(n);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        rows[i / n].push_back(numbers[i]);
    }
    return rows;
}

/// "a, b, c"
std::string joined(const std::vector<std::string> &elements) {
    std::string text;
    for (const std::string &element : elements) {
        text += (text.empty() ? "" : ", ") + element;
    }
    return text;
}

/// "{a, b, c}"
std::string list_text(const std::vector<std::string> &elements) {
    return "{" + joined(elements) + "}";
}

std::string list_text(const std::vector<int> &numbers) {
    std::vector<std::string> texts;
    for (const int number : numbers) {
        texts.push_back(std::to_string(number));
    }
    return list_text(texts);
}

/// Arguments of the commands that take lists.
std::vector<std::string> list_arguments(const schedule_command &c) {
    if (c.kind == command_kind::reorder) {
        return {list_text(c.loops)};
    }
    if (c.kind == command_kind::tile_list) {
        const auto middle = c.new_loops.begin() + static_cast<std::ptrdiff_t>(c.loops.size());
        return {list_text(c.loops), list_text(c.numbers),
                list_text(std::vector<std::string>(c.new_loops.begin(), middle)),
                list_text(std::vector<std::string>(middle, c.new_loops.end()))};
    }
    std::vector<std::string> rows;
    for (const std::vector<int> &row : square(c.numbers, c.loops.size())) {
        rows.push_back(list_text(row));
    }
    return {list_text(c.loops), list_text(rows)};
}

std::string level_text(const std::string &loop) {
    return loop.empty() ? "computation::root" : loop;
}

var level(const std::string &loop) {
    return loop.empty() ? computation::root : var(loop);
}

tail tail_of(const schedule_command &c) {
    return c.is_masked ? tail::masked : tail::separated;
}

void transform(const schedule_command &c, computation &target) {
    const std::vector<std::string> &l = c.loops, &n = c.new_loops;
    const std::vector<int> &k = c.numbers;
    switch (c.kind) {
    case command_kind::split: target.split(var(l[0]), k[0], var(n[0]), var(n[1])); break;
    case command_kind::tile_2d:
        target.tile(var(l[0]), var(l[1]), k[0], k[1], var(n[0]), var(n[1]), var(n[2]), var(n[3]));
        break;
    case command_kind::tile_3d:
        target.tile(var(l[0]), var(l[1]), var(l[2]), k[0], k[1], k[2], var(n[0]), var(n[1]),
                    var(n[2]), var(n[3]), var(n[4]), var(n[5]));
        break;
    case command_kind::tile_list: {
        const std::vector<var> names = vars(n);
        const auto middle = names.begin() + static_cast<std::ptrdiff_t>(l.size());
        target.tile(vars(l), k, {names.begin(), middle}, {middle, names.end()});
        break;
    }
    case command_kind::collapse: target.collapse(var(l[0]), var(l[1]), var(n[0])); break;
    case command_kind::interchange: target.interchange(var(l[0]), var(l[1])); break;
    case command_kind::reorder: target.reorder(vars(l)); break;
    case command_kind::transform: target.transform(vars(l), square(k, l.size())); break;
    case command_kind::shift: target.shift(var(l[0]), k[0]); break;
    case command_kind::skew:
        target.skew(var(l[0]), var(l[1]), k[0], k[1], var(n[0]), var(n[1]));
        break;
    case command_kind::skew_factors:
        target.skew(var(l[0]), var(l[1]), k[0], k[1], k[2], k[3], var(n[0]), var(n[1]));
        break;
    case command_kind::reverse: target.reverse(var(l[0])); break;
    case command_kind::loop_reversal: target.loop_reversal(var(l[0]), var(n[0])); break;
    case command_kind::peel_first: target.peel_first(var(l[0]), k[0]); break;
    case command_kind::peel_last: target.peel_last(var(l[0]), k[0]); break;
    case command_kind::separate: target.separate(var(l[0])); break;
    case command_kind::parallelize: target.parallelize(var(l[0])); break;
    case command_kind::vectorize:
        target.vectorize(var(l[0]), k[0], var(n[0]), var(n[1]), tail_of(c));
        break;
    case command_kind::unroll: target.unroll(var(l[0]), k[0], var(n[0]), var(n[1])); break;
    case command_kind::unroll_whole: target.unroll(var(l[0])); break;
    case command_kind::unroll_and_jam:
        target.unroll_and_jam(var(l[0]), k[0], var(n[0]), var(n[1]));
        break;
    case command_kind::tag_parallel: target.tag_parallel_level(var(l[0])); break;
    case command_kind::tag_vector: target.tag_vector_level(var(l[0]), k[0]); break;
    case command_kind::tag_unroll: target.tag_unroll_level(var(l[0])); break;
    case command_kind::tag_unroll_factor: target.tag_unroll_level(var(l[0]), k[0]); break;
    default: break;
    }
}

void split_reduction(const schedule_command &c, computation &target, built_program &program) {
    const computation results = target.rfactor(var(c.loops[0]), var(c.new_loops[0]));
    program.computations.emplace(results.get_name(), results);
    program.partial_results.push_back(results.get_name());
}

void order(const schedule_command &c, computation &target, built_program &program) {
    computation other = find(c.other, program);
    switch (c.kind) {
    case command_kind::after: target.after(other, level(c.loops[0])); break;
    case command_kind::then: other.then(target, level(c.loops[0])); break;
    case command_kind::before: target.before(other, level(c.loops[0])); break;
    case command_kind::fuse_after: target.fuse_after(level(c.loops[0]), other); break;
    case command_kind::distribute: target.distribute(other, level(c.loops[0])); break;
    default: {
        computation next = find(c.next, program);
        target.between(other, level(c.loops[0]), next, level(c.loops[1]));
    }
    }
}

/// A layout of a window over the loops that fill it.
struct layout {
    std::vector<expr> indices, sizes;
};

/// Of the box that a copy fills.
std::vector<expr> window_sizes(const computation &copy) {
    for (const auto &made : copy.part()->owner->stagings) {
        if (made->load == copy.part()) {
            std::vector<expr> sizes;
            for (const long size : made->box.sizes) {
                sizes.emplace_back(static_cast<std::int32_t>(size));
            }
            return sizes;
        }
    }
    return {};
}

/// A layout in which not all values of the window have a place, where the number of the fault says
/// so: a dimension lacks its last element, or has as many as a block. Others may not need these.
void spoil(layout &made, std::size_t dim, int width, int fault) {
    if (fault == 1) {
        made.sizes[dim] = made.sizes[dim] + (-1);
    } else if (fault == 2) {
        made.indices[dim] = made.indices[dim] % width;
        made.sizes[dim] = expr(width);
    }
}

/// One dimension cut into blocks, or dimensions in reverse order where the width is 1.
layout layout_of(const schedule_command &c, const computation &copy) {
    const std::vector<std::string> loops = copy.get_loop_names();
    layout made{{}, window_sizes(copy)};
    for (auto at = loops.end() - static_cast<std::ptrdiff_t>(made.sizes.size()); at != loops.end();
         ++at) {
        made.indices.push_back(expr::variable(*at, p_int32));
    }
    const int width = c.numbers[0];
    if (!made.sizes.empty()) {
        spoil(made, static_cast<std::size_t>(c.numbers[1]) % made.sizes.size(), width,
              c.numbers[2]);
    }
    if (width == 1 || made.sizes.empty()) {
        std::reverse(made.indices.begin(), made.indices.end());
        std::reverse(made.sizes.begin(), made.sizes.end());
        return made;
    }
    const std::size_t dim = static_cast<std::size_t>(c.numbers[1]) % made.sizes.size();
    made.indices.push_back(made.indices[dim] % width);
    made.sizes.push_back(width);
    made.indices[dim] = made.indices[dim] / width;
    made.sizes[dim] = (made.sizes[dim] + (width - 1)) / width;
    return made;
}

void keep(built_program &program, const computation &copy) {
    program.computations.insert_or_assign(copy.get_name(), copy);
    program.copies.push_back(copy.get_name());
}

void put_in_window(const schedule_command &c, computation &target, built_program &program) {
    switch (c.kind) {
    case command_kind::cache_read:
        keep(program,
             target.cache_read(find(c.other, program), level(c.loops[0]), vars(c.new_loops)));
        break;
    case command_kind::cache_write: {
        const staged_copies copies = target.cache_write(
            level(c.loops[0]), c.numbers[0] == 0 ? memory::temporary : memory::registers);
        keep(program, copies.load);
        keep(program, copies.store);
        break;
    }
    case command_kind::compute_inline: target.compute_inline(); break;
    case command_kind::prefetch:
        if (c.loops.size() == 1) {
            target.prefetch(find(c.other, program), level(c.loops[0]), c.numbers[0]);
        } else {
            target.prefetch(find(c.other, program), level(c.loops[0]), c.numbers[0],
                            level(c.loops[1]));
        }
        break;
    case command_kind::pack: target.pack(level(c.loops[0]), c.numbers[0]); break;
    case command_kind::window_layout: {
        const layout chosen = layout_of(c, target);
        target.store_in(chosen.indices, chosen.sizes);
        break;
    }
    case command_kind::store_at: {
        computation consumer = find(c.other, program);
        target.store_at(consumer, level(c.loops[0]));
        if (c.loops.size() > 1) {
            target.compute_at(consumer, level(c.loops[1]));
        }
        break;
    }
    default: {
        computation consumer = find(c.other, program);
        target.compute_at(consumer, level(c.loops[0]));
    }
    }
}

} // namespace

computation find(const stage &at, built_program &program) {
    computation &whole = program.computations.at(at.computation);
    return at.is_whole ? whole : at.update < 0 ? whole.init() : whole.update(at.update);
}

std::string schedule_command::to_cpp() const {
    std::vector<std::string> arguments;
    if (kind == command_kind::between) {
        arguments = {text_of(other), level_text(loops[0]), text_of(next), level_text(loops[1])};
    } else if (kind == command_kind::fuse_after) {
        arguments = {level_text(loops[0]), text_of(other)};
    } else if (kind == command_kind::allocate_at) {
        return text_of(other) + ".get_buffer()->allocate_at(" + text_of(target) + ", " + loops[0] +
               ");";
    } else if (kind == command_kind::then) {
        return text_of(other) + ".then(" + text_of(target) + ", " + level_text(loops[0]) + ");";
    } else if (kind == command_kind::after || kind == command_kind::before ||
               kind == command_kind::distribute || kind == command_kind::cache_read ||
               kind == command_kind::compute_at || kind == command_kind::prefetch) {
        arguments = {text_of(other), level_text(loops[0])};
        if (kind == command_kind::prefetch) {
            arguments.push_back(std::to_string(numbers[0]));
            if (loops.size() > 1) {
                arguments.push_back(level_text(loops[1]));
            }
        }
        if (!new_loops.empty()) {
            arguments.push_back(list_text(new_loops));
        }
    } else if (kind == command_kind::store_at) {
        const std::string stored =
            text_of(target) + ".store_at(" + text_of(other) + ", " + level_text(loops[0]) + ")";
        return loops.size() == 1
                   ? stored + ";"
                   : stored + ".compute_at(" + text_of(other) + ", " + level_text(loops[1]) + ");";
    } else if (kind == command_kind::window_layout) {
        arguments = {numbers[0] == 1 ? "dimensions in reverse order"
                                     : "dimension " + std::to_string(numbers[1]) +
                                           " in blocks of " + std::to_string(numbers[0]),
                     numbers[2] == 0   ? "all of them"
                     : numbers[2] == 1 ? "without the last element"
                                       : "one block alone"};
    } else if (kind == command_kind::cache_write) {
        arguments = {level_text(loops[0]),
                     numbers[0] == 0 ? "memory::temporary" : "memory::registers"};
    } else if (kind == command_kind::reorder || kind == command_kind::tile_list ||
               kind == command_kind::transform) {
        arguments = list_arguments(*this);
    } else {
        arguments = loops;
        for (const int number : numbers) {
            arguments.push_back(std::to_string(number));
        }
        arguments.insert(arguments.end(), new_loops.begin(), new_loops.end());
        if (is_masked) {
            arguments.push_back("tail::masked");
        }
    }
    return text_of(target) + "." + name_of(kind) + "(" + joined(arguments) + ");";
}

void apply(const schedule_command &command, built_program &program) {
    computation target = find(command.target, program);
    if (command.is_staging()) {
        put_in_window(command, target, program);
    } else if (command.kind == command_kind::storage_fold) {
        target.storage_fold(var(command.loops[0]), command.numbers[0]);
    } else if (command.kind == command_kind::allocate_at) {
        find(command.other, program).get_buffer()->allocate_at(target, var(command.loops[0]));
    } else if (command.kind == command_kind::rfactor) {
        split_reduction(command, target, program);
    } else if (command.kind >= command_kind::after) {
        order(command, target, program);
    } else {
        transform(command, target);
    }
}

} // namespace tiramisu::oracle
