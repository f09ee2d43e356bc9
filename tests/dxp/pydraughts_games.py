#!/usr/bin/env python3
"""Plays whole games against a DXP engine through pydraughts' DXPEngine (pip install pydraughts==0.6.7).

    pydraughts_games.py PATH_TO_ENGINE

The engine listens; pydraughts asks for the games and plays random moves, from the start and from a set-up position, with
either side to move first, in english, italian, russian and brazilian. DXPEngine looks every move of the engine up in its
own list of legal moves and takes no other. A game ends when pydraughts calls it over, when the engine says so, or at the
ply limit. One game of each ruleset but english takes moves back. Every wait has a limit. Exit status: 0 all passed, 1
something failed, 2 wrong usage.
"""

import os
import random
import re
import subprocess
import sys
import threading
import time

try:
    from draughts import Board, WHITE
    from draughts.engine import DXPEngine
except ImportError:
    sys.exit("pydraughts_games.py: needs pydraughts: pip install pydraughts==0.6.7")

WAIT = 10.0     # seconds the engine has for any one answer; pydraughts waits in busy loops that share one interpreter
TOTAL = 120.0   # seconds for everything
MAX_PLIES = 60

# None is its own image when turned round.
SETUPS = {
    "english": ["W:W15,18,30,31,32,K6:B2,3,5,13,K29", "B:W15,18,30,31,32,K6:B2,3,5,13,K29"],
    "italian": ["B:W30,31,32,22,K7:B4,5,9,12,K25"],
    "russian": ["B:Wa1,c1,e1,a3,Kg7:Bf8,h8,d8,b6,Kh2"],
    "brazilian": ["B:Wa1,c1,e1,a3,Kg7:Bf8,h8,d8,b6,Kh2"],
}


class Failure(Exception):
    """Something that went wrong, in words."""


class Listener:
    """The engine, waiting for one peer after another."""

    def __init__(self, path, variant):
        command = [path, "dxp", "--listen", "127.0.0.1:0", "--rules", variant, "--position-style", "pydraughts",
                   "--nodes", "200", "--hash", "8"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, "LC_ALL": "C"})
        line = self.process.stderr.readline()
        match = re.search(r"listening on 127\.0\.0\.1:(\d+)", line)
        if not match:
            raise Failure(f"it does not say where it listens: {line!r}")
        self.port = match.group(1)
        self.readers = [threading.Thread(target=stream.read, daemon=True)
                        for stream in (self.process.stdout, self.process.stderr)]
        for reader in self.readers:
            reader.start()

    def close(self):
        self.process.kill()
        self.process.wait()
        for reader in self.readers:
            reader.join()
        self.process.stdout.close()
        self.process.stderr.close()


def limited(what, call):
    """The result of a call that could wait for ever."""
    answer = []
    thread = threading.Thread(target=lambda: answer.append(call()), daemon=True)
    thread.start()
    thread.join(WAIT)
    if not answer:
        raise Failure(f"no answer to {what} within {WAIT:g} s")
    return answer[0]


def answered(engine, what, call):
    """The engine's move, or None if it ends the game in place of one."""
    moves = []
    threading.Thread(target=lambda: moves.append(call()), daemon=True).start()
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        if moves:
            return moves[0].move
        if engine.sender.current.result is not None:
            engine.receiver.listening = False  # ends the loop that waits for a move
            return None
        time.sleep(0.002)
    raise Failure(f"no answer to {what} within {WAIT:g} s")


def game(port, variant, fen, engine_first, take_back):
    rng = random.Random(f"{variant} {fen} {engine_first}")
    board = Board(variant, fen) if fen else Board(variant)
    engine = DXPEngine(options={"engine-opened": True, "ip": "127.0.0.1", "port": port}, initial_time=600)
    plies, over = 0, None
    taken = not take_back
    if not engine_first:
        board.push(rng.choice(board.legal_moves()))
        plies += 1
    while plies < MAX_PLIES and not board.is_over():
        move = answered(engine, f"ply {plies} of {board.fen}", lambda: engine.play(board))
        if move is None:
            over = engine.sender.current.result
            break
        if move.hub_position_move not in [m.hub_position_move for m in board.legal_moves()]:
            raise Failure(f"{move.hub_position_move} is not legal in {board.fen}")
        board.push(move)
        plies += 1
        if not taken and plies == 5:
            # Back to the second move of the side that began, which is the engine's: it moves again.
            taken = True
            if not limited("a take-back", lambda: engine.takeback(2, WHITE))[0]:
                raise Failure("the take-back is refused")
            end = time.monotonic() + WAIT
            while len(engine.sender.current.pos.move_stack) != 3:
                if time.monotonic() > end:
                    raise Failure(f"no move after the take-back within {WAIT:g} s")
                time.sleep(0.002)
            board = engine.sender.current.pos.copy()
            plies = 3
        if plies < MAX_PLIES and not board.is_over():
            board.push(rng.choice(board.legal_moves()))
            plies += 1
    if over is None:
        end = "over by pydraughts" if board.is_over() else "ply limit"
    else:
        end = {"0": "undecided", "1": "the engine gives up", "2": "a draw by its rules", "3": "the engine has won"}[over]
        if over == "1" and board.legal_moves():
            raise Failure(f"it gives up, but can move in {board.fen}")
    name = engine.id.get("name", "")
    if not name.startswith("Damero"):
        raise Failure(f"its name is {name!r}")
    threading.Thread(target=engine.quit, daemon=True).start()
    return plies, end


def main():
    if len(sys.argv) != 2:
        print("usage: pydraughts_games.py PATH_TO_ENGINE", file=sys.stderr)
        return 2
    path = sys.argv[1]
    if not os.path.isfile(path) or not os.access(path, os.X_OK):
        print(f"pydraughts_games.py: {path} is not a program", file=sys.stderr)
        return 2
    began, failures = time.monotonic(), 0
    print(f"{'ruleset':11}{'from':10}{'engine':8}{'plies':>6}  end", flush=True)
    for variant, fens in SETUPS.items():
        for fen, engine_first in [(None, True), (None, False)] + [(fen, True) for fen in fens] + [(fens[0], False)]:
            # A listener of its own: DXPEngine leaves late, and one peer is let in at a time.
            listener = Listener(path, variant)
            # In english, pydraughts counts moves as if White began.
            plies, take_back = 0, fen is None and engine_first and variant != "english"
            try:
                if time.monotonic() - began > TOTAL:
                    raise Failure(f"out of time ({TOTAL:g} s)")
                plies, end = game(listener.port, variant, fen, engine_first, take_back)
            except Failure as failure:
                failures += 1
                end = f"FAILED: {failure}"
            except Exception as error:
                failures += 1
                end = f"FAILED: {type(error).__name__}: {error}"
            finally:
                listener.close()
            start = "set up" if fen else "start"
            print(f"{variant:11}{start:10}{'first' if engine_first else 'second':8}{plies:6}  {end}", flush=True)
    print(f"{failures} failed, {time.monotonic() - began:.1f} s", flush=True)
    # pydraughts' threads would keep the interpreter for seconds.
    os._exit(1 if failures else 0)


if __name__ == "__main__":
    sys.exit(main())
