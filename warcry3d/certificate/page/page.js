/** The page: the verdict in words, the check and what it found, the buttons. All that the file brings is set as text. */
const MODES = { seen: "var(--green)", hidden: "var(--red)", "too-close": "var(--amber)" };
const $ = (selector) => document.querySelector(selector);

/** Return a new element with a text, a class and children. */
function element(tag, { text, style, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  if (text !== undefined) made.textContent = text;
  for (const [name, value] of Object.entries(style ?? {})) made.style.setProperty(name, value);
  made.append(...children);
  return made;
}

/** Return a side's paint light enough to read on the dark panel. */
function readable(colour) {
  const brightest = Math.max(...colour, 0.01);
  return `rgb(${colour.map((part) => Math.round(255 * (0.3 + (0.7 * part) / brightest))).join(" ")})`;
}

/** The page and its state: the language, what was checked, the pair of patches that is shown. */
class Page {
  constructor(blocks, fingerprint) {
    this.blocks = blocks;
    this.statement = Blocks.json(blocks.statement);
    this.proof = Blocks.json(blocks.proof);
    this.table = Blocks.json(blocks.table);
    this.claimed = document.head.querySelector('meta[name="warcry3d-fingerprint"]').content;
    this.fingerprint = fingerprint;
    this.findings = []; // [class of the line, key of its label, values]
    this.state = "checking";
    this.share = [0, 0];
    this.shown = -1;
    const wished = location.hash.includes("zh") || (!location.hash.includes("en") && navigator.language.startsWith("zh"));
    this.language = wished ? "zh_CN" : "en";
    this.verdict = this.proof.sight.verdict;
  }

  /** Return the texts in the reader's language. */
  get text() {
    return this.statement.text[this.language];
  }

  /** Return a label, its fields filled; names of parts and models in the reader's language. */
  say(key, values = {}) {
    const filled = { ...values };
    if (filled.name !== undefined) filled.name = this.nameOf(filled.name);
    if (filled.why) filled.reason = this.say(filled.why.key, filled.why.values);
    return this.text.labels[key].replace(/\{(\w+)\}/g, (_, field) => String(filled[field]));
  }

  nameOf(id) {
    return Object.hasOwn(this.text.names, id) ? this.text.names[id] : id;
  }

  /** Build the scene, show everything, and check. */
  async open() {
    this.languages();
    try {
      this.scene = new ProofScene(this.proof, new Surface(Blocks.surface(this.blocks.surface)));
      this.agree();
    } catch (error) {
      this.fail(error);
    }
    this.write();
    if (this.scene && !location.hash.includes("plain")) this.draw();
    if (this.state === "checking") await this.check();
    document.documentElement.dataset.check = this.state;
  }

  /** Throw unless the words on the page are about the proof's question and verdict. */
  agree() {
    const { verdict, tags, tolerance_mm: tolerance } = this.statement, { proof } = this;
    const isSame = verdict.viewer === proof.viewer && verdict.target === proof.target && verdict.sight.verdict === this.verdict;
    if (!isSame || tolerance !== proof.tolerance_mm || [...tags].sort().join() !== [...proof.tags].sort().join()) {
      throw new NotProved("why_other");
    }
  }

  /** Check the proof, and write down what was found. */
  async check() {
    await new Promise((resolve) => setTimeout(resolve, 30)); // the page is there before the work begins
    try {
      this.checkFingerprint();
      if (this.verdict === "seen") this.checkSeen();
      else if (this.verdict === "hidden") await this.checkHidden();
      else this.checkTooClose();
      if (this.state === "checking") this.state = this.verdict === "too-close" ? "nothing" : "holds";
      this.findings.push(["note", "not_checked"]);
    } catch (error) {
      this.fail(error);
    }
    this.write();
  }

  fail(error) {
    const why = error instanceof NotProved ? error : new NotProved("why_other");
    this.findings.push(["no", why.key, why.values]);
    this.state = "fails";
  }

  checkFingerprint() {
    if (this.fingerprint === null) this.findings.push(["note", "fingerprint_unknown"]);
    else if (this.fingerprint === this.claimed) this.findings.push(["yes", "fingerprint_same"]);
    else {
      this.findings.push(["no", "fingerprint_other"]);
      this.state = "fails";
    }
  }

  checkSeen() {
    const room = checkSeen(this.scene), { surface } = this.scene, triangles = this.scene.all.length;
    const values = { triangles, room: (room.gap / MM).toFixed(2), needed: String(this.proof.tolerance_mm / 2) };
    this.findings.push(["yes", "seen_ends"]);
    this.findings.push(room.face < 0 || room.gap >= 1 ? ["yes", "seen_free", values] : ["yes", "seen_room", { ...values, name: surface.name(room.face) }]);
    this.findings.push(["yes", "seen_outside"]);
    this.view?.markNarrowest(room);
    this.narrowest = room.face >= 0;
  }

  checkTooClose() {
    const room = checkTooClose(this.scene), name = room.face < 0 ? "" : this.scene.surface.name(room.face);
    this.findings.push(["yes", "close_ends"]);
    if (room.face >= 0) this.findings.push(["note", room.gap > 0 ? "close_room" : "close_blocked", { room: (room.gap / MM).toFixed(3), name }]);
    this.findings.push(["note", "close_note"]);
    this.view?.markNarrowest(room);
    this.narrowest = room.face >= 0;
  }

  /** Check all pairs of patches, a few at a time so that the page stays alive. */
  async checkHidden() {
    this.hiding = new Hiding(this.scene);
    const { pairs } = this.hiding, counts = { cases: 0, away: 0, inside: 0 };
    this.stoppedBy = new Map(); // by triangle: the pairs that it stops
    let pause = performance.now() + 40;
    for (const [i, pair] of pairs.entries()) {
      for (const face of this.checkPair(i)) this.stoppedBy.has(face) ? this.stoppedBy.get(face).push(i) : this.stoppedBy.set(face, [i]);
      counts[["", "cases", "away", "inside"][pair.record.how]]++;
      if (performance.now() > pause) {
        this.share = [i + 1, pairs.length];
        this.write();
        await new Promise((resolve) => setTimeout(resolve));
        pause = performance.now() + 40;
      }
    }
    this.hiding.checkNames();
    const all = pairs.length, said = ["hidden_nothing", "hidden_one_pair"][all] ?? "hidden_pairs";
    this.findings.push(["yes", said, { all }]);
    if (pairs.length) this.findings.push(["note", "hidden_steps", counts]);
    this.view?.showStops(this.stoppedBy.keys());
  }

  /** Check one pair again; return the triangles that stop its lines. Throw NotProved with the pair's number. */
  checkPair(i) {
    try {
      return this.hiding.check(this.hiding.pairs[i]);
    } catch (error) {
      const why = error instanceof NotProved ? error : new NotProved("why_step");
      throw new NotProved("why_pair", { number: i + 1, why });
    }
  }

  /** Show a pair of patches, checked again just now; -1 shows all. */
  show(i) {
    this.shown = i;
    this.pairFault = null;
    let faces = new Set();
    try {
      if (i >= 0) faces = this.checkPair(i);
    } catch (error) {
      this.pairFault = error;
    }
    this.view?.showPair(i < 0 ? null : this.hiding.corners(this.hiding.pairs[i]), faces);
    if (i < 0 && this.view?.current === "pair") this.view.go("overview");
    this.write();
  }

  /** Write all words in the reader's language. */
  write() {
    document.documentElement.lang = this.language === "zh_CN" ? "zh-Hans" : "en";
    $("#brand").textContent = `warcry3d · ${this.say("certificate")}`;
    $("#hint").textContent = this.say("help");
    for (const button of $("#languages").children) button.setAttribute("aria-pressed", String(button.value === this.language));
    this.writePair();
    this.writeAnswers();
    this.writeCheck();
    this.writePairs();
    this.writeViews();
    this.writeLegend();
    this.writeFiles();
    this.place();
  }

  writePair() {
    const [viewer, target] = [this.proof.viewer, this.proof.target].map((id) => {
      const model = this.statement.models.find((one) => one.id === id);
      return element("span", { text: this.nameOf(id), style: { color: readable(model?.colour ?? [1, 1, 1]) } });
    });
    $("#pair").replaceChildren(viewer, element("span", { className: "arrow", text: "→" }), target);
  }

  writeAnswers() {
    const { headlines, sight, cover, distance, agreed } = this.text, isCovered = this.statement.verdict.cover?.verdict;
    const distances = this.statement.verdict.distance;
    this.card("#sight", headlines[0], [sight, ...agreed], MODES[this.verdict]);
    this.card("#cover", headlines[1], cover, isCovered ? "var(--blue)" : "var(--paper)");
    this.card("#distance", `${distances.direct.toFixed(2)}″`, [distance], "var(--gold)");
    $("#cover").hidden = !cover.length;
  }

  card(selector, head, lines, colour) {
    const card = $(selector);
    card.style.setProperty("--colour", colour);
    card.replaceChildren(element("h2", { text: head }), ...lines.map((text) => element("p", { text })));
  }

  writeCheck() {
    const heads = { checking: "checking", holds: "holds", fails: "fails", nothing: "nothing_to_prove" };
    const colours = { checking: "var(--gold)", holds: "var(--green)", fails: "var(--red)", nothing: "var(--amber)" };
    const card = $("#check"), [done, all] = this.share, isRunning = this.state === "checking";
    const head = isRunning && all ? this.say("checking_share", { done, all }) : this.say(heads[this.state]);
    card.style.setProperty("--colour", colours[this.state]);
    $("#check h2").textContent = isRunning ? head : `${this.say("checked")}: ${head}`;
    $("#check progress").hidden = !isRunning;
    $("#check progress").value = all ? done / all : 0;
    $("#check ul").replaceChildren(...this.findings.map(([kind, key, values]) => element("li", { className: kind, text: this.say(key, values) })));
  }

  /** Write about the pair of patches that is shown. */
  writePairs() {
    const count = this.state === "holds" && this.hiding ? this.hiding.pairs.length : 0, i = this.shown, card = $("#pairs");
    card.hidden = !count;
    if (!count) return;
    const [first, second] = card.querySelectorAll("p"), [before, after, all] = card.querySelectorAll("button");
    card.style.setProperty("--colour", this.pairFault ? "var(--red)" : "var(--gold)");
    card.querySelector("h2").textContent = i < 0 ? `${this.say("pairs")} · ${count}` : this.say("pair_of", { number: i + 1, all: count });
    first.textContent = i < 0 ? this.say("pair_help") : this.pairReason(this.hiding.pairs[i]);
    second.textContent = i < 0 ? "" : this.pairFault ? this.say("pair_fails", this.pairFault.values) : `✓ ${this.say("pair_holds")}`;
    [before, after, all].forEach((button, k) => (button.textContent = this.say(["previous", "next", "all_pairs"][k])));
    before.onclick = () => this.show((i + count - (i < 0 ? 0 : 1)) % count);
    after.onclick = () => this.show((i + 1) % count);
    all.onclick = () => this.show(-1);
    all.disabled = i < 0;
  }

  pairReason(pair) {
    if (pair.record.how === 2) return this.say("pair_away");
    if (pair.record.how === 3) return this.say("pair_inside");
    const names = [...this.hiding.names(pair)].map((name) => this.nameOf(name));
    return this.text.labels.pair_cases.replace("{name}", () => names.join(this.language === "en" ? ", " : "、"));
  }

  writeViews() {
    if (!this.view) return;
    const near = { seen: "narrowest", "too-close": "gap_place" }[this.verdict];
    const names = [["overview", "overview"], ["above", "from_above"], ["eye", "eye"]];
    if (near) names.push(["along", "along"]);
    if (near && this.narrowest) names.push(["narrow", near]);
    if (this.shown >= 0) names.push(["pair", "pair_place"]);
    $("#views").replaceChildren(...names.map(([view, key]) => {
      const button = element("button", { text: this.say(key), value: view, onclick: () => this.look(view) });
      button.setAttribute("aria-pressed", String(this.view.current === view));
      return button;
    }));
  }

  look(view) {
    this.view.go(view);
    this.writeViews();
  }

  writeLegend() {
    const lines = { seen: [["var(--green)", "legend_sight"]], "too-close": [["var(--amber)", "legend_gap"], ["#ff9a3d88", "legend_between"]], hidden: [["var(--red)", "legend_stops"]] };
    const rows = [...(lines[this.verdict] ?? []), ["var(--gold)", "legend_tape"]];
    if (this.statement.cover_lines.length) rows.push(["var(--blue)", "legend_cover"]);
    if (this.shown >= 0) rows.push(["#ffcc5788", "legend_pair"]);
    $("#legend").replaceChildren(...rows.flatMap(([colour, key]) => [element("i", { style: { "--colour": colour } }), element("span", { text: this.say(key) })]));
  }

  writeFiles() {
    const { statement } = this, tags = statement.tags.map((tag) => this.say(tag)).join(this.language === "en" ? ", " : "、");
    const saved = (key, block, suffix) => element("button", { text: this.say(key), onclick: () => this.save(block, suffix) });
    $("#files").replaceChildren(
      element("p", { text: `${this.say("counts")}: ${tags}; ${this.say("tolerance", { mm: statement.tolerance_mm })}` }),
      element("p", { text: `${this.say("fingerprint")}: ` }, element("code", { id: "fingerprint", text: this.fingerprint ?? this.claimed })),
      element("p", { text: `${this.say("verify_with")} ` }, element("code", { text: "warcry3d verify FILE.html" })),
      element("div", { className: "row" }, saved("save_table", "table", "table.json"), saved("save_proof", "proof", "proof.json")),
      element("p", { text: this.say("made_by", { version: statement.version }) }),
    );
  }

  /** Save a block as a file of its own. */
  save(block, suffix) {
    const url = URL.createObjectURL(new Blob([this.blocks[block]], { type: "application/octet-stream" }));
    element("a", { href: url, download: `certificate.${suffix}` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  languages() {
    const names = Object.entries(this.statement.text).map(([value, { language }]) =>
      element("button", { text: language, value, onclick: () => { this.language = value; this.write(); } }));
    $("#languages").replaceChildren(...names);
  }

  /** Draw in 3D; where the browser cannot, say so. */
  draw() {
    try {
      this.view = new View($("#canvas"), { table: this.table, statement: this.statement, paint: this.blocks.paint, proof: this.proof, scene: this.scene });
    } catch (error) {
      console.warn(error);
      $("#hint").hidden = false;
      $("#hint").textContent = this.say("no_webgl");
      return;
    }
    this.view.onDrawn = () => this.place();
    this.view.go(location.hash.match(/overview|above|eye|along/)?.[0] ?? "overview", { atOnce: true });
    new ResizeObserver(() => this.view.resize()).observe($("#stage"));
    let down = null;
    $("#canvas").addEventListener("pointerdown", (event) => (down = [event.clientX, event.clientY]));
    $("#canvas").addEventListener("click", (event) => {
      if (down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < 5) this.pick(event.clientX, event.clientY);
    });
    this.writeViews();
  }

  /** Show the next of the pairs that the triangle under the pointer stops. */
  pick(x, y) {
    const face = this.view.stopUnder(x, y), found = face === null ? [] : this.stoppedBy?.get(face) ?? [];
    if (found.length) this.show(found[0]);
    else if (this.shown >= 0) this.show(-1);
  }

  /** Set the names over the table where they belong. */
  place() {
    if (!this.view) return;
    const { canvas } = this.view, tags = this.view.labels.flatMap(({ key, kind, at, text, colour }) => {
      const spot = this.view.isEye && (kind === "tape" || key === this.proof.viewer) ? null : this.view.onCanvas(at);
      if (!spot || spot[0] < 0 || spot[1] < 0 || spot[0] > canvas.clientWidth || spot[1] > canvas.clientHeight) return [];
      const tag = element("span", { text: text ?? this.nameOf(key) });
      tag.style.borderColor = colour ? readable(colour) : "var(--gold)";
      tag.style.transform = `translate(${spot[0].toFixed(1)}px, ${spot[1].toFixed(1)}px) translate(-50%, -100%)`;
      return [tag];
    });
    $("#names").replaceChildren(...tags);
  }
}

/** Unpack the file and open the page; what cannot be read is said in plain words. */
async function openCertificate() {
  try {
    if (!globalThis.DecompressionStream) throw new Error("DecompressionStream");
    const blocks = await Blocks.all();
    globalThis.certificate = new Page(blocks, await Blocks.fingerprint(blocks));
    await globalThis.certificate.open();
  } catch (error) {
    document.documentElement.dataset.check = "fails";
    $("#sight").replaceChildren(element("h2", { text: "✕ No / 否" }), element("p", {
      text: `This certificate cannot be read: it was damaged, or the browser is too old (${error.message}). 无法读取此证书：文件已损坏，或浏览器太旧。`,
    }));
    for (const selector of ["#cover", "#distance", "#check"]) $(selector).hidden = true;
  }
}

openCertificate();
