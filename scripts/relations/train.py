#!/usr/bin/env python3
"""train.py FEATURES OUT: trains the models that estimate what a drug does to a molecule or a condition.

FEATURES is what the test `features_of_marked_abstracts` of referee-research writes (see
server/research/src/hypotheses/estimate/tests/training.rs). OUT is the file of weights, server/research/data/effect.bin.

    pip install scikit-learn==1.9.1 numpy==2.4.6 scipy==1.17.1

Two logistic regressions over the same features: whether a record states an effect with a direction, and which one. Both
learn from all sentences and judge only those that no guard leaves out. The certainty that an estimate needs is chosen
by cross-validation over documents: the highest recall at which at least SIGN of the estimates on pairs with a marked
direction have that direction, and at least STRICT of all estimates are on such pairs and right. The figures that the
script prints are of documents that the fold did not learn from."""
import collections
import math
import struct
import sys

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

FEATURES = 1 << 16
FOLDS = 5
# Inverse strength of the regularisation.
C = 0.2
SIGN, STRICT = 0.955, 0.8
MAGIC = b'RFEFFCT1'


def read(path):
    rows = []
    for line in open(path):
        corpus, document, kind, sign, every, judged = line.rstrip('\n').split('\t')
        numbers = [[int(x) for x in one.split()] for one in (every, judged)]
        rows.append((corpus, document, kind, int(sign), *numbers))
    return rows


def matrix(lists):
    at = np.cumsum([0] + [len(one) for one in lists])
    columns = np.array([x for one in lists for x in one], dtype=np.int64)
    return csr_matrix((np.ones(len(columns)), columns, at), shape=(len(lists), FEATURES))


def rounded(model):
    """The weights as they are stored: whole steps from -127 to 127."""
    weights = model.coef_[0]
    step = np.abs(weights).max() / 127
    return step, float(model.intercept_[0]), np.round(weights / step).astype(np.int8)


def log_odds(stored, x):
    step, bias, weights = stored
    return bias + step * (x @ weights.astype(float))


def fit(x, sign):
    signed = sign != 0
    effect = LogisticRegression(C=C, max_iter=300, tol=1e-4).fit(x, signed)
    more = LogisticRegression(C=C, max_iter=300, tol=1e-4).fit(x[signed], sign[signed] > 0)
    return rounded(effect), rounded(more)


def counted(chosen, effect, more, sign, least):
    is_estimate = chosen & (effect >= least[0]) & (np.abs(more) >= least[1])
    right = int((is_estimate & (np.sign(more) == sign)).sum())
    wrong = int((is_estimate & (np.sign(more) == -sign) & (sign != 0)).sum())
    return right, wrong, int(is_estimate.sum()) - right - wrong


def main():
    rows = read(sys.argv[1])
    sign = np.array([row[3] for row in rows])
    fold = np.array([int(row[1]) % FOLDS for row in rows])
    kind = np.array([row[2] for row in rows])
    corpus = np.array([row[0] for row in rows])
    is_judged = np.array([bool(row[5]) for row in rows])
    every, judged = matrix([row[4] for row in rows]), matrix([row[5] for row in rows])
    effect, more = np.zeros(len(rows)), np.zeros(len(rows))
    for held_out in range(FOLDS):
        learned, left = fold != held_out, fold == held_out
        models = fit(every[learned], sign[learned])
        effect[left], more[left] = (log_odds(model, judged[left]) for model in models)
    least = {}
    steps = [math.log(p / (1 - p)) for p in np.arange(.5, .97, .02)]
    for name in 'TC':
        chosen, best = is_judged & (kind == name), None
        for a in [math.log(p / (1 - p)) for p in np.arange(.1, .97, .02)]:
            for b in steps:
                right, wrong, unsigned = counted(chosen, effect, more, sign, (a, b))
                shown = right + wrong + unsigned
                if right and right / (right + wrong) >= SIGN and right / shown >= STRICT and (best is None or right > best[0]):
                    best = (right, (a, b))
        least[name] = best[1] if best else (99., 99.)
        for of in ('biored', 'drugprot'):
            right, wrong, unsigned = counted(chosen & (corpus == of), effect, more, sign, least[name])
            if right:
                print(f'{of} drug and {dict(T="molecule", C="condition")[name]}: {right} right, {wrong} the other way round, {unsigned} without a marked direction; '
                      f'of {int(((kind == name) & (corpus == of) & (sign != 0)).sum())} with a marked direction and a sentence; least log-odds {least[name][0]:.2f}, {least[name][1]:.2f}')
    final = fit(every, sign)
    numbers = [final[0][0], final[0][1], final[1][0], final[1][1], *least['T'], *least['C']]
    with open(sys.argv[2], 'wb') as out:
        out.write(MAGIC + struct.pack('<8f', *numbers) + final[0][2].tobytes() + final[1][2].tobytes())
    print(collections.Counter(zip(corpus, kind, sign)))


if __name__ == '__main__':
    main()
