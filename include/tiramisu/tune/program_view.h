#pragma once

#include <map>
#include <string>
#include <vector>

#include "tiramisu/function.h"
#include "tiramisu/tune/arithmetic.h"

namespace tiramisu::tune {

/// One index of an access, as far as it is affine: sum of coefficient times iterator.
struct index_view {
    std::vector<double> coefficients; ///< by iterator of the statement
    double offset = 0;                ///< what is added to that sum
    double most = 0;                  ///< different values, 0: no bound; x % 4 has 4
    bool is_affine = true;            ///< if not, any element of the dimension may be meant

    /// Whether it is the iterator itself, plus a constant.
    bool is_plain(std::size_t iterator) const;
};

/// How a statement touches a buffer.
struct access_view {
    std::string buffer;
    std::vector<index_view> indices;
    std::vector<double> strides; ///< elements between neighbouring iterations, by iterator
    int element_bytes = 4;

    /// Whether the element depends on the iterator.
    bool uses(std::size_t iterator) const;
    bool is_affine() const;
};

struct iterator_view {
    std::string name;
    long extent = 1;           ///< the largest, where it depends on other iterators
    bool is_reduction = false; ///< the element that is written does not depend on it
    bool has_fixed_bounds = true;
    bool has_constant_extent = true; ///< known while compiling, whatever sizes a call has
    /// Other iterators at which its bounds are read from memory; none where they are not read.
    std::vector<std::size_t> bounds_read_at = {};
};

/// A statement of the program.
struct statement_view {
    std::string id; ///< as commands name it
    std::vector<iterator_view> iterators;
    std::vector<access_view> reads;
    access_view write;
    bool is_reduction = false; ///< value = op(element, ...), in any order
    bool reads_itself = false; ///< what it writes, and is no reduction
    bool is_costly = false;    ///< exp, division, a call and the like
    bool is_guarded = false;   ///< a select or a condition
    double operations = 1;     ///< of arithmetic, an instance, in multiplications
    arithmetic counted;        ///< the same by kind

    std::vector<std::size_t> spatial() const;
    std::vector<std::size_t> reduced() const;
    double instances() const;
    /// Product of the extents of iterators.
    long extent_of(const std::vector<std::size_t> &of) const;
    /// That the last index of the write counts along; the innermost if none does.
    std::size_t contiguous() const;
};

/// A loop transformation after which the outermost loops of a statement can be tiled.
using tilable_matrix = std::vector<std::vector<int>>;

/// A computation with its updates: what is scheduled together.
struct stage_view {
    std::string name;
    std::vector<std::size_t> statements;                     ///< the definition, then updates
    std::vector<std::size_t> producers = {}, consumers = {}; ///< stages
    bool is_temporary = true;                                ///< no argument of the function has it
    bool can_be_inlined = false;
    bool shares_loops = false; ///< commands without which the program has no meaning order it
    std::vector<tilable_matrix> tilings = {}; ///< of a statement that reads what it writes
};

struct buffer_view {
    std::vector<long> sizes; ///< elements
    int element_bytes = 4;
    /// The computation whose values lie in it, each at its own indices; empty where that are
    /// several, or they lie in another order.
    std::string values = "";
    double bytes() const;
};

/// A program as rules and cost models look at it.
struct program_view {
    std::string function;
    std::string text; ///< the algorithm; programs of equal text are the same
    std::vector<statement_view> statements;
    std::vector<stage_view> stages; ///< in the order of declaration
    std::map<std::string, buffer_view> buffers;
    schedule base;               ///< commands that every candidate begins with
    int cores = 1;               ///< that rules reckon with
    int lanes = 8;               ///< elements in a vector register
    int registers = 16;          ///< vector registers
    long cache_bytes = 32 << 10; ///< first level

    const statement_view &main_of(std::size_t stage) const; ///< the last update
};

} // namespace tiramisu::tune
