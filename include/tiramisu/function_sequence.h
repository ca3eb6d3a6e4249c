#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tiramisu/buffer.h"
#include "tiramisu/function.h"
#include "tiramisu/jit.h"
#include "tiramisu/options.h"

namespace tiramisu {

/// Memory that the functions of a sequence work on: an argument of its C function, or a temporary
/// that each call of it allocates.
struct sequence_memory {
    std::string name;
    std::vector<expr> sizes; ///< outermost first: literals or, of arguments, over the scalars
    primitive_t type = p_none;
    argument_t role = a_temporary;
    bool any_shape = false; ///< of an argument; see buffer::any_shape()
    /// Of an input that is no argument: its elements, which are part of the code.
    std::shared_ptr<const std::vector<float>> values = nullptr;
    /// The same of elements of type int32.
    std::shared_ptr<const std::vector<std::int32_t>> numbers = nullptr;

    bool is_embedded() const { return values != nullptr || numbers != nullptr; }
};

/// Where an argument of a function lies: in the sequence's memory of that name, counted in
/// elements.
struct sequence_place {
    std::string memory;
    std::int64_t first = 0;
    std::int64_t every_round = 0; ///< how much further in each round
    /// Of what is read of an input: the type as which its bytes are read, where that is not the
    /// memory's. Elements of this type are counted then.
    primitive_t read_as = p_none;
};

/// A function of a sequence.
struct sequence_call {
    function what;
    std::vector<buffer> arguments;     ///< of `what`, in order
    std::vector<sequence_place> where; ///< of each of them
    /// Of the sequence, or its constants: the scalar arguments of `what`, in order.
    std::vector<std::string> scalars;
};

/// Functions that one C function calls one after the other, `rounds` times. All of them are in its
/// object file, where they are called <name>_call_<number>; one that is called several times is
/// there once, unless it requires something of its arguments. Each one's schedule is proved by
/// itself; what a function writes must not overlap what else it is given. What functions require of
/// inputs that they are given whole, options::validate has checked before the first is called;
/// what else they require, each checks when it is called.
struct function_sequence {
    std::string name;
    std::vector<sequence_memory> memory; ///< arguments in the order of the C function
    std::vector<std::string> scalars;    ///< of type int32, which follow them
    std::vector<sequence_call> calls;
    int rounds = 1;
    std::map<std::string, std::int32_t> constants = {}; ///< scalars that are known

    /// As function::codegen(). Throws also user_error where a call does not fit the memory.
    void codegen(const std::string &object, const options &opts = {},
                 source_place where = source_place::current()) const;
    /// Machine code for this machine, as bytes that of_image() takes in any
    /// process with this version of the library. Its functions are compiled side by side. Throws
    /// as compile().
    std::string image(const options &opts = {}, source_place where = source_place::current()) const;
    /// The function that those bytes are. Empty where machine code of this machine cannot be loaded
    /// in that way, which is known for x86-64 alone; compile() does without. Throws internal_error
    /// where the bytes are others.
    static compiled_function of_image(const std::string &image);
    /// As function::compile(), and the same.
    compiled_function compile(const options &opts = {},
                              source_place where = source_place::current()) const;
};

} // namespace tiramisu
