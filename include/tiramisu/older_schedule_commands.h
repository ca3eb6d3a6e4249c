#pragma once

#include <vector>

#include "tiramisu/error.h"

namespace tiramisu {

class computation;
class var;

/// Schedule commands in spellings that only programs for the older Tiramisu use: loops by their
/// level, outermost 0, and second names of commands. They mean what the commands of
/// `schedule_commands` mean, which inherits them.
class older_schedule_commands {
public:
    // Loops by level.

    computation &then(computation &next, int level, source_place where = source_place::current());
    /// The same of a part that has no name of its own: a.then(b.init(), 0).
    computation then(computation &&next, int level, source_place where = source_place::current());
    computation &after(const computation &previous, int level,
                       source_place where = source_place::current());
    computation &between(const computation &previous, int previous_level, computation &next,
                         int next_level, source_place where = source_place::current());
    computation &split(int loop, int factor, source_place where = source_place::current());
    computation &tile(int loop0, int loop1, int size0, int size1,
                      source_place where = source_place::current());
    computation &tile(int loop0, int loop1, int loop2, int size0, int size1, int size2,
                      source_place where = source_place::current());
    computation &interchange(int loop0, int loop1, source_place where = source_place::current());
    computation &skew(int loop0, int loop1, int a, int b,
                      source_place where = source_place::current());
    computation &skew(int loop0, int loop1, int a, int b, int c, int d,
                      source_place where = source_place::current());
    computation &unroll(int loop, int factor, source_place where = source_place::current());
    computation &compute_at(const computation &consumer, int level,
                            source_place where = source_place::current());

    // Second names.

    /// transform()
    computation &matrix_transform(const std::vector<std::vector<int>> &matrix,
                                  source_place where = source_place::current());
    /// reverse(), with a new name for the loop.
    computation &loop_reversal(const var &loop, const var &reversed,
                               source_place where = source_place::current());
    /// reverse()
    computation &loop_reversal(int loop, source_place where = source_place::current());
    /// after(), with the loop by its level. Of several levels the innermost counts.
    computation &after_low_level(const computation &previous, int level,
                                 source_place where = source_place::current());
    computation &after_low_level(const computation &previous, const std::vector<int> &levels,
                                 source_place where = source_place::current());
    /// compute_inline(), which cannot be taken back.
    computation &set_inline(bool is_inline = true, source_place where = source_place::current());

    // Tags: parallelize(), vectorize() and unroll() of a loop that already has the right size. A
    // level that there is not is noted (function::notes()) and changes nothing.

    computation &tag_parallel_level(const var &loop, source_place where = source_place::current());
    computation &tag_parallel_level(int loop, source_place where = source_place::current());
    computation &tag_vector_level(const var &loop, int width,
                                  source_place where = source_place::current());
    computation &tag_vector_level(int loop, int width,
                                  source_place where = source_place::current());
    computation &tag_unroll_level(const var &loop, source_place where = source_place::current());
    computation &tag_unroll_level(int loop, source_place where = source_place::current());
    computation &tag_unroll_level(const var &loop, int factor,
                                  source_place where = source_place::current());
    computation &tag_unroll_level(int loop, int factor,
                                  source_place where = source_place::current());
    /// gpu_block() of the first half of the loops, gpu_thread() of the others.
    computation &tag_gpu_level(const var &block, const var &thread,
                               source_place where = source_place::current());
    computation &tag_gpu_level(const var &block0, const var &block1, const var &thread0,
                               const var &thread1, source_place where = source_place::current());
    computation &tag_gpu_level(const var &block0, const var &block1, const var &block2,
                               const var &thread0, const var &thread1, const var &thread2,
                               source_place where = source_place::current());

protected:
    older_schedule_commands() = default;

    computation &self();
};

} // namespace tiramisu
