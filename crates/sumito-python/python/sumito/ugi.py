"""Drives any engine that speaks UGI, in a process of its own.

>>> import sys
>>> from sumito import Game, ugi
>>> with ugi.Engine([sys.executable, "-m", "sumito"], options={"Hash": 1}) as engine:
...     answer = engine.go(Game("belgian-daisy"), nodes=500)
>>> engine.name.startswith("Sumito"), answer.best is not None
(True, True)
"""

from __future__ import annotations

import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, TextIO

from sumito._sumito import Error, Game, Move, Position

__all__ = ["Answer", "Engine", "EngineError", "Info"]


class EngineError(Error):
    """An engine does not start, does not answer in time, or answers with something that is not UGI."""


@dataclass(frozen=True)
class Info:
    """A line of a search. The score is in hundredths of a marble for the side to move; `win_in` is a forced win in plies, negative for a
    loss."""

    depth: int = 0
    line: int = 1
    score: int | None = None
    win_in: int | None = None
    nodes: int = 0
    time: float = 0.0
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """The result of `go`: the best move, none if the game is over; the expected reply; the last line of each rank, best first."""

    best: Move | None
    ponder: str | None
    lines: tuple[Info, ...] = ()


class Engine:
    """A running engine. Use it in a `with` statement, or call `quit`."""

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        timeout: float = 30.0,
    ) -> None:
        words = shlex.split(command) if isinstance(command, str) else list(command)
        self.name = ""
        self.author = ""
        self.options: dict[str, str] = {}
        self._timeout = timeout
        self._shown = " ".join(words)
        self._is_searching = False
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        try:
            self._process = subprocess.Popen(words, **pipes, text=True, encoding="utf-8", errors="replace")
        except (OSError, IndexError, ValueError) as error:
            raise EngineError(f"cannot start the engine '{self._shown}': {error}") from error
        self._output: queue.Queue[str | None] = queue.Queue()
        # It knows nothing of this object, so that an engine that is forgotten ends with its input.
        self._listener = threading.Thread(target=_listen, args=(self._process.stdout, self._output), daemon=True)
        self._listener.start()
        try:
            self._begin(options or {})
        except BaseException:
            self.quit()
            raise

    def _begin(self, options: Mapping[str, object]) -> None:
        self._send("ugi")
        for line in self._until("ugiok"):
            word, _, rest = line.partition(" ")
            if word == "id":
                kind, _, text = rest.partition(" ")
                if kind == "name":
                    self.name = text
                elif kind == "author":
                    self.author = text
            elif word == "option" and rest.startswith("name "):
                name, _, about = rest.removeprefix("name ").partition(" type ")
                self.options[name] = about
        for name, value in options.items():
            self.set_option(name, value)

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineError(f"the engine '{self._shown}' has ended: {error}") from error

    def _until(self, last: str, timeout: float | None = None) -> list[str]:
        """The lines up to the one that begins with a word; errors of the engine are raised."""
        limit = time.monotonic() + (self._timeout if timeout is None else timeout)
        lines: list[str] = []
        while True:
            try:
                line = self._output.get(timeout=max(0.0, limit - time.monotonic()))
            except queue.Empty:
                raise EngineError(f"the engine '{self._shown}' did not answer with '{last}' in time") from None
            if line is None:
                # For the next call as well.
                self._output.put(None)
                raise EngineError(f"the engine '{self._shown}' ended before '{last}'")
            lines.append(line)
            word = line.split(" ", 1)[0]
            if word == "bestmove":
                self._is_searching = False
            if word == last:
                _raise_errors(lines)
                return lines

    def _settle(self) -> None:
        """Ends a search whose answer nobody waits for any more, after a timeout or Ctrl-C."""
        if self._is_searching:
            self._send("stop")
            self._until("bestmove")

    def is_ready(self) -> None:
        """Waits until the engine has done everything so far; raises what it complained about."""
        self._settle()
        self._send("isready")
        self._until("readyok")

    def set_option(self, name: str, value: object) -> None:
        """Sets an option; the engine's complaint about it is raised."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if "\n" in name or "\n" in text:
            raise EngineError("an option has no line breaks")
        self._settle()
        self._send(f"setoption name {name} value {text}")
        self.is_ready()

    def new_game(self) -> None:
        """The next position belongs to another game."""
        self._settle()
        self._send("uginewgame")
        self.is_ready()

    def go(
        self,
        game: Game | Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        clocks: tuple[float, float] | None = None,
        increment: float = 0.0,
        timeout: float | None = None,
    ) -> Answer:
        """Searches a game or a position. Times are in seconds; `clocks` has those of Black and White. Without a limit of time, the answer must
        come within the timeout."""
        words = ["go"]
        for word, number in (("depth", depth), ("nodes", nodes)):
            words += [] if number is None else [word, str(number)]
        if time is not None:
            words += ["movetime", str(round(1000 * time))]
        if clocks is not None:
            words += ["p1time", str(round(1000 * clocks[0])), "p2time", str(round(1000 * clocks[1]))]
            words += ["p1inc", str(round(1000 * increment)), "p2inc", str(round(1000 * increment))]
        if len(words) == 1:
            raise EngineError("a search needs a limit: depth, nodes, time or clocks")
        if isinstance(game, Position):
            game = Game(game)
        if game.outcome is not None:
            return Answer(None, None)
        self._settle()
        moves = " ".join(str(m) for m in game.moves)
        if "Rules" in self.options:
            self._send(f"setoption name Rules value {game.rules}")
        self._send(f"position fen {game.start}" + (f" moves {moves}" if moves else ""))
        self._send(" ".join(words))
        self._is_searching = True
        longest = max(time or 0.0, *(clocks or (0.0,)))
        return _answer(game, self._until("bestmove", timeout if timeout is not None else self._timeout + longest))

    def quit(self) -> None:
        """Ends the engine; harmless if it has ended."""
        if self._process.stdin is not None:
            try:
                self._process.stdin.write("quit\n")
                self._process.stdin.close()
            except (OSError, ValueError):
                pass  # It has ended already.
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        # Not for ever: a process that the engine has started may keep its output open.
        self._listener.join(timeout=1)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.quit()


def _listen(stdout: TextIO, output: queue.Queue[str | None]) -> None:
    with stdout:
        for line in stdout:
            output.put(line.strip())
    output.put(None)


def _raise_errors(lines: Sequence[str]) -> None:
    for line in lines:
        if line.startswith("info string error: "):
            raise EngineError(line.removeprefix("info string error: "))


def _answer(game: Game, lines: Sequence[str]) -> Answer:
    infos: dict[int, Info] = {}
    for line in lines[:-1]:
        info = _info(line.split())
        if info is not None:
            infos[info.line] = info
    words = lines[-1].split()
    if len(words) < 2:
        raise EngineError("expected a move after 'bestmove', found nothing")
    best = None
    if words[1] != "none":
        try:
            best = game.position.parse_move(words[1])
        except Error as error:
            raise EngineError(f"the engine plays '{words[1]}': {error}") from error
    ponder = words[3] if len(words) > 3 and words[2] == "ponder" else None
    return Answer(best, ponder, tuple(infos[rank] for rank in sorted(infos)))


def _info(words: Sequence[str]) -> Info | None:
    """The fields of a line of a search; unknown ones are skipped."""
    if words[:1] != ["info"] or "pv" not in words:
        return None
    at = words.index("pv")
    moves, fields = tuple(words[at + 1 :]), dict(zip(words[1:at], words[2:at], strict=False))

    def number(name: str) -> int | None:
        text = fields.get(name, "")
        return int(text) if text.lstrip("-").isdigit() else None

    is_win = "win" in fields
    return Info(
        depth=number("depth") or 0,
        line=number("multipv") or 1,
        score=None if is_win else number("cp"),
        win_in=number("win") if is_win else None,
        nodes=number("nodes") or 0,
        time=(number("time") or 0) / 1000,
        moves=moves,
    )
