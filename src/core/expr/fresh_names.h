#pragma once

#include <map>
#include <string>

#include "tiramisu/type.h"

namespace tiramisu::core {

/// "_i", "_j", ..., then "_i1", "_j1", ...: no two alike within one implicit function.
std::string fresh_iterator_name();

/// Starts again; called when an implicit function is opened.
void restart_fresh_names();

/// The number of names made so far, and a call that sets it: for a function scope, after which the
/// function around goes on where it was.
int fresh_iterators_made();
void restart_fresh_names_at(int made);

/// Within one implicit function a name keeps the first type that var(p_uint16, "x") gives it, as
/// older programs expect; names without one have the type of iterators.
primitive_t type_of_name(const std::string &name);
void remember_type(const std::string &name, primitive_t type);
std::map<std::string, primitive_t> remembered_types();
void set_remembered_types(std::map<std::string, primitive_t> types);

/// Type of the iterators that are made from now on by this thread.
primitive_t iterator_type();
void set_iterator_type(primitive_t type);

} // namespace tiramisu::core
