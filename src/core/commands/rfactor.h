#pragma once

#include "core/program/command_kind.h"

// `update.rfactor(loop, u)`: a reduction in two steps. Each value of the loop gets a partial result
// of its own, P(t, u), over the elements t of the update's computation C:
//
//     C(f(i)) = op(C(f(i)), e(i))    becomes    P(t, u) = neutral element of op
//                                               P(f(i), u) = op(P(f(i), u), e(i)), u = l(i)
//                                               C(t) = op(C(t), P(t, u))
//
// The second has u as an iterator, whose value the others determine: it runs in the loops of the
// update, one of which gives u. These three are definitions of the program like any other, in the
// update's place in the order of declaration. What the program means follows from them; that it is
// what the program meant before is seen to here and in the reference order.

namespace tiramisu::core {

command_family rfactor_family();

} // namespace tiramisu::core
