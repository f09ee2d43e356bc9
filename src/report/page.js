"use strict";
(() => {
  const words = JSON.parse(document.getElementById("words").textContent);
  const sources = [...document.querySelectorAll("script.game")];
  const page = document.getElementById("page");
  const marks = { "!": "only", "?!": "dubious", "?": "mistake", "??": "blunder" };

  // Everything is made from text nodes and attributes, so nothing that a file says can become part of the page's code.
  const make = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const draw = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
    return element;
  };

  if (sources.length === 0) {
    page.append(make("p", {}, words.none));
    return;
  }

  // `line` is a better line or a variation that is gone through, with the number of its move that is on the board, from 1.
  let game, ply, line = null, flipped = false, number = 0, places = [];

  const select = make("select", { "aria-label": words.game });
  sources.forEach((source, i) => select.append(make("option", { value: i }, (i + 1) + ". " + source.dataset.title)));
  select.hidden = sources.length < 2;
  const title = make("h1"), players = make("div", { class: "players" }), facts = make("p", { class: "faint" });
  const tags = make("dl"), about = make("details", { class: "faint" }, make("summary", {}, words.tags), tags);
  const board = draw("svg", { viewBox: "0 0 80 80", class: "board", role: "img" });
  const graph = draw("svg", { class: "graph", preserveAspectRatio: "none", role: "img" });
  const said = make("section", { class: "said", "aria-live": "polite" });
  const list = make("div", { class: "moves", role: "group", "aria-label": words.moves });
  const key = (sign, word, act) => {
    const button = make("button", { type: "button", title: word, "aria-label": word }, sign);
    button.addEventListener("click", act);
    return button;
  };
  const keys = make("div", { class: "keys" },
    key("\u00AB", words.first, () => go(0)), key("\u2039", words.back, () => move(-1)),
    key("\u203A", words.on, () => move(1)), key("\u00BB", words.last, () => go(game.moves.length)),
    key("\u21C5", words.flip, () => { flipped = !flipped; show(); }));
  page.append(
    make("header", {}, select, title, players, facts, about),
    make("div", {}, board, keys),
    make("div", { class: "side" }, graph, said, make("div", { class: "list" }, list), make("p", { class: "faint" }, words.keys)));

  const place = (square) => {
    const column = game.squares.charCodeAt(2 * square) - 97, row = 8 - Number(game.squares[2 * square + 1]);
    return flipped ? [70 - 10 * column, 70 - 10 * row] : [10 * column, 10 * row];
  };

  const piece = (sign, x, y) => {
    const white = sign.toLowerCase() === "w";
    const group = draw("g");
    const colours = { fill: white ? "var(--white)" : "var(--black)", stroke: "var(--rim)", "stroke-width": .4 };
    const king = sign === "W" || sign === "B";
    if (king) group.append(draw("ellipse", { cx: x + 5, cy: y + 5.9, rx: 3.6, ry: 3.3, ...colours }));
    group.append(draw("ellipse", { cx: x + 5, cy: y + (king ? 4.3 : 5), rx: 3.6, ry: king ? 3.3 : 3.6, ...colours }));
    const rim = { fill: "none", stroke: king ? "var(--crown)" : white ? "#a89b80" : "#6b655b", "stroke-width": king ? .7 : .35 };
    group.append(draw("ellipse", { cx: x + 5, cy: y + (king ? 4.3 : 5), rx: 2.5, ry: king ? 2.2 : 2.5, ...rim }));
    if (king) group.append(draw("path", { d: `M${x + 3.5} ${y + 5.2}v-2l.9.8.6-1.2.6 1.2.9-.8v2z`, fill: "var(--crown)" }));
    return group;
  };

  // What stands on the board: a move of the game, or of a line beside it.
  const shown = () => {
    if (line) return line.steps[line.at - 1];
    return ply > 0 ? game.moves[ply - 1] : null;
  };

  // What the file says of a move.
  const remark = (text) => make("p", { class: "faint remark" }, text);

  const showBoard = () => {
    const step = shown();
    const pieces = step ? step.board : game.start;
    board.replaceChildren(draw("rect", { width: 80, height: 80, fill: "var(--light)" }));
    board.setAttribute("aria-label", words.board + ": " + [...pieces].map((sign, square) => sign === "." ? "" :
      game.names[square] + " " + (sign.toLowerCase() === "w" ? words.white : words.black) + " " +
      (sign === sign.toLowerCase() ? words.man : words.king)).filter(Boolean).join(", "));
    for (let square = 0; square < 32; square++) {
      const [x, y] = place(square);
      board.append(draw("rect", { x, y, width: 10, height: 10, fill: "var(--dark)" }));
      if (step && (square === step.from || square === step.to)) {
        board.append(draw("rect", { x, y, width: 10, height: 10, fill: "var(--move)", opacity: .6 }));
      }
      const name = draw("text", { x: x + .5, y: y + 2.3 });
      name.textContent = game.names[square];
      board.append(name);
      if (pieces[square] !== ".") board.append(piece(pieces[square], x, y));
      if (step && step.takes.includes(square)) {
        board.append(draw("path", { d: `M${x + 3} ${y + 3}l4 4m0 -4l-4 4`, stroke: "var(--taken)", "stroke-width": .8, "stroke-linecap": "round" }));
      }
    }
  };

  const showGraph = () => {
    const count = Math.max(game.moves.length, 1);
    const points = game.moves.map((move, i) => [i + 1, 100 - 100 * move.white]);
    graph.setAttribute("viewBox", `0 0 ${count} 100`);
    graph.setAttribute("aria-label", words.graph);
    const path = points.map(([x, y]) => `L${x} ${y}`).join("");
    const thin = { "vector-effect": "non-scaling-stroke", fill: "none" };
    graph.replaceChildren(
      draw("path", { d: `M0 50${path}L${count} 100L0 100Z`, fill: "var(--above)" }),
      draw("path", { d: `M0 50H${count}`, stroke: "var(--faint)", "stroke-dasharray": "3 3", ...thin }),
      draw("path", { d: `M0 50${path}`, stroke: "var(--now)", "stroke-width": 2, ...thin }));
    game.moves.forEach((move, i) => {
      if (move.mark && move.mark !== "!") {
        graph.append(draw("path", { d: `M${i + 1} ${points[i][1]}h0`, stroke: `var(--${marks[move.mark]})`, "stroke-width": 8, "stroke-linecap": "round", ...thin }));
      }
    });
    graph.append(draw("path", { d: `M${ply} 0V100`, stroke: "var(--taken)", "stroke-width": 1.5, ...thin }));
  };

  // Our mark, in its colour, and those of the file.
  const sign = (move) => {
    const given = (move.nags || []).filter((nag) => nag !== move.mark).join(" ");
    return make("span", {}, move.mark ? make("b", { class: marks[move.mark] }, move.mark) : "",
      given ? make("b", { class: "given", title: words.given }, given) : "");
  };

  // A move of a line beside the game, which puts the board there. `from` is the line that it leaves, if not the game's.
  const stepButton = (steps, i, text, ofPly, from, ...more) => {
    const button = make("button", { type: "button" }, text, ...more);
    if (line && line.steps === steps && line.at === i + 1) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => { ply = ofPly; line = { steps, at: i + 1, from }; show(); });
    places.push([button, steps, i + 1]);
    return button;
  };

  // A line that the file gives in place of a move, with the lines in place of its own moves.
  const variation = (given, ofPly, from) => {
    const block = make("div", { class: "variation" }, ...given.comments.map(remark));
    given.moves.forEach((move, i) => {
      const first = move.side === game.first;
      if (first || i === 0) block.append(make("span", { class: "faint" }, move.n + (first ? "." : "\u2026")));
      block.append(stepButton(given.moves, i, move.text, ofPly, from, sign(move)), ...move.comments.map(remark),
        ...move.variations.map((inner) => variation(inner, ofPly, i > 0 ? { steps: given.moves, at: i, from } : from)));
    });
    return block;
  };

  const showSaid = () => {
    places = places.filter(([button]) => list.contains(button));
    const move = ply > 0 ? game.moves[ply - 1] : null;
    said.replaceChildren();
    if (!move) {
      said.append(make("p", {}, words.start));
      game.comments.forEach((text) => said.append(make("p", {}, text)));
      return;
    }
    const number = move.n + (move.side === game.first ? ". " : "\u2026 ");
    const loss = move.lost > 0 ? ` \u2013 ${words.loses} ${Math.round(100 * move.lost)}%` : "";
    said.append(make("p", {}, make("b", {}, number + move.text), sign(move), " " + move.score + loss));
    if (move.better) {
      const steps = move.better.line;
      said.append(make("div", { class: "better" }, make("span", {}, `${words.better} (${move.better.score}):`),
        ...steps.map((step, i) => stepButton(steps, i, step.text, ply, null))));
    }
    move.comments.forEach((text) => said.append(make("p", { class: "faint" }, text)));
  };

  const showList = () => {
    list.querySelectorAll("[aria-current]").forEach((old) => old.removeAttribute("aria-current"));
    const inList = line && places.find(([button, steps, at]) => steps === line.steps && at === line.at && list.contains(button));
    const button = inList ? inList[0] : list.querySelector(`button[data-ply="${ply}"]`);
    const frame = list.parentElement;
    if (!button) { frame.scrollTop = 0; return; }
    button.setAttribute("aria-current", "true");
    // Only the list is moved, never the page under the reader's hands.
    const top = button.offsetTop - frame.offsetTop;
    if (top < frame.scrollTop || top + button.offsetHeight > frame.scrollTop + frame.clientHeight) {
      frame.scrollTop = top - frame.clientHeight / 2;
    }
  };

  const show = () => { showBoard(); showGraph(); showSaid(); showList(); };

  const go = (wanted) => {
    ply = Math.min(Math.max(wanted, 0), game.moves.length);
    line = null;
    show();
  };

  // A move on or back; from the first move of a line back to where it leaves the line or game that it belongs to.
  const move = (by) => {
    if (!line) return go(ply + by);
    const at = line.at + by;
    if (at < 1 && !line.from) return go(ply - 1);
    line = at < 1 ? { ...line.from } : { ...line, at: Math.min(at, line.steps.length) };
    show();
  };

  const broken = () => list.lastChild !== null && list.lastChild.matches(".variation, .remark");

  const makeList = () => {
    list.replaceChildren(...game.comments.map(remark));
    places = [];
    let row = null;
    game.moves.forEach((move, i) => {
      if (move.n !== row) list.append(make("span", {}, move.n + "."));
      // A game that the second side begins, and a move after something that took the rest of its row.
      const second = move.side !== game.first;
      const cut = broken();
      if (second && move.n === row && cut) list.append(make("span", {}, move.n + "\u2026"));
      if (second && (move.n !== row || cut)) list.append(make("span", {}));
      row = move.n;
      const button = make("button", { type: "button", "data-ply": i + 1 }, make("span", {}, move.text, sign(move)), make("small", {}, move.score));
      button.addEventListener("click", () => go(i + 1));
      list.append(button, ...move.comments.map(remark), ...move.variations.map((given) => variation(given, i + 1, null)));
    });
  };

  const open = (wanted) => {
    number = Math.min(Math.max(wanted, 0), sources.length - 1);
    game = JSON.parse(sources[number].textContent);
    select.value = number;
    const tag = (name) => (game.tags.find(([known]) => known.toLowerCase() === name) || [])[1];
    title.textContent = sources[number].dataset.title;
    const player = (name, word, accuracy) => make("span", {}, make("i", { class: name }), (tag(name) || word) + " (" + word + ")",
      ...(accuracy === null ? [] : [` \u2013 ${words.accuracy} `, make("b", {}, accuracy.toFixed(1))]));
    players.replaceChildren(player("white", words.white, game.accuracy[0]), player("black", words.black, game.accuracy[1]));
    tags.replaceChildren(...game.tags.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
    about.hidden = game.tags.length === 0;
    facts.textContent = [game.rules, game.result, tag("opening") || game.opening].filter(Boolean).join(" \u00B7 ");
    makeList();
    go(0);
  };

  select.addEventListener("change", () => open(Number(select.value)));
  board.addEventListener("click", (event) => {
    const box = board.getBoundingClientRect();
    const step = event.clientX < box.left + box.width / 2 ? -1 : 1;
    move(step);
  });
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    go(Math.round((event.clientX - box.left) / box.width * game.moves.length));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === select) return;
    const acts = {
      ArrowLeft: () => move(-1), ArrowRight: () => move(1), Home: () => go(0), End: () => go(game.moves.length),
      f: () => { flipped = !flipped; show(); },
    };
    // With one game these scroll the page, as ever.
    if (sources.length > 1) Object.assign(acts, { ArrowUp: () => open(number - 1), ArrowDown: () => open(number + 1) });
    if (Object.hasOwn(acts, event.key)) {
      event.preventDefault();
      acts[event.key]();
    }
  });
  open(0);
})();
