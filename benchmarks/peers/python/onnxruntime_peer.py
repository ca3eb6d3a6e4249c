"""ONNX Runtime: all optimisations, inputs and results bound where they are."""

import numpy
import onnxruntime

import onnx_model


class Library:
    version = onnxruntime.__version__

    def __init__(self, threads, cores):
        self._options = onnxruntime.SessionOptions()
        self._options.intra_op_num_threads = threads
        self._options.inter_op_num_threads = 1
        self._options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        self._options.log_severity_level = 3
        if threads > 1 and len(cores) == threads:
            # Of all threads but the caller's; it counts cores from 1.
            others = ";".join(str(core + 1) for core in cores[1:])
            self._options.add_session_config_entry("session.intra_op_thread_affinities", others)

    def prepare(self, problem, inputs):
        model, given = onnx_model.build(problem, inputs)
        session = onnxruntime.InferenceSession(model, self._options, providers=["CPUExecutionProvider"])
        binding = session.io_binding()
        for place, one in enumerate(given):
            values = numpy.array(one)
            value = _own_value(values.shape, values.dtype.type)
            value.update_inplace(values)
            binding.bind_ortvalue_input(f"x{place}", value)
        # It would allocate the result anew in each call: one call tells its shape.
        binding.bind_output("y")
        session.run_with_iobinding(binding)
        result = _own_value(binding.get_outputs()[0].shape())
        binding.bind_ortvalue_output("y", result)
        return lambda: session.run_with_iobinding(binding), result.numpy


def _own_value(shape, element=numpy.float32):
    """Memory aligned as the library likes it."""
    return onnxruntime.OrtValue.ortvalue_from_shape_and_type(list(shape), element, "cpu")
