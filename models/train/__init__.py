"""Makes the networks of models/ again, and shows how good they are. Not part of the wheel.

    render, generate    scenes with their truth, drawn; folders of them
    data                labelled pictures as batches to learn from
    nets, fit           the networks, and a program for each that fits it
    export              from a checkpoint to the ONNX file and its entry in the manifest
    evaluate, plots     figures and pictures of what was read of what no network saw
    model_card          models/CARD.md
    matches             films of whole games with their truth
    pipeline.py         all of it in order: `make train`

Imports run from the lower lines of this list to the upper ones (pyproject.toml).
"""
