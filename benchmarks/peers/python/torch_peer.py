"""PyTorch, eager, and the oneDNN inside of it as its compiler would call it."""

import functools
import warnings

import numpy
import torch
from torch.nn import functional

import problems


class Library:
    version = torch.__version__

    def __init__(self, threads, _cores):
        torch.set_num_threads(threads)
        torch.set_num_interop_threads(1)
        torch.set_grad_enabled(False)
        warnings.filterwarnings("ignore", message="Sparse CSR tensor support is in beta")

    def prepare(self, problem, inputs):
        call = build(problem, list(map(_tensor, inputs)))
        last = [call()]

        def keep_result():
            last[0] = None  # so that its memory can be used again
            last[0] = call()

        return keep_result, lambda: numpy.ascontiguousarray(last[0].numpy())


def _tensor(values):
    """A copy, aligned as the library likes it."""
    plain = torch.from_numpy(numpy.array(values))
    return torch.empty_like(plain).copy_(plain)


def _post_ops(values, post_ops, residual):
    for one in post_ops:
        if one == "relu":
            values = values.relu_()
        elif one == "residual_add":
            values = values.add_(residual)
        else:
            values = _pooled(values, one)
    return values


def _pooled(values, pool):
    if pool.is_maximum:
        return functional.max_pool2d(values, pool.window, pool.stride, pool.padding)
    return functional.avg_pool2d(
        values, pool.window, pool.stride, pool.padding, count_include_pad=pool.counts_padding
    )


@functools.singledispatch
def build(problem, _inputs):
    """What does the work and returns the result."""
    raise problems.CannotDo(type(problem).__name__)


@build.register
def _(chain: problems.Chain, inputs):
    if chain.by == "onednn":
        return _chain_by_onednn(chain, inputs)
    src, *weights = inputs

    def call():
        values = src
        for step, by in zip(chain.steps, weights):
            values = functional.conv2d(values, by, None, step.strides, step.before, step.dilations, step.groups)
            values = _post_ops(values, step.post_ops, src)
        return values

    return call


def _chain_by_onednn(chain, inputs):
    """Channels innermost, weights packed beforehand; ReLU and residual are parts of the convolution."""
    src, *weights = (one.to(memory_format=torch.channels_last) for one in inputs)
    steps = [_convolution_by_onednn(step, by, src) for step, by in zip(chain.steps, weights)]

    def call():
        values = src
        for step in steps:
            values = step(values)
        return values

    return call


def _convolution_by_onednn(step, weights, residual):
    sizes = (step.before, step.strides, step.dilations, step.groups)
    packed = torch._C._nn.mkldnn_reorder_conv2d_weight(weights.to_mkldnn(), *sizes, list(step.src))
    fused = [one for one in step.post_ops if isinstance(one, str)]
    pools = [one for one in step.post_ops if isinstance(one, problems.Pool)]  # at most one, the last
    convolve = torch.ops.mkldnn._convolution_pointwise

    def call(src):
        if "residual_add" in fused:
            values = convolve.binary(src, residual, packed, None, *sizes, "add", 1.0, "relu", [], None)
        else:
            values = convolve(src, packed, None, *sizes, "relu" if fused else "none", [], "")
        return _pooled(values, pools[0]) if pools else values

    if fused not in ([], ["relu"], ["residual_add", "relu"]):
        raise problems.CannotDo("+".join(fused))
    return call


@build.register
def _(pooling: problems.Pooling, inputs):
    return lambda: _pooled(inputs[0], pooling.pool)


@build.register
def _(norm: problems.BatchNorm, inputs):
    src, mean, variance, scale, shift = inputs
    return lambda: _post_ops(
        functional.batch_norm(src, mean, variance, scale, shift, eps=norm.epsilon), norm.post_ops, src
    )


@build.register
def _(softmax: problems.Softmax, inputs):
    return lambda: torch.softmax(inputs[0], softmax.axis)


@build.register
def _(gemm: problems.Gemm, inputs):
    a, b = inputs
    if gemm.by == "onednn":
        columns = b.t()  # as weights lie
        return lambda: torch.ops.mkldnn._linear_pointwise(a, columns, None, "none", [], "")
    result = torch.empty(gemm.shapes[0][0], gemm.shapes[1][1])
    return lambda: torch.mm(a, b, out=result)


@build.register
def _(product: problems.SparseProduct, inputs):
    sparse = inputs[0].to_sparse_csr()
    result = torch.empty(product.shapes[0][0], product.shapes[1][1])
    return lambda: torch.mm(sparse, inputs[1], out=result)


@build.register
def _(lstm: problems.Lstm, inputs):
    src, *weights = inputs
    layers = torch.nn.LSTM(lstm.inputs_size, lstm.units, lstm.layers, bias=False).eval()
    for parameter, values in zip(layers.parameters(), weights):
        parameter.copy_(values)
    return lambda: layers(src)[0]
