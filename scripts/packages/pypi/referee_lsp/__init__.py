"""The program `referee`, as a Python package: `python -m referee_lsp check paper.md`."""
