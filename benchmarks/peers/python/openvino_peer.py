"""OpenVINO: f32 throughout, one stream, its threads pinned by itself."""

import numpy
import openvino
from openvino import properties

import onnx_model


class Library:
    version = openvino.__version__

    def __init__(self, threads, cores):
        self._core = openvino.Core()
        self._how = {
            properties.hint.inference_precision(): openvino.Type.f32,  # else perhaps bf16
            properties.hint.performance_mode(): properties.hint.PerformanceMode.LATENCY,
            properties.num_streams(): 1,
            properties.inference_num_threads(): threads,
            properties.hint.enable_cpu_pinning(): len(cores) == threads,
        }

    def prepare(self, problem, inputs):
        model, given = onnx_model.build(problem, inputs)
        request = self._core.compile_model(self._core.read_model(model), "CPU", self._how).create_infer_request()
        for place, one in enumerate(given):
            request.get_tensor(f"x{place}").data[:] = numpy.array(one)
        return request.infer, lambda: numpy.ascontiguousarray(request.get_tensor("y").data)
