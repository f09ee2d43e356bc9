"""Whole games through pydraughts' CheckerBoardEngine, on a system without its two Windows calls.

usage: pydraughts_games.py PATH_TO_LIBRARY

`os.add_dll_directory` and `ctypes.windll` are stood in for, as pydraughts (0.6.7) calls them; everything else is as it is.
Every move is looked up in the list of pydraughts' own board. A library is loaded twice
under two names, and plays itself.
"""

import contextlib
import ctypes
import os
import random
import shutil
import sys
import tempfile
import threading
import time

os.add_dll_directory = lambda path: contextlib.nullcontext()


class Loader:
    @staticmethod
    def LoadLibrary(path):
        return ctypes.CDLL(path)


ctypes.windll = Loader()

try:
    from ctypes import wintypes  # noqa: F401  (pydraughts imports it)
except ValueError:
    sys.exit("this Python has no ctypes.wintypes")

from draughts import Board  # noqa: E402
from draughts.engine import Limit  # noqa: E402
from draughts.engines.checkerboard import CheckerBoardEngine  # noqa: E402

MAX_PLIES = 160
MOVE_TIME = 0.02
# What one move may take at most: time for the thread and for a busy machine.
PATIENCE = 5.0


class Failure(Exception):
    pass


def threads_of_process():
    return len(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else threading.active_count()


def threads_left(before):
    """Threads that are still there after a while: Python's own end a little after they are joined."""
    end = time.monotonic() + 1.0
    while (left := threads_of_process() - before) > 0 and time.monotonic() < end:
        time.sleep(0.002)
    return left


def squares(text):
    """From, to and captured squares, whatever the signs between them and the order of the captured ones."""
    first, last, *captured = text.replace("x", "-").split("-")
    return int(first), int(last), sorted(int(square) for square in captured)


def play(engine, board, limit):
    """One move, on a thread of its own as CheckerBoard does it."""
    answer = []

    def work():
        try:
            answer.append(engine.play(board, limit))
        except Exception as error:  # told by the caller
            answer.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    if not answer:
        raise Failure(f"no answer within {PATIENCE} s in {board.fen}")
    thread.join()
    if isinstance(answer[0], Exception):
        raise Failure(f"{type(answer[0]).__name__}: {answer[0]} in {board.fen}")
    return answer[0]


def game(engines, name, seed):
    board, rng, plies, slowest = Board(name), random.Random(f"{name} {seed}"), 0, 0.0
    while plies < 4:
        board.push(rng.choice(board.legal_moves()))
        plies += 1
    while plies < MAX_PLIES and not board.is_over():
        began = time.monotonic()
        threads = threads_of_process()
        result = play(engines[plies % 2], board, Limit(movetime=MOVE_TIME))
        slowest = max(slowest, time.monotonic() - began)
        if (left := threads_left(threads)) > 0:
            raise Failure(f"{left} threads were left by a move")
        played = squares(result.move.hub_move)
        legal = [move for move in board.legal_moves() if squares(move.hub_move) == played]
        if not legal:
            raise Failure(f"{result.move.hub_move} is not legal in {board.fen}")
        board.push(legal[0])
        plies += 1
    end = {0: "draw", 1: "Black won", 2: "White won"}[board.winner()] if board.is_over() else "ply limit"
    return plies, slowest, end


def main():
    if len(sys.argv) != 2 or not os.path.isfile(sys.argv[1]):
        print("usage: pydraughts_games.py PATH_TO_LIBRARY", file=sys.stderr)
        return 2
    failures = 0
    print(f"{'ruleset':12}{'plies':>5} {'slowest':>9}  end")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = folder
        for name in ("english", "italian", "russian", "brazilian"):
            engines = []
            for side in ("a", "b"):
                path = os.path.join(folder, f"{side}_{name}.so")
                shutil.copy(sys.argv[1], path)
                engines.append(CheckerBoardEngine(path))
                engines[-1].configure({"hashsize": 8})
            try:
                plies, slowest, end = game(engines, name, 1)
            except Failure as failure:
                failures += 1
                plies, slowest, end = 0, 0.0, f"FAILED: {failure}"
            print(f"{name:12}{plies:5} {1000 * slowest:6.0f} ms  {end}", flush=True)
    print(f"{failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
