"""Writes src/lettering.txt: the outlines of the site's typeface, by which cards are lettered without a font.

    pip install fonttools==4.68.0 brotli==1.2.1
    python crates/sumito-pictures/lettering.py
"""

from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

HERE = Path(__file__).parent
FONTS = [HERE.parents[1] / "web" / f"figtree-{part}.woff2" for part in ("latin", "polish")]
WEIGHTS = {"medium": 500, "bold": 700}

HEAD = """\
# The outlines of Figtree, made by lettering.py. Copyright 2022 The Figtree Project Authors; SIL Open Font License 1.1, see web/figtree-OFL.txt.
# A line for each weight and character: weight, character, advance, path. There are 1000 units to the em, and y grows downward from the baseline.
"""


def outlines(weight: str):
    """Each character that can be seen, with its advance and its path."""
    for file in FONTS:
        font = instantiateVariableFont(TTFont(file), {"wght": WEIGHTS[weight]})
        glyphs = font.getGlyphSet()
        for code, name in sorted(font.getBestCmap().items()):
            pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
            glyphs[name].draw(TransformPen(pen, (1, 0, 0, -1, 0, 0)))
            if path := pen.getCommands():
                yield chr(code), round(glyphs[name].width), path


def main() -> None:
    lines = [f"{weight} {sign} {advance} {path}" for weight in WEIGHTS for sign, advance, path in outlines(weight)]
    (HERE / "src" / "lettering.txt").write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
