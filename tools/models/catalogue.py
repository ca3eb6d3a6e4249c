"""The networks by their names; each is made by calling it with a number of images or sequences."""

import functools

from densenet import densenet121, densenet161
from inception import inception_v3, squeezenet
from lstm import lstm_4x1024
from mobilenet import efficientnet_b0, mobilenet_v1, mobilenet_v2
from pruned import resnet20_pruned, vgg19_pruned
from resnet import cifar_resnet18, resnet18, resnet20, resnet34, resnet50, resnext50
from transformer import bert6, vit_tiny
from vgg import cifar_vgg16, vgg16, vgg19
from wide_resnet import wrn_40_2

PLAIN = (
    vgg16, vgg19, resnet18, resnet34, resnet50, resnext50, mobilenet_v1, mobilenet_v2, efficientnet_b0, densenet121,
    densenet161, inception_v3, squeezenet, bert6, vit_tiny, lstm_4x1024, resnet20, wrn_40_2, cifar_vgg16, cifar_resnet18,
    resnet20_pruned, vgg19_pruned,
)  # fmt: skip
NETWORKS = {made.__name__: made for made in PLAIN}
for _groups in (2, 4, 8, 16):
    NETWORKS[f"wrn_40_2_g{_groups}"] = functools.partial(wrn_40_2, groups=_groups)
    NETWORKS[f"resnet34_g{_groups}"] = functools.partial(resnet34, groups=_groups)
    NETWORKS[f"mobilenet_v2_g{_groups}"] = functools.partial(mobilenet_v2, groups=_groups)
NETWORKS["wrn_40_2_gn"] = functools.partial(wrn_40_2, groups=None)
NETWORKS["resnet34_gn"] = functools.partial(resnet34, groups=None)
NETWORKS["mobilenet_v2_g1"] = functools.partial(mobilenet_v2, groups=1)
