#!/usr/bin/env python3
"""Plays whole games with a Hub engine through pydraughts' HubEngine (pip install pydraughts==0.6.7).

    pydraughts_games.py PATH_TO_ENGINE [--quick]

Three kinds of games, all of them the engine against itself:
  go      HubEngine.go(position, moves): every ruleset, in the ruleset's own numbers. One game sends the start position
          and all moves since, one sends each position by itself.
  play    HubEngine.play(board): pydraughts' own boards, with the engine's position-style=pydraughts. One game from the
          start, one from a set-up position that is not symmetric.
  ponder  go ponder ended by ponder-hit, by stop, and an endless search ended by stop.

Each move is checked by a small tracker that knows the laws of movement apart from the priorities among captures, and,
where pydraughts knows the ruleset's laws, against its list of legal moves. A game ends when the side to move has no
move, when pydraughts calls it over (play only) or at the ply limit. Exit status: 0 all passed, 1 something failed,
2 wrong usage. Every wait for the engine has a limit.
"""

import faulthandler
import logging
import os
import random
import re
import signal
import sys
import threading
import time

try:
    from draughts import Board, Move
    from draughts.engine import HubEngine, Limit
except ImportError:
    sys.exit("pydraughts_games.py: needs pydraughts: pip install pydraughts==0.6.7")

WAIT = 5.0           # seconds the engine has for any one answer
TOTAL = 55.0         # seconds for everything; what is not done by then fails
END = time.monotonic() + TOTAL
MAX_PLIES, QUICK_PLIES = 200, 60

# Kinds of limit, one a move in turn. The last three leave the engine little, nothing and less than nothing
# (pydraughts takes the increment off the time it sends).
LIMITS = [{"nodes": 300}, {"depth": 3}, {"movetime": 0.002}, {"time": 0.04, "inc": 0.01}, {"time": 0}, {"time": 0.005, "inc": 0.01}]


class Rules:
    def __init__(self, first, men_back, king_flies, king_far, last_row, numbers, oracle=None):
        self.first = first            # who moves first
        self.men_back = men_back      # men capture backward too
        self.king_flies = king_flies  # a king moves any distance
        self.king_far = king_far      # a king captures at a distance
        self.last_row = last_row      # a man reaching it in a capture: "stops", goes on as a "man" or as a "king"
        self.numbers = numbers        # "top" 1 = b8, "mirror" 1 = a8, "bottom" 1 = h1
        self.oracle = oracle          # pydraughts variant with the same laws of movement


RULES = {
    "english": Rules("B", False, False, False, "stops", "top", "english"),
    "italian": Rules("W", False, False, False, "stops", "mirror", "italian"),
    "spanish": Rules("W", False, True, True, "stops", "bottom"),
    "portuguese": Rules("W", False, True, True, "stops", "bottom"),
    "russian": Rules("W", True, True, True, "king", "top", "russian"),
    "brazilian": Rules("W", True, True, True, "man", "top", "brazilian"),
    "pool": Rules("B", True, True, True, "man", "top"),
    "czech": Rules("W", False, True, True, "stops", "top"),
    "filipino": Rules("W", True, True, True, "man", "mirror", "brazilian"),
    "damas:short": Rules("W", False, False, False, "stops", "bottom"),
    "damas:mixed": Rules("W", False, True, False, "stops", "bottom"),
    "damas:long": Rules("W", False, True, True, "stops", "bottom"),
}

# Set-up positions for play, as pydraughts reads them. None is its own image when turned round.
SETUPS = {
    "english": "W:W15,18,30,31,32,K6:B2,3,5,13,K29",
    "italian": "B:W30,31,32,22,K7:B4,5,9,12,K25",
    "russian": "B:Wa1,c1,e1,a3,Kg7:Bf8,h8,d8,b6,Kh2",
    "brazilian": "B:Wa1,c1,e1,a3,Kg7:Bf8,h8,d8,b6,Kh2",
}

OPTIONS = {"hash": 16, "threads": 1, "book": False}


class Failure(Exception):
    """Something the engine did wrong, in words."""


# ---- squares: row 0 is Black's home row, column 0 is the file at White's left (mirrored boards: counted from the right) ----

def coordinates(square, numbers):
    row, place = divmod(square - 1, 4)
    if numbers == "bottom":
        row = 7 - row
    elif numbers == "mirror":
        place = 3 - place
    return row, 2 * place + (1 - row % 2)


SQUARES = {how: {coordinates(n, how): n for n in range(1, 33)} for how in ("top", "mirror", "bottom")}
DIAGONALS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def a1_number(row, column):
    """pydraughts' number in russian and brazilian moves: a1 = 1, c1 = 2, ... h8 = 32."""
    return 4 * (7 - row) + column // 2 + 1


class Tracker:
    """Piece placement in one ruleset, and whether a move fits it. It does not know the priorities among captures."""

    def __init__(self, rules):
        self.rules = rules
        self.side = rules.first
        home = {"B": (0, 1, 2), "W": (5, 6, 7)}
        self.at = {rc: side.lower() for rc in SQUARES["top"] for side in "BW" if rc[0] in home[side]}

    def position(self):
        cells = (self.at.get(coordinates(n, self.rules.numbers), "e") for n in range(1, 33))
        return self.side + "".join(cells)

    def mine(self):
        return [rc for rc, piece in self.at.items() if piece.upper() == self.side]

    def forward(self):
        return -1 if self.side == "W" else 1

    def on_last_row(self, rc):
        return rc[0] == (0 if self.side == "W" else 7)

    def quiet(self, source):
        """Squares that the piece on `source` may move to without capturing."""
        king, out = self.at[source].isupper(), []
        for dr, dc in DIAGONALS:
            if not king and dr != self.forward():
                continue
            rc = (source[0] + dr, source[1] + dc)
            while rc in SQUARES["top"] and rc not in self.at:
                out.append(rc)
                rc = (rc[0] + dr, rc[1] + dc)
                if not (king and self.rules.king_flies):
                    break
        return out

    def jumps(self, source, rc, king, taken):
        """(victim, landing squares) of each single jump from `rc` by the piece that began on `source`."""
        board = {k: v for k, v in self.at.items() if k != source}
        far = king and self.rules.king_far
        for dr, dc in DIAGONALS:
            if not king and not self.rules.men_back and dr != self.forward():
                continue
            victim = (rc[0] + dr, rc[1] + dc)
            while far and victim in SQUARES["top"] and victim not in board:
                victim = (victim[0] + dr, victim[1] + dc)
            piece = board.get(victim)
            if piece is None or victim in taken or piece.upper() == self.side:
                continue
            if self.rules is RULES["italian"] and piece.isupper() and not king:
                continue
            landings, landing = [], (victim[0] + dr, victim[1] + dc)
            while landing in SQUARES["top"] and landing not in board:
                landings.append(landing)
                landing = (landing[0] + dr, landing[1] + dc)
                if not far:
                    break
            if landings:
                yield victim, landings

    def captures(self, source):
        """{(last square, captured squares): ends as a king} of the complete captures by the piece on `source`."""
        found = {}

        def follow(rc, king, taken):
            for victim, landings in self.jumps(source, rc, king, taken):
                now = taken | {victim}
                going_on = [l for l in landings if any(self.jumps(source, l, king, now))]
                for landing in going_on or landings:
                    crowned = not king and self.on_last_row(landing)
                    as_king = king or (crowned and self.rules.last_row == "king")
                    stops = crowned and self.rules.last_row == "stops"
                    if stops or not any(self.jumps(source, landing, as_king, now)):
                        found[(landing, now)] = king or crowned
                    else:
                        follow(landing, as_king, now)

        follow(source, self.at[source].isupper(), frozenset())
        return found

    def must_capture(self):
        return any(any(self.jumps(rc, rc, self.at[rc].isupper(), frozenset())) for rc in self.mine())

    def can_move(self):
        return self.must_capture() or any(self.quiet(rc) for rc in self.mine())

    def read(self, text):
        """The squares of a move, as coordinates: from, to, captured."""
        if not re.fullmatch(r"\d{1,2}-\d{1,2}|\d{1,2}x\d{1,2}(x\d{1,2})+", text):
            raise Failure(f"{text!r} is not a move (from-to, or fromxto and each captured square)")
        numbers = [int(n) for n in re.split("[-x]", text)]
        if not all(1 <= n <= 32 for n in numbers):
            raise Failure(f"{text}: a square is not on the board")
        source, target, *captured = [coordinates(n, self.rules.numbers) for n in numbers]
        if len(set(captured)) != len(captured):
            raise Failure(f"{text}: a square is captured twice")
        return source, target, frozenset(captured)

    def play(self, text):
        source, target, captured = self.read(text)
        piece = self.at.get(source)
        if piece is None or piece.upper() != self.side:
            raise Failure(f"{text}: {self.side} has no piece on the first square, position {self.position()}")
        if captured:
            ends = self.captures(source)
            if (target, captured) not in ends:
                raise Failure(f"{text}: not a complete capture of that piece, position {self.position()}")
            king = ends[(target, captured)]
        else:
            if self.must_capture():
                raise Failure(f"{text}: a capture is compulsory, position {self.position()}")
            if target not in self.quiet(source):
                raise Failure(f"{text}: the piece does not move there, position {self.position()}")
            king = piece.isupper() or self.on_last_row(target)
        for rc in captured | {source}:
            del self.at[rc]
        self.at[target] = self.side if king else self.side.lower()
        self.side = "B" if self.side == "W" else "W"

    def random_quiet(self, rng):
        """A move for an opening, or None where a capture is compulsory."""
        moves = [(a, b) for a in sorted(self.mine()) for b in self.quiet(a)]
        if self.must_capture() or not moves:
            return None
        source, target = rng.choice(moves)
        numbers = SQUARES[self.rules.numbers]
        return f"{numbers[source]}-{numbers[target]}"


class Oracle:
    """pydraughts' own board, kept in step with a game in the ruleset's numbers."""

    def __init__(self, rules):
        self.rules = rules
        self.board = Board(rules.oracle)

    def translate(self, text):
        def number(n):
            if self.rules.oracle in ("russian", "brazilian"):
                return str(a1_number(*coordinates(int(n), self.rules.numbers)))
            return n
        return re.sub(r"\d+", lambda m: number(m.group()), text)

    def play(self, text):
        try:
            self.board.push(Move(self.board, hub_move=self.translate(text)))
        except Exception:
            legal = " ".join(m.hub_move for m in self.board.legal_moves())
            raise Failure(f"{text} ({self.translate(text)} to pydraughts) is not legal for it; it knows {legal}") from None

    def has_move(self):
        return bool(self.board.legal_moves())


# ---- the engine, with a limit on every wait ----

class Engine(HubEngine):
    """HubEngine as it is, but within time limits."""

    running = None

    def _open_process(self, command, cwd=None, *args, **kwargs):
        Engine.running = super()._open_process(command, cwd, *args, **kwargs)
        return Engine.running


def kill(process):
    if process.poll() is None:
        try:
            if hasattr(os, "killpg"):  # pydraughts starts it through a shell, in a process group of its own
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        except OSError:
            pass


class Guard:
    """`with Guard(what): ...` kills the engine, and fails, if the body takes too long."""

    def __init__(self, what):
        self.what, self.seconds, self.late = what, min(WAIT, END - time.monotonic()), False
        if self.seconds <= 0:
            raise Failure(f"out of time ({TOTAL:g} s for everything) before {what}")

    def fire(self):
        self.late = True
        if Engine.running:
            kill(Engine.running)

    def __enter__(self):
        self.timer = threading.Timer(self.seconds, self.fire)
        self.timer.daemon = True
        self.timer.start()

    def __exit__(self, kind, error, trace):
        self.timer.cancel()
        if self.late:
            raise Failure(f"no answer to {self.what} within {self.seconds:.1f} s") from None
        if kind in (EOFError, BrokenPipeError):
            raise Failure(f"the engine stopped during {self.what}") from None
        if kind and issubclass(kind, Exception) and kind is not Failure:
            raise Failure(f"pydraughts could not follow {self.what}: {kind.__name__}: {error}") from error


class Complaints(logging.Handler):
    """What pydraughts did not expect from the engine; it only logs it."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage().strip())

    def take(self):
        lines, self.lines = self.lines, []
        return lines


COMPLAINTS = Complaints()


def open_engine(path, variant, **options):
    COMPLAINTS.take()
    with Guard("hub"):
        engine = Engine([path, "hub"])
    if variant not in engine.variants:
        raise Failure(f"the parameter variant does not list {variant}: {sorted(engine.variants)}")
    for name in [*OPTIONS, *options]:
        if name not in engine.options and name != "book":  # an engine without a book ignores it
            raise Failure(f"there is no parameter {name}")
    with Guard("init"):
        engine.configure({**OPTIONS, "variant": variant, **options})
        engine.init()
    return engine


def close_engine(engine):
    with Guard("quit"):
        engine.quit()
        rest = engine.p.stdout.read().strip()
        code = engine.p.wait()
    if rest or code:
        raise Failure(f"after quit: exit status {code}, output {rest!r}")
    if COMPLAINTS.lines:
        raise Failure(f"not Hub: {COMPLAINTS.take()[0]}")


def clear_away(process):
    """Whatever became of it: no process and no open pipe stays behind."""
    if process:
        kill(process)
        process.wait()
        process.stdout.close()
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass


def check_info(info):
    for key, kind in {"depth": int, "nodes": int, "mean-depth": float, "time": float, "nps": float, "score": dict}.items():
        if not isinstance(info.get(key), kind):
            raise Failure(f"the info lines have no readable {key}: {info}")


class Tally:
    """What one game amounted to."""

    def __init__(self, plies_limit):
        self.limit, self.plies, self.slowest, self.infos, self.end = plies_limit, 0, 0.0, 0, "ply limit"

    def timed(self, call):
        began = time.monotonic()
        result = call()
        self.slowest = max(self.slowest, time.monotonic() - began)
        return result

    def count_info(self, info):
        if info:
            check_info(info)
            self.infos += 1


# ---- the games ----

def go_arguments(ply):
    limit = dict(LIMITS[ply % len(LIMITS)])
    if "time" in limit:
        limit["my_time"] = limit.pop("time")
        limit["moves_left"] = 20 if ply % 2 else None
    return limit


def game_by_go(engine, name, bare, seed, tally):
    rules = RULES[name]
    tracker, oracle = Tracker(rules), Oracle(rules) if rules.oracle else None
    start, moves, rng = tracker.position(), [], random.Random(f"{name} {seed}")

    def record(text):
        tracker.play(text)
        if oracle:
            oracle.play(text)
        moves.append(text)
        tally.plies += 1

    while tally.plies < 4 and (text := tracker.random_quiet(rng)):
        record(text)
    while tally.plies < tally.limit:
        where = (tracker.position(), None) if bare else (start, " ".join(moves))
        with Guard(f"go at ply {tally.plies}"):
            text, ponder = tally.timed(lambda: engine.go(*where, **go_arguments(tally.plies)))
        complaints = COMPLAINTS.take()
        if text == "none":
            if tracker.can_move() or (oracle and oracle.has_move()):
                raise Failure(f"move=none, but {tracker.side} can move in {tracker.position()}")
            if len(complaints) != 1 or " error " not in complaints[0]:
                raise Failure(f"no move: one error line expected, got {complaints}")
            tally.end = f"{tracker.side} has no move"
            break
        if complaints:
            raise Failure(f"at ply {tally.plies}, not Hub: {complaints[0]}")
        tally.count_info(engine.info)
        record(text)
        if ponder:
            tracker.read(ponder)


def game_by_play(engine, name, fen, tally):
    board = Board(name, fen) if fen else Board(name)
    rng = random.Random(f"{name} play")
    while not fen and tally.plies < 4:
        board.push(rng.choice(board.legal_moves()))
        tally.plies += 1
    while tally.plies < tally.limit and not board.is_over():
        with Guard(f"play at ply {tally.plies} of {board.fen}"):
            limit = Limit(**LIMITS[tally.plies % len(LIMITS)])
            result = tally.timed(lambda: engine.play(board, limit, False))
        if complaints := COMPLAINTS.take():
            raise Failure(f"at ply {tally.plies}, not Hub: {complaints[0]}")
        tally.count_info(result.info)
        board.push(result.move)  # legal: HubEngine.play looks moves up in the board's list, and raises otherwise
        tally.plies += 1
    if board.is_over():
        tally.end = {0: "draw by pydraughts", 1: "Black won", 2: "White won"}[board.winner()]


def ponder(engine, name, tally):
    start = Tracker(RULES[name]).position()
    for how, limit, end in (("ponder, then ponder-hit", {"depth": 4, "ponder": True}, engine.ponderhit),
                            ("ponder, then stop", {"movetime": 0.01, "ponder": True}, engine.stop),
                            ("an endless search, then stop", {"nodes": 1000000000000}, engine.stop)):
        answer = []

        def search():
            try:
                answer.append(engine.go(start, **limit))
            except Exception as error:
                answer.append((f"{type(error).__name__}: {error}", None))

        with Guard(how):
            thread = threading.Thread(target=search, daemon=True)
            thread.start()
            time.sleep(0.2)
            if answer:
                raise Failure(f"{how}: the engine answered before it should")
            tally.timed(lambda: (end(), thread.join(WAIT)))
            if not answer:
                raise Failure(f"{how}: no readable answer")
            engine.ping()
        check_info(engine.info)
        Tracker(RULES[name]).play(answer[0][0])
        tally.infos += 1
    tally.end = "answered"


def jobs(quick):
    """(kind, ruleset, how it starts, what plays it, engine options)"""
    for name in RULES:
        yield "go", name, "start, moves", lambda e, t, n=name: game_by_go(e, n, False, 1, t), {}
        if not quick:
            yield "go", name, "positions", lambda e, t, n=name: game_by_go(e, n, True, 2, t), {}
    for name, fen in SETUPS.items():
        style = {"position-style": "pydraughts"}
        yield "play", name, "start", lambda e, t, n=name: game_by_play(e, n, None, t), style
        yield "play", name, "set up", lambda e, t, n=name, f=fen: game_by_play(e, n, f, t), style
    yield "ponder", "english", "start", lambda e, t: ponder(e, "english", t), {}


def main():
    arguments = [a for a in sys.argv[1:] if a != "--quick"]
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: pydraughts_games.py PATH_TO_ENGINE [--quick]", file=sys.stderr)
        return 2
    path, quick = arguments[0], "--quick" in sys.argv
    if not os.path.isfile(path) or not os.access(path, os.X_OK):
        print(f"pydraughts_games.py: {path} is not a program", file=sys.stderr)
        return 2
    faulthandler.dump_traceback_later(TOTAL + 20, exit=True)
    logging.getLogger("pydraughts").addHandler(COMPLAINTS)
    logging.getLogger("pydraughts").propagate = False
    began, failures = time.monotonic(), 0
    print(f"{'kind':7}{'ruleset':13}{'from':14}{'checked by':12}{'plies':>5} {'slowest':>9} {'infos':>5}  end")
    for kind, name, how, play, options in jobs(quick):
        tally = Tally(QUICK_PLIES if quick else MAX_PLIES)
        Engine.running = None
        try:
            engine = open_engine(path, name, **options)
            play(engine, tally)
            if not tally.infos:
                raise Failure("not one info line in the game")
            close_engine(engine)
        except Failure as failure:
            failures += 1
            tally.end = f"FAILED: {failure}"
        finally:
            clear_away(Engine.running)
        oracle = "pydraughts" if kind == "play" or (kind == "go" and RULES[name].oracle) else "tracker"
        print(f"{kind:7}{name:13}{how:14}{oracle:12}{tally.plies:5} {1000 * tally.slowest:6.0f} ms {tally.infos:5}  {tally.end}",
              flush=True)
    print(f"{failures} failed, {time.monotonic() - began:.1f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
