#!/usr/bin/env python3
"""Reads the games that damero annotates with another library, and hands damero the games that library writes.

    round_trip.py PATH_TO_ENGINE

The library is whichever of pydraughts (pip install pydraughts==0.6.7) and py-draughts (pip install py-draughts==1.10.1) is
installed; both call themselves `draughts`, so each needs an environment of its own. Random games of each ruleset that the
library has (pydraughts: english, italian, russian, brazilian; py-draughts: russian, brazilian) are annotated as PDN, with
comments, marks and variations, and as a page; the library must read as many moves and come to the same last position as the
page shows. Then damero annotates what the library writes and must come to the same positions again. Exit status: 0 all
agreed, 1 something did not, 2 wrong usage.
"""

import html
import json
import os
import random
import re
import subprocess
import sys
import tempfile

try:
    import draughts
except ImportError:
    sys.exit("round_trip.py: needs pydraughts or py-draughts")

PYDRAUGHTS = not hasattr(draughts, "RussianBoard")
RULESETS = ["english", "italian", "russian", "brazilian"] if PYDRAUGHTS else ["russian", "brazilian"]
GAMES = 4
PLIES = 60


class Failure(Exception):
    """Something that did not agree, in words."""


def run(*command, text=None):
    """Runs the engine; it must succeed."""
    ran = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120,
                         env={**os.environ, "LC_ALL": "C"})
    if ran.returncode:
        raise Failure(f"{' '.join(command[1:])}: exit status {ran.returncode}: {ran.stderr}")
    return ran.stdout


# On the boards of rulesets with letters: b8 is 1, g1 is 32.
NUMBERS = {f"{file}{rank}": 4 * (8 - rank) + place + 1
           for rank in range(1, 9) for place, file in enumerate("aceg" if rank % 2 else "bdfh")}


def fens(board):
    """The pieces of a library's board, as `{own number: 'w', 'W', 'b' or 'B'}`."""
    pieces = {}
    for field in str(board.fen).replace('"', "").split("FEN ")[-1].rstrip("]").split(":")[1:3]:
        side = field[:1].lower()
        for word in filter(None, field[1:].split(",")):
            king = word.startswith("K")
            number = NUMBERS.get(word[king:]) or int(word[king:])
            pieces[number] = side.upper() if king else side
    return pieces


def random_game(ruleset, chooser):
    """A game in the words of the library: its PDN and its last position."""
    if PYDRAUGHTS:
        from draughts import Board
        from draughts.PDN import PDNWriter
        board = Board(ruleset)
        for _ in range(PLIES):
            moves = board.legal_moves()
            if not moves:
                break
            board.push(chooser.choice(moves))
        return PDNWriter("", board).pdn_text, fens(board)
    board = {"russian": draughts.RussianBoard, "brazilian": draughts.BrazilianBoard}[ruleset]()
    for _ in range(PLIES):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(chooser.choice(moves))
    return board.pdn, fens(board)


def shown(page):
    """The games of a page: how many moves each has, and its last position."""
    games = []
    for text in re.findall(r'class="game"[^>]*>(.*?)</script>', page, re.S):
        game = json.loads(html.unescape(text))
        last = game["moves"][-1]["board"] if game["moves"] else game["start"]
        numbers = numbers_of(game)
        games.append((len(game["moves"]), {number: sign for number, sign in zip(numbers, last) if sign != "."}))
    return games


def numbers_of(game):
    """The own numbers of the squares of a page's game, in its order."""
    if all(name.isdigit() for name in game["names"]):
        return [int(name) for name in game["names"]]
    return [NUMBERS[name] for name in game["names"]]


def split(pdn):
    """The games of a PDN text that damero wrote, each by itself."""
    return re.split(r"\n\n(?=\[)", pdn.strip())


def read_back(ruleset, pdn):
    """The games of a PDN text as the library reads them: how many moves each has, and its last position."""
    if PYDRAUGHTS:
        from draughts import Board
        from draughts.PDN import PDNReader
        games = []
        for game in PDNReader(pdn).games:
            if game.variant != ruleset:
                raise Failure(f"{ruleset} is read as {game.variant}")
            board = Board(ruleset)
            for move in game.moves:
                # Its reader knows the colon of a capture, its board does not.
                board.push(draughts.Move(board, pdn_move=move.replace(":", "x")))
            games.append((len(game.moves), fens(board)))
        return games
    kind = {"russian": draughts.RussianBoard, "brazilian": draughts.BrazilianBoard}[ruleset]
    boards = [kind.from_pdn(game) for game in split(pdn)]
    return [(len(board._moves_stack), fens(board)) for board in boards]


def check(engine, ruleset):
    """One ruleset, both ways."""
    chooser = random.Random(ruleset)
    games = [random_game(ruleset, chooser) for _ in range(GAMES)]
    with tempfile.TemporaryDirectory() as folder:
        source, output, page = (os.path.join(folder, name) for name in ("games.pdn", "out.pdn", "out.html"))
        with open(source, "w", encoding="utf8") as file:
            file.write("\n\n".join(text for text, _ in games))
        run(engine, "annotate", source, "--rules", ruleset, "-o", output, "--html", page, "--nodes", "500", "--hash", "1")
        with open(output, encoding="utf8") as file:
            pdn = file.read()
        with open(page, encoding="utf8") as file:
            ours = shown(file.read())
    if [pieces for _, pieces in ours] != [pieces for _, pieces in games]:
        raise Failure(f"{ruleset}: damero does not read what the library writes")
    for sign in ("{", "(", "??"):
        if sign not in pdn:
            raise Failure(f"{ruleset}: no {sign} in what is to be read back")
    theirs = read_back(ruleset, pdn)
    if theirs != ours:
        raise Failure(f"{ruleset}: the library reads {theirs}, damero {ours}\n{pdn}")
    return sum(count for count, _ in ours)


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    name = "pydraughts" if PYDRAUGHTS else "py-draughts"
    failed = False
    for ruleset in RULESETS:
        try:
            print(f"{name} {ruleset}: {check(sys.argv[1], ruleset)} moves agree both ways")
        except (Failure, subprocess.TimeoutExpired) as failure:
            failed = True
            print(f"{name} {ruleset}: {failure}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
