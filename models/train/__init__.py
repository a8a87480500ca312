"""Makes the networks of models/ again, and shows how good they are. Not part of the wheel.

    render, generate    scenes with their truth, drawn; folders of them
    data                labelled pictures as batches to learn from
    nets, fit           the networks, and a program for each that fits it
    export              from a checkpoint to the ONNX file and its entry in the manifest
    evaluate, plots     figures and pictures of what was read of what no network saw
    model_card          models/CARD.md
    matches             films of whole games with their truth
    pipeline.py         all of it in order: `make train`
    jobs.py             what is shared out to processes or a cluster, wherever it is above

Imports run from the lower lines of this list to the upper ones (pyproject.toml).

What costs days to make again is committed. `make train PHOTOS=folder` keeps the networks of the folds, fitted without
some sources, in models/folds (export/folds.py), where `make evaluate PHOTOS=folder` finds them in a fresh clone. The
states of fits that go on lie in models/train/state (fit/state.py), 30 MB at most: commit that folder when a fit is
broken off, and `make train` on another machine takes it up; it is empty when all is fitted. All else lies in .work.
"""
