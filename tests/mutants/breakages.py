"""Small breakages of the library, with the tests that must notice each.

The old text of a breakage stands once in its file. Choose it and the new text so that the library still compiles: what
is to be found is a program that is wrong, not one that cannot be built.
"""

import dataclasses
import typing


@dataclasses.dataclass(frozen=True)
class Test:
    program: str  # in the folder tests/ of the build
    filter: str  # of GoogleTest
    settings: tuple = ()  # of the environment, "NAME=value"

    @property
    def environment(self):
        return dict(setting.split("=", 1) for setting in self.settings)

    def __str__(self):
        return " ".join([*self.settings, self.program, self.filter])


@dataclasses.dataclass(frozen=True)
class Breakage:
    name: str
    what: str
    file: str
    old: str
    new: str
    tests: typing.Tuple[Test, ...]


def unit(storey, name):
    return Test(f"unit_{storey}_tests", name)


def numeric(name):
    return Test("numeric_tests", name)


def errors(name):
    return Test("errors_tests", name)


def golden(name):
    return Test("golden_tests", name)


def schedules(cases):
    """So many random programs under random schedules."""
    return Test("property_tests", "*Schedules.KeepTheMeaningOrAreRefused/*", (f"TIRAMISU_CASES={cases}",))


def staged(cases):
    return Test("property_tests", "*Schedules.KeepTheMeaningWithStagedValues/*", (f"TIRAMISU_CASES={cases}",))


BREAKAGES = [
    # --- what is legal ---
    Breakage("anti_dependences", "a write may overtake a read", "src/polyhedral/dependence.cpp",
             "(source.is_write() || sink.is_write());", "source.is_write();",
             (unit("polyhedral", "Dependences.TheReverseOrderMakesItAnAntiDependence"),)),
    Breakage("output_dependences", "a write may overtake a write", "src/polyhedral/dependence.cpp",
             "(source.is_write() || sink.is_write());", "source.is_write() != sink.is_write();",
             (unit("polyhedral", "Dependences.TwoWritesAreAnOutputDependence"),)),
    Breakage("carried_dependences", "iterations that depend on each other may run at once", "src/core/meaning/illegality.cpp",
             "if (!is_harmless && visit(i, pairs)", "if (!is_harmless && pairs.is_null() && visit(i, pairs)",
             (unit("core", "Illegality.ALoopThatCarriesADependenceIsNotParallel"), schedules(80))),
    Breakage("reductions_at_once", "iterations of a parallel loop may update one element", "src/core/meaning/illegality.cpp",
             "const bool horizontal = kind == loop_kind::vectorized && dep.is_reduction &&",
             "const bool horizontal = dep.is_reduction &&", (unit("core", "Rfactor.PartialResultsRunInParallelWhereTheReductionCannot"),)),
    Breakage("gpu_lanes", "lanes of a GPU run in order", "src/polyhedral/loop_kind.cpp",
             "case loop_kind::gpu_thread:\n    case loop_kind::gpu_lane: return true;",
             "case loop_kind::gpu_thread: return true;\n    case loop_kind::gpu_lane:",
             (unit("core", "LoopTags.OfAGpuAreLegalWhereThreadsAre"),)),
    Breakage("privatisation", "a temporary that no other loop uses counts as private", "src/polyhedral/privatization.cpp",
             "return std::none_of(accesses.begin(), accesses.end(), is_used_outside) &&",
             "return std::none_of(accesses.begin(), accesses.end(), is_used_outside) ||",
             (unit("core", "LoopTags.*Private*"),)),
    Breakage("live_ranges", "a value of a temporary may be overwritten before it is read",
             "src/polyhedral/live_ranges.cpp",
             "[&](const dependence *dep) { return is_exact(*dep); }) &&",
             "[&](const dependence *dep) { return is_exact(*dep); }) ||",
             (unit("polyhedral", "LiveRanges.*"),)),
    Breakage("equal_times", "two instances that run at one time count as ordered", "src/polyhedral/legality.cpp",
             "isl_map_lex_ge_map(", "isl_map_lex_gt_map(",
             (unit("polyhedral", "Legality.InstancesAtTheSameTimeAreOutOfOrder"),)),
    Breakage("acknowledged", "a program that has asked may break what it likes", "src/core/meaning/illegality.cpp",
             "return left.is_empty();", "return !known.empty();",
             (errors("ScheduleErrors.*AfterAsking*"),)),
    Breakage("named_steps", "a reader that tells steps apart gets the last one for each", "src/core/meaning/named_values.cpp",
             ".subtract(named_by(*read.reader, writer));", ";",
             (unit("codegen", "NamedReads.StepsThatOneReaderTellsApartAreOtherValues"),)),
    Breakage("rolling_steps", "a buffer that goes round counts as an accumulation", "src/core/meaning/named_values.cpp",
             "(defines_it || leaves_out_iterators(writer))", "(defines_it || !leaves_out_iterators(writer))",
             (unit("codegen", "NamedReads.*"),)),
    Breakage("reused_storage", "storage that is used again makes a circle of reads by name", "src/core/meaning/memory_readers.cpp",
             "return may_be_named ? access.relation", "return may_be_named || !access.relation.is_null() ? access.relation",
             (unit("codegen", "ReusedStorage.LeavesAReadByNameItsValue"),
              Test("property_tests", "*ReusedStorage*", ("TIRAMISU_CASES=200",)))),
    Breakage("read_as_state", "a value named is taken for the state of a loop where declaration order has it",
             "src/core/meaning/reference_order.cpp", "if (!in_circles.empty()) {", "if (in_circles.size() > accesses.size()) {",
             (unit("codegen", "ReusedStorage.LeavesAReadByNameItsValueBesideOneOfMemory"),)),
    Breakage("written_in_vain", "what nobody would read is written in the order of declaration",
             "src/core/meaning/reference_order.cpp", "if (!in_vain.empty()) {", "if (in_vain.size() > accesses.size()) {",
             (unit("codegen", "ReusedStorage.MeansToBeReadWhereCommandsSaySo"),)),
    Breakage("known_meaning", "what commands are part of is known under other ones", "src/core/meaning/meaning.cpp",
             "(!by_commands || std::equal", "(by_commands || std::equal",
             (unit("core", "Meaning.FollowsWhatIsComputedInline"),)),
    Breakage("fixed_order", "an order that is fixed may lose values", "src/core/meaning/fixed_order.cpp",
             "if (!function.fixed_reference) {", "if (!function.fixed_reference || !accesses.empty()) {",
             (unit("codegen", "NamedReadsUnderCommands.AnOrderThatIsFixedHasToKeepThemToo"),)),
    Breakage("fixed_storage", "storage commands after the order was fixed may lose values", "src/core/meaning/fixed_order.cpp",
             "known != fixed.end() && known->second == element_text(*definition.base)", "known != fixed.end()",
             (unit("codegen", "OlderMemory.WhatIsOverwrittenOtherwiseIsRefused"),)),
    Breakage("alternating_pieces", "pieces of a schedule may alternate", "src/core/commands/low_level_pieces.cpp",
             "parts.size() > 1 && follow_each_other()", "parts.size() > 1",
             (unit("codegen", "OlderOrder.PiecesThatAlternateAreRefused"),)),
    # --- refusals ---
    Breakage("refused_trace", "a refused command leaves the nests that it has changed", "src/core/program/function_snapshot.cpp",
             "static_cast<definition_value &>(*one.of) = std::move(one.value);", "static_cast<void>(one);",
             (errors("StagingErrors.ARefusedCommandThatFollowsInsideChangesNothing"),)),
    Breakage("question_trace", "storage that an answer needs stays", "src/core/program/function_snapshot.cpp",
             "buffers_.restore();", "static_cast<void>(buffers_);",
             (unit("core", "Questions.LeaveNoStorageBehind"),)),
    # --- loops ---
    Breakage("skew_sign", "a skew goes the other way", "src/polyhedral/loop_transform.cpp",
             "all.add(times(loops[i], factors[i]))", "all.add(times(loops[i], -factors[i]))",
             (unit("polyhedral", "LoopTransform.TransformMultipliesByTheMatrix"), golden("Loops.SkewedStencil"))),
    Breakage("shift_sign", "a shift goes the other way", "src/polyhedral/loop_transform.cpp",
             "loop = plus(loop, amount);", "loop = plus(loop, -amount);",
             (unit("polyhedral", "LoopTransform.ShiftAddsToOneLoop"), golden("Loops.FusedAfterAShift"))),
    Breakage("collapse_start", "a collapsed loop ignores where the inner one begins", "src/polyhedral/loop_transform.cpp",
             "add(*inner), -lower)", "add(*inner), lower - lower)",
             (unit("core", "LoopCommands.CollapseCountsFromTheLowerBound"),)),
    Breakage("interchange_order", "loops are reordered by the inverse permutation", "src/core/commands/affine_commands.cpp",
             "order[static_cast<std::size_t>(places[i])] = levels[i];",
             "order[static_cast<std::size_t>(levels[i])] = places[i];",
             (unit("core", "LoopCommands.ReorderTakesAnyPermutation"),)),
    Breakage("loop_end", "a loop that ends before its bound includes it", "src/codegen/loops/loop_range.cpp",
             "== isl_ast_expr_op_lt) {", "== isl_ast_expr_op_le) {", (unit("codegen", "Loops.RunTimeExtentsWorkForEveryKind"), schedules(16))),
    # --- vectors ---
    Breakage("mask_off_by_one", "one lane more is on", "src/codegen/loops/lane_mask.cpp",
             "hir::Variable::make(Halide::Int(32), lane) < count;", "hir::Variable::make(Halide::Int(32), lane) <= count;",
             (unit("codegen", "MaskedReductions.*"),)),
    Breakage("masked_loads", "lanes that are off read memory", "src/codegen/loops/lane_mask.cpp",
             "if (mask_.varies(op->index) || mask_.varies(op->predicate)) {", "if (mask_.varies(op->predicate)) {",
             (unit("codegen", "MaskedVectors/*.CombineTheLanesThatAreOn"),)),
    Breakage("masked_step", "a masked vector over every other value has too few lanes", "src/codegen/loops/loop_kinds.cpp",
             "(info.masked_lanes + step - 1) / step;", "info.masked_lanes / step;",
             (unit("codegen", "MaskedSteps.RunOverEveryOtherValue"),)),
    Breakage("neutral_product", "lanes that are off make a product zero", "src/codegen/loops/statements.cpp",
             "case o_mul: return hir::make_one(type);", "case o_mul: return hir::make_zero(type);",
             (unit("codegen", "MaskedReductions.MultiplyTheLanesThatAreOn"),)),
    Breakage("strided_end", "a strided vector reads to the end of its last stride", "src/codegen/vectors/masked_strides.cpp",
             "(count - 1) * stride + 1;", "count * stride;",
             (unit("codegen", "StridedLoads.UnderMasksReadNothingBeyondTheLastLaneThatIsOn"),)),
    Breakage("masks_of_nothing", "masks are made of what lanes that are off read", "src/codegen/vectors/known_conditions.cpp",
             "return decides_ && !hir::is_const_one(predicate)", "return !decides_ && hir::is_const_zero(predicate)",
             (unit("codegen", "GuardedConditions.AreKnown*"),)),
    Breakage("far_sums", "Halide sees far iterators in indices", "src/codegen/expressions/far_indices.cpp",
             "        return narrowed(wide);", "        return plain;",
             (unit("codegen", "FarBounds.TilesOfTilesFarFromZeroAreIndices"),)),
    Breakage("whole_vectors", "a masked vector is made whole over what others read", "src/codegen/vectors/whole_vectors.cpp",
             "if (!array->has_one_mask(*op->index.as<hir::Ramp>())) {",
             "if (array->has_one_mask(*op->index.as<hir::Ramp>())) {", (unit("codegen", "WholeVectors.WriteBack*"),)),
    # --- conditions ---
    Breakage("predicate_dropped", "a condition on values is not looked at", "src/codegen/loops/statements.cpp",
             "    if (statement.condition.is_defined()) {\n        body",
             "    if (!statement.condition.is_defined() && lanes.is_partial()) {\n        body",
             (unit("codegen", "Loops.GuardsAndLetsOfStatements"),)),
    Breakage("arm_unguarded", "what a select does not choose is read", "src/codegen/expressions/expressions.cpp",
             "operands.push_back(under(decision)(node.operands[1]));", "operands.push_back((*this)(node.operands[1]));",
             (unit("codegen", "Schedules/Guards.AreAskedBeforeArgumentsAreRead/none"),)),
    Breakage("right_side_first", "the right sides of && and || are read first", "src/codegen/expressions/expressions.cpp",
             "operands.push_back(under(is_and ? decision : !decision)(node.operands[1]));",
             "operands.push_back(is_and || !is_and ? (*this)(node.operands[1]) : Expr());",
             (unit("codegen", "Schedules/Guards.AreAskedBeforeArgumentsAreRead/vectorize"),)),
    Breakage("right_side_certain", "the right side of && is taken to be evaluated in any case", "src/core/program/guards.cpp",
             "case o_logical_and:\n        visit_operand(0, here);\n"
             "        visit_operand(1, where_true(space, value.get_operand(0), here));",
             "case o_logical_and:\n        visit_operand(0, here);\n        visit_operand(1, here);",
             (unit("core", "GuardedAccesses.OfTheRightSidesOfAndAndOr"),)),
    Breakage("other_arm", "the second arm of a select is taken to be evaluated where the first one is",
             "src/core/program/guards.cpp", "visit_operand(2, where_false(", "visit_operand(2, where_true(",
             (unit("core", "GuardedAccesses.OfBothArmsOfASelect"),)),
    Breakage("conditions_on_data", "what a condition on data guards is taken to happen", "src/core/program/guards.cpp",
             "return {points, here.is_certain && points.is_disjoint(elsewhere)};", "return {points, here.is_certain || points.is_disjoint(elsewhere)};",
             (unit("core", "GuardedAccesses.MayNotHappenWhereTheConditionIsNotAffine"),
              unit("core", "ArgumentReach.LeavesOutWhatMayNotHappen"))),
    Breakage("early_wrap", "conditions in narrow types are taken for ones in integers", "src/core/program/guards.cpp",
             "const auto holds = is_plain ?", "const auto holds = is_plain || !is_plain ?",
             (unit("core", "GuardedAccesses.DoNotTrustArithmeticThatWrapsEarly"),)),
    Breakage("read_ahead", "arguments are read ahead of conditions as if all declared elements were there",
             "src/core/meaning/readable_elements.cpp", "if (all.is_subset(memory.always)) {", "if (!all.is_null()) {",
             (unit("core", "ReadableElements.OfArgumentsAreTouchedInAnyCase"),
              unit("codegen", "GuardedArguments.MayBeShorterThanDeclared"))),
    Breakage("certain_bounds", "what bounds of loops read under a condition counts as read",
             "src/core/meaning/certain_elements.cpp", "node.get_op_type() != o_access || !where.is_certain",
             "node.get_op_type() != o_access", (unit("core", "ArgumentReach.LeavesOutBoundsThatAreNotAskedFor"),)),
    Breakage("excluded_elements", "what a predicate excludes is copied back", "src/core/staging/window_finder.cpp",
             "add(reader.target, executed(reader));",
             "add(reader.target, everywhere(affine_space(function_, reader.iterators)));",
             (unit("codegen", "StagedPredicates.OfWhatIsWritten"),)),
    Breakage("predicate_inside", "what is computed for a reader forgets its predicate", "src/core/staging/compute_at.cpp",
             "defines.intersect_domain(poly::renamed(where.points, definition.id))",
             "defines.intersect_domain(definition.domain)",
             (unit("codegen", "StagedPredicates.ReductionsAreComputedForTheirReaders"),)),
    # --- staged values ---
    Breakage("window_corner", "a window lies one element beside what it copies", "src/core/staging/stager.cpp",
             "return is_zero ? relative : relative + corner;", "return is_zero ? relative : relative + corner + 1;",
             (unit("codegen", "Schedules/Guards.AreAskedBeforeArgumentsAreRead/cache_read_in_a_loop"),)),
    Breakage("window_size", "a window has one element too few", "src/polyhedral/window.cpp",
             "found.sizes.push_back(isl_val_get_num_si(size));",
             "found.sizes.push_back(isl_val_get_num_si(size) - (dim == 0 ? 0 : 1));",
             (unit("polyhedral", "Window.*"),)),
    Breakage("split_iterations", "an iteration's parts lie in several places of the nest", "src/core/meaning/analysis.cpp",
             "if (splits_iterations(loops, now)) {", "if (loops.loops.empty() && splits_iterations(loops, now)) {",
             (unit("codegen", "SplitIterations.*"),)),
    Breakage("late_updates", "values are computed in a window with updates that come after their reader",
             "src/core/meaning/named_values.cpp", "declared_before(*update, reader); });", "update != &reader; });",
             (unit("codegen", "NamedReadsUnderCommands.*"),)),
    Breakage("window_load", "a window is not filled with what its consumer begins from", "src/core/staging/stager.cpp",
             "[&](const expr &, const evaluation &) { reads = true; });", "[&](const expr &, const evaluation &) { reads = false; });",
             (golden("Staging.ATileStaysInRegisters"),)),
    Breakage("window_store", "a window is copied back to where it was not taken from", "src/core/staging/copies.cpp",
             "made_.store->target = source_index();", "made_.store->target = source_index();\n    std::reverse("
             "made_.store->target.begin(), made_.store->target.end());",
             (unit("codegen", "Schedules/Guards.AreAskedBeforeArgumentsAreRead/cache_write_in_tiles"),)),
    Breakage("kept_rows", "rows that are kept are filled by the last iteration that reads them", "src/polyhedral/window.cpp",
             "apply_range(iteration).lexmin();", "apply_range(iteration).lexmax();",
             (unit("polyhedral", "Window.WhatIsKeptIsTouchedFirstByOneIteration"), golden("Staging.RowsAreKept*"))),
    # --- storage and arguments ---
    Breakage("padding_of_rows", "padding does not set rows apart", "src/codegen/expressions/buffers.cpp",
             "stride * padded_size(static_cast<int>(d))", "stride * size(static_cast<int>(d))",
             (unit("codegen", "Allocations.PaddingSetsRowsApart"),)),
    Breakage("negative_remainder", "a storage index that is folded may be negative", "src/codegen/expressions/operations.cpp",
             "case o_mod: return floor_remainder(x[0], x[1]);",
             "case o_mod: return x[0].type().is_float() ? floor_remainder(x[0], x[1])\n"
             "                                         : x[0] - floor_quotient(Halide::abs(x[0]), x[1]) * x[1];",
             (unit("codegen", "IntegerOps/*.DivisionRoundsDown"),)),
    Breakage("storage_outside", "an element before the first one counts as inside", "src/core/program/storage_bounds.cpp",
             "element.ge_set(*lowest)", "element.ge_set(lowest->add_constant(isl::val(lowest->ctx(), -1)))",
             (unit("core", "StorageBounds.NegativeElementsAreOutside"),)),
    Breakage("argument_reach", "the least element that is touched says how much memory is needed",
             "src/polyhedral/quasi_affine.cpp", "isl_set_lexmax_pw_multi_aff(", "isl_set_lexmin_pw_multi_aff(",
             (unit("core", "ArgumentReach.IsTheLastElementOfEachAccess"),)),
    Breakage("argument_size", "an argument may be one element too small", "src/codegen/entry/descriptor_checks.cpp",
             "const Expr needed = bytes(elements);", "const Expr needed = bytes(elements - 1);",
             (unit("codegen", "Arguments.MemoryMustHoldWhatIsTouched"),)),
    Breakage("team_waits", "the leader of a team goes on while others still run iterations", "src/runtime/team.cpp",
             "inside_.load(std::memory_order_acquire) != 0; ++look", "inside_.load(std::memory_order_acquire) < 0; ++look",
             (unit("runtime", "ParallelNest.WaitsForTheSlowestIteration"),)),
    Breakage("iteration_blocks", "blocks but the first lose their last iteration", "src/runtime/iteration_blocks.cpp",
             "all_[at].end = begin(at + 1);", "all_[at].end = begin(at + 1) - (at > 0 ? 1 : 0);",
             (unit("runtime", "ParallelLoop.RunsEveryIterationOnce"),)),
    Breakage("vectors_with_one_end", "vectors that lack their last lanes are taken for whole ones",
             "src/codegen/loops/loop_kinds.cpp", "range.first <= whole.first && range.last >= last",
             "range.first <= whole.first && range.last + width >= last",
             (unit("codegen", "SkewedTiles.GiveTheSameForEverySize"),)),
    Breakage("lost_conditions", "lanes that are off store what all lanes have in common", "src/codegen/loops/lost_conditions.cpp",
             "return search.is_found;", "return search.is_found && lane.empty();", (unit("codegen", "LostConditions.*"),)),
    Breakage("nest_mark", "a loop from the smallest int is taken for a nest", "src/runtime/parallel.cpp",
             "first == tiramisu::rt::nest_mark && size == 1", "first == tiramisu::rt::nest_mark",
             (unit("runtime", "ParallelNest.IsOneIterationOnly"),)),
    Breakage("shared_execution", "threads that share a loop are not executed as the call is", "src/runtime/loop_work.cpp",
             "scope_(loop.execution)", "scope_(nullptr)",
             (unit("runtime", "Execution.IsThatOfAllThreadsOfALoop"),)),
    Breakage("callers_allocator", "temporary arrays never lie where the caller's allocator says", "src/runtime/execution.cpp",
             "allocator_.allocate == nullptr\n", "allocator_.allocate != nullptr\n",
             (unit("codegen", "PreparedCalls.TakeTheMemoryOfTemporaryArraysFromTheCallersAllocator"),)),
    Breakage("left_behind", "what a child has started goes on when it has ended", "src/support/running_child.cpp",
             "kill(-process_, SIGKILL);", "kill(process_, 0);",
             (unit("support", "Subprocess.EndsWithAllThatItHasStarted"),)),
    Breakage("kept_blocks", "temporary arrays of a prepared call share memory", "src/runtime/execution.cpp",
             "!one->is_taken && one->bytes >= bytes", "one->bytes >= bytes",
             (unit("runtime", "Execution.IsHeldByAsMuchMemoryAsCallsTook"),)),
    Breakage("argument_null", "a null pointer is taken", "src/runtime/argument_memory.cpp",
             "given == nullptr", "given != nullptr && given->dimensions == 99",
             (unit("codegen", "Arguments.PointersMustBeThere"),)),
    Breakage("argument_gap", "one dimension may have any stride", "src/runtime/argument_memory.cpp",
             "dense.dimensions < wide", "dense.dimensions + 1 < wide",
             (unit("codegen", "All/Descriptors.AreHonouredOrRefused/*"),)),
    Breakage("argument_overlap", "outputs may lie over what is read", "src/codegen/entry/overlap_checks.cpp",
             "Expr is_harmless = written.end <= other.first", "Expr is_harmless = written.first <= other.first",
             (unit("codegen", "All/Descriptors.OutputsDoNotOverlapWhatIsRead/*"),)),
    Breakage("coinciding_arguments", "an output may be the input whatever is read of it", "src/core/meaning/argument_overlap.cpp",
             "return pairs.is_subset(", "return pairs.is_null() || !pairs.is_subset(",
             (unit("core", "ArgumentOverlap.MayNotBeCompleteWhereAnotherInstanceReads"),)),
    Breakage("before_arguments", "what lies before an argument may be read", "src/core/program/storage_bounds.cpp",
             "first_so_far.intersect(element.lt_set(zero))", "first_so_far.intersect(element.lt_set(element))",
             (unit("core", "ArgumentBounds.*"),)),
    # --- layers ---
    Breakage("layer_padding", "the zeros of a padding lie below the picture only", "src/nn/layers/conv2d/padded_src.cpp",
             "place(iy + problem.ph, ix + problem.pw)", "place(iy, ix + problem.pw)",
             (numeric("*Conv2dSolver.AgreesWithDoublePrecision*/naive"),)),
    Breakage("layer_stride", "rows of a convolution lie side by side", "src/nn/layers/conv2d/padded_src.cpp",
             "at.y * problem_.sh +", "at.y +", (numeric("*Conv2dSolver.AgreesWithDoublePrecision*/naive"),)),
    Breakage("layer_bias", "two filters have one bias", "src/nn/layers/conv2d/tensors.cpp",
             "expr((*bias_)(f))", "expr((*bias_)(f / 2))", (numeric("*Conv2dSolver.AgreesWithDoublePrecision*/naive"),)),
    Breakage("relu", "a rectifier lets small negative values pass", "src/nn/framework/program/post_op_expr.cpp",
             "return max(value, 0.0f);", "return max(value, -0.5f);",
             (numeric("*Conv2dSolver.AgreesWithDoublePrecision*/naive"), numeric("Eltwise.ActivationsInEveryLayout"))),
    Breakage("packed_weights", "columns of a kernel are packed as its rows", "src/nn/layers/conv2d/tensors.cpp",
             "packed.place({at.g, f, c, at.ky, at.kx})", "packed.place({at.g, f, c, at.kx, at.ky})",
             (numeric("*Conv2dSolver.AgreesWithDoublePrecision*/direct"),)),
    Breakage("pooling_window", "windows at the lower border lack a row", "src/nn/framework/program/pool_windows.cpp",
             "min(size - first, window))", "min(size - first - 1, window))", (numeric("Pooling.*"),)),
    Breakage("winograd_matrix", "a sign in Winograd's transform is wrong", "src/nn/layers/conv2d/winograd_transform.cpp",
             "product[i] -= point * polynomial[i];", "product[i] += point * polynomial[i];",
             (unit("nn", "WinogradTransform.*"),)),
    Breakage("lstm_gates", "an LSTM takes its input gate for its forget gate", "src/nn/layers/recurrent/cell.cpp",
             "return sigmoid(sums(1)) * before + sigmoid(sums(0))", "return sigmoid(sums(0)) * before + sigmoid(sums(1))",
             (numeric("*RecurrentSolver.AgreesWithDoublePrecision*/naive"),)),
    Breakage("softmax_largest", "exponentials of a softmax overflow", "src/nn/layers/softmax/solvers.cpp",
             "exp(tensors.source(k) - tensors.of_row(largest))", "exp(tensors.source(k) - tensors.of_row(largest) * 0.0f)",
             (numeric("Softmax.LargeValuesDoNotOverflow"),)),
    Breakage("sparse_rows", "a row of a sparse matrix begins one row late", "src/nn/sparse/compressed_rows/csr_matrix.cpp",
             "arrays.row_starts[static_cast<std::size_t>(one.row) + 1]++;",
             "arrays.row_starts[arrays.row_starts.size() - 1 - static_cast<std::size_t>(one.row)]++;",
             (unit("nn", "CsrMatrix.ComesFromElementsInAnyOrder"),)),
    Breakage("sparse_rest", "a row whose length is no multiple of the lanes loses an element", "src/nn/sparse/spmm/solvers/dot.cpp",
             'rest("rest", begin + groups * lanes, end)', 'rest("rest", begin + groups * lanes + 1, end)',
             (numeric("*SpmmSolver.*/dot"),)),
    # --- records, files, errors ---
    Breakage("perf_db_machine", "records of another machine are taken", "src/nn/framework/perf_db/perf_db.cpp",
             '" FROM record WHERE machine = ?1 AND', '" FROM record WHERE ?1 <> \'\' AND',
             (unit("nn", "PerfDb.OtherMachinesAndProblemsAreApart"),)),
    Breakage("code_key", "layers that are compiled in other ways share code", "src/nn/framework/layer/code_key.h",
             "beyond_perf_key<Task>::of(task) + compiled_text(task.on, how);", "beyond_perf_key<Task>::of(task);",
             (unit("nn", "LayerCache.WhatDecidesTheCodeIsTheKey"),)),
    Breakage("problem_key", "problems of different dilation have one text", "src/nn/framework/problem/conv2d_problem.cpp",
             '{"dw", &conv2d_problem::dw, 0}', '{"dw", &conv2d_problem::dh, 0}', (unit("nn", "Conv2dProblem.*"),)),
    Breakage("perf_db_replace", "old records stay beside new ones", "src/nn/framework/perf_db/perf_db.cpp",
             '"DELETE FROM record WHERE machine = ?1 AND problem = ?2")',
             '"DELETE FROM record WHERE machine = ?1 AND problem = ?2 AND solver IS NULL")',
             (unit("nn", "PerfDb.StoringReplacesWhatWasThere"),)),
    Breakage("schedule_file_level", "a loop that a schedule file gives by its level is another one",
             "src/core/commands/schedule_json.cpp", 'return loop_reference(integer(value["level"]));',
             'return loop_reference(integer(value["level"]) + 1);', (unit("core", "ScheduleFile*"),)),
    Breakage("error_place", "an error does not say where the call is", "src/core/interface/give_command.cpp",
             "apply(*target->owner, {target->id, name, arguments, where});",
             "apply(*target->owner, {target->id, name, arguments, {}});",
             (errors("LoopCommandErrors.AnErrorNamesTheLineOfTheCall"),)),
]
