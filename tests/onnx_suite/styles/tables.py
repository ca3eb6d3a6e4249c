"""Tables: models of scikit-learn, where skl2onnx and scikit-learn are installed."""

import warnings

import numpy
from sklearn import cluster, decomposition, ensemble, gaussian_process, linear_model, naive_bayes, neighbors, neural_network, preprocessing, svm, tree
from sklearn.datasets import load_diabetes, load_iris
from sklearn.pipeline import make_pipeline
from skl2onnx import to_onnx

CLASSIFIERS = [
    linear_model.LogisticRegression(max_iter=500), linear_model.RidgeClassifier(), svm.SVC(), tree.DecisionTreeClassifier(random_state=1),
    ensemble.RandomForestClassifier(5, max_depth=4, random_state=1), ensemble.GradientBoostingClassifier(n_estimators=5, random_state=1),
    ensemble.AdaBoostClassifier(n_estimators=5, random_state=1), neighbors.KNeighborsClassifier(), naive_bayes.GaussianNB(),
    neural_network.MLPClassifier((8,), max_iter=100, random_state=1),
    make_pipeline(preprocessing.StandardScaler(), decomposition.PCA(3), linear_model.LogisticRegression()),
]  # fmt: skip
REGRESSORS = [
    linear_model.Lasso(), svm.SVR(), ensemble.RandomForestRegressor(5, random_state=1), neighbors.KNeighborsRegressor(),
    gaussian_process.GaussianProcessRegressor(),
]  # fmt: skip
TRANSFORMERS = [
    preprocessing.StandardScaler(), preprocessing.Normalizer(), preprocessing.PolynomialFeatures(2), preprocessing.PowerTransformer(),
    cluster.KMeans(3, n_init=1, random_state=1), neighbors.LocalOutlierFactor(novelty=True),
]  # fmt: skip


def fitted(models, table, target, options=None):
    warnings.filterwarnings("ignore")
    rows = table[::7][:8]
    for model in models:
        made = to_onnx(model.fit(table, target), table[:1], options=options and {id(model): options})
        yield f"{type(model).__name__}_{'maps' if options is None else 'plain'}", made, {made.graph.input[0].name: rows}


def iris():
    table, target = load_iris(return_X_y=True)
    return table.astype(numpy.float32), target


def classifiers():
    yield from fitted(CLASSIFIERS, *iris(), {"zipmap": False})


def classifiers_with_maps():
    yield from fitted(CLASSIFIERS[:5], *iris())


def regressors():
    table, target = load_diabetes(return_X_y=True)
    yield from fitted(REGRESSORS, table.astype(numpy.float32), target)


def transformers():
    yield from fitted(TRANSFORMERS, *iris())


ALL = [classifiers, classifiers_with_maps, regressors, transformers]
