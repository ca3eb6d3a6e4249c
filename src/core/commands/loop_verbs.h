#pragma once

// What each command on a computation's own loops does to its nest.

namespace tiramisu::core {

class nest_transformer;

namespace loop_verbs {

void split(nest_transformer &t);
void tile(nest_transformer &t);
void collapse(nest_transformer &t);

void interchange(nest_transformer &t);
void reorder(nest_transformer &t);
void shift(nest_transformer &t);
void reverse(nest_transformer &t);
void skew(nest_transformer &t);
void transform(nest_transformer &t);

void peel_first(nest_transformer &t);
void peel_last(nest_transformer &t);
void separate(nest_transformer &t);

void parallelize(nest_transformer &t);
void vectorize(nest_transformer &t);
void unroll(nest_transformer &t);
void unroll_and_jam(nest_transformer &t);
void tag_vector_level(nest_transformer &t);
void tag_unroll_level(nest_transformer &t);

} // namespace loop_verbs

} // namespace tiramisu::core
