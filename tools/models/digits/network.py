"""A small convolutional network and what training it takes, in numpy alone."""

import numpy

KERNEL = 3


def patches(images):
    """Of each pixel the 3x3 around it: [images, rows, columns, channels * 9]."""
    padded = numpy.pad(images, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = numpy.lib.stride_tricks.sliding_window_view(padded, (KERNEL, KERNEL), axis=(2, 3))
    count, channels, rows, columns = images.shape
    return windows.transpose(0, 2, 3, 1, 4, 5).reshape(count, rows, columns, channels * KERNEL * KERNEL)


class Convolution:
    """3x3 around each pixel, then ReLU."""

    def __init__(self, random, channels, filters):
        size = channels * KERNEL * KERNEL
        self.weights = (random.standard_normal((filters, size)) * numpy.sqrt(2 / size)).astype(numpy.float32)
        self.bias = numpy.zeros(filters, numpy.float32)

    def forward(self, images):
        self.source = images.shape
        self.patches = patches(images)
        self.result = numpy.maximum(self.patches @ self.weights.T + self.bias, 0).transpose(0, 3, 1, 2)
        return self.result

    def backward(self, of_result):
        of_sums = (of_result * (self.result > 0)).transpose(0, 2, 3, 1)
        flat = of_sums.reshape(-1, of_sums.shape[3])
        self.gradients = [flat.T @ self.patches.reshape(len(flat), -1), flat.sum(0)]
        count, channels, rows, columns = self.source
        of_patches = (of_sums @ self.weights).reshape(count, rows, columns, channels, KERNEL, KERNEL)
        made = numpy.zeros((count, channels, rows + 2, columns + 2), numpy.float32)
        for y in range(KERNEL):
            for x in range(KERNEL):
                made[:, :, y : y + rows, x : x + columns] += of_patches[..., y, x].transpose(0, 3, 1, 2)
        return made[:, :, 1:-1, 1:-1]


class Pooling:
    """The maximum of each 2x2."""

    weights = None

    def forward(self, images):
        count, channels, rows, columns = images.shape
        blocks = images.reshape(count, channels, rows // 2, 2, columns // 2, 2)
        made = blocks.max((3, 5))
        self.is_largest = blocks == made[:, :, :, None, :, None]
        return made

    def backward(self, of_result):
        spread = self.is_largest * of_result[:, :, :, None, :, None]
        count, channels, rows, _, columns, _ = spread.shape
        return spread.reshape(count, channels, rows * 2, columns * 2)


class Dense:
    def __init__(self, random, size, results):
        self.weights = (random.standard_normal((results, size)) * numpy.sqrt(1 / size)).astype(numpy.float32)
        self.bias = numpy.zeros(results, numpy.float32)

    def forward(self, values):
        self.shape = values.shape
        self.values = values.reshape(len(values), -1)
        return self.values @ self.weights.T + self.bias

    def backward(self, of_result):
        self.gradients = [of_result.T @ self.values, of_result.sum(0)]
        return (of_result @ self.weights).reshape(self.shape)


class Network:
    def __init__(self, seed):
        random = numpy.random.default_rng(seed)
        self.layers = [
            Convolution(random, 1, 16),
            Convolution(random, 16, 32),
            Pooling(),
            Convolution(random, 32, 32),
            Pooling(),
            Dense(random, 128, 10),
        ]
        self.with_weights = [layer for layer in self.layers if layer.weights is not None]
        self.masks = [numpy.ones_like(layer.weights) for layer in self.with_weights]

    def forward(self, images):
        for layer in self.layers:
            images = layer.forward(images)
        return images

    def accuracy(self, images, labels):
        return float(numpy.mean(self.forward(images).argmax(1) == labels))

    def gradients(self, images, labels):
        """Of the mean of the negative logarithms of what the labels get."""
        scores = self.forward(images)
        shares = numpy.exp(scores - scores.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        shares[numpy.arange(len(labels)), labels] -= 1
        towards = (shares / len(labels)).astype(numpy.float32)
        for layer in reversed(self.layers):
            towards = layer.backward(towards)
        return [gradient for layer in self.with_weights for gradient in layer.gradients]

    def train(self, random, images, labels, epochs, rate, batch=64):
        """Adam; weights that are masked stay zero."""
        parameters = [values for layer in self.with_weights for values in (layer.weights, layer.bias)]
        means = [numpy.zeros_like(one) for one in parameters]
        squares = [numpy.zeros_like(one) for one in parameters]
        step = 0
        for _ in range(epochs):
            order = random.permutation(len(labels))
            for first in range(0, len(order), batch):
                chosen = order[first : first + batch]
                step += 1
                for i, gradient in enumerate(self.gradients(images[chosen], labels[chosen])):
                    means[i] += (gradient - means[i]) * numpy.float32(0.1)
                    squares[i] += (gradient * gradient - squares[i]) * numpy.float32(0.001)
                    scaled = means[i] / (1 - 0.9**step) / (numpy.sqrt(squares[i] / (1 - 0.999**step)) + 1e-8)
                    parameters[i] -= (rate * scaled).astype(numpy.float32)
                for layer, mask in zip(self.with_weights, self.masks):
                    layer.weights *= mask

    def prune(self, zeros):
        """Makes exactly so many weights of all layers together zero: those of the least magnitude."""
        magnitudes = numpy.concatenate([numpy.abs(layer.weights).ravel() for layer in self.with_weights])
        kept = numpy.ones(len(magnitudes), numpy.float32)
        kept[numpy.argsort(magnitudes, kind="stable")[:zeros]] = 0
        first = 0
        for i, layer in enumerate(self.with_weights):
            self.masks[i] = kept[first : first + layer.weights.size].reshape(layer.weights.shape)
            layer.weights *= self.masks[i]
            first += layer.weights.size

    def zeros(self):
        return sum(int(numpy.count_nonzero(layer.weights == 0)) for layer in self.with_weights)

    def count(self):
        return sum(layer.weights.size for layer in self.with_weights)
