#pragma once

#include <map>
#include <string>

#include "tiramisu/type.h"

namespace tiramisu::core {

/// "_i", "_j", ..., then "_i1", "_j1", ...: no two alike within one implicit function.
std::string fresh_iterator_name();

/// Starts again; called when an implicit function is opened.
void restart_fresh_names();

/// How many were made, and the reverse of that call: to go on where a nested function began.
int fresh_iterators_made();
void restart_fresh_names_at(int made);

/// A name that was given a type of its own, var(p_uint16, "x"), keeps the first one within one
/// implicit function, as older programs expect; others have that of iterators.
primitive_t type_of_name(const std::string &name);
void remember_type(const std::string &name, primitive_t type);
std::map<std::string, primitive_t> remembered_types();
void set_remembered_types(std::map<std::string, primitive_t> types);

/// Type of the iterators that are made from now on by this thread.
primitive_t iterator_type();
void set_iterator_type(primitive_t type);

} // namespace tiramisu::core
