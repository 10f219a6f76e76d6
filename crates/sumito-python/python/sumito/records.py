"""Game files of any size."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Literal, TextIO

from sumito._sumito import Error, PartyRecord, Reader, Record, RecordError

Source = str | os.PathLike[str] | Iterable[str]


class Games(Iterator[Record | PartyRecord]):
    """The games of a file. After a game that could not be read, the next call goes on with the one after it. The file is closed at its end,
    by `close`, or by a `with` statement."""

    def __init__(self, source: Source, errors: Literal["raise", "skip"]) -> None:
        self._file: TextIO | None = None
        if errors not in ("raise", "skip"):
            raise Error(f"expected errors='raise' or errors='skip', found '{errors}'")
        self._errors = errors
        self._reader = Reader()
        self._ready: list[Record | PartyRecord | RecordError] = []
        self._ended = False
        if isinstance(source, (str, os.PathLike)):
            # As in the program, bytes that are no text do not stop the reading.
            self._file = open(source, encoding="utf-8", errors="replace")
            self._lines: Iterator[str] = self._file
        else:
            self._lines = iter(source)

    def __next__(self) -> Record | PartyRecord:
        while True:
            while self._ready:
                game = self._ready.pop(0)
                if not isinstance(game, RecordError):
                    return game
                if self._errors == "raise":
                    raise game
            if self._ended:
                raise StopIteration
            line = next(self._lines, None)
            if line is None:
                self._ready = self._reader.finish()
                self._ended = True
                self.close()
            else:
                self._ready = self._reader.push_line(line)

    def close(self) -> None:
        """Closes the file; no further games are read."""
        self._ended = True
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Games:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


def read_games(source: Source, errors: Literal["raise", "skip"] = "raise") -> Games:
    """Reads the games of a file (its path) or of lines, one game in memory at a time.

    APGN, PlayStrategy's PGN, plain lists of moves and short codes are recognized. A game that does not replay raises a `RecordError` with
    its place, unless errors are skipped.

    >>> import sumito
    >>> [game.result for game in sumito.read_games(["Belgian Daisy 1.a1b2 i5h5 1-0"])]
    ['1-0']
    """
    return Games(source, errors)
