/// The style and the script of every HTML report.
///
/// The hashes are those of the texts between the tags (SHA-256, Base64); tests verify them.
enum HTMLPage {
  static let styleHash = "sha256-M2zCah7MdlS9kfnbgTSqYA0QKUfdHDz/5gbhK3L/95M="
  static let scriptHash = "sha256-7osmNDZsEfwhgEZqx0tCqlIvSByrRIZX6ms+VVGOCFo="

  static let style = """

    :root { --paper: #fff; --ink: #1c2024; --quiet: #5c656e; --line: #d8dde2; --shade: #f4f6f8;
      --error: #b3261e; --warning: #8a5a00; --info: #2b5fa4; --bar: #3d7dca; --null: #b9770e; }
    @media (prefers-color-scheme: dark) {
      :root { --paper: #15181b; --ink: #e4e8ec; --quiet: #9aa4ae; --line: #343b42; --shade: #1f2429;
        --error: #ff8a80; --warning: #f2c063; --info: #8ab8f5; --bar: #5b9ae6; --null: #d99a3c; }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 80rem; padding: 1.5rem; background: var(--paper);
      color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
    h1 { margin: 0; font-size: 1.6rem; }
    h2 { margin: 2rem 0 .5rem; font-size: 1.2rem; }
    header p, footer, .quiet, .mark { color: var(--quiet); }
    code, pre { font: .875rem/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
    pre { margin: .5rem 0; padding: .75rem; background: var(--shade); white-space: pre-wrap; }
    mark { padding: 0 .1rem; background: var(--error); color: var(--paper); }
    table { width: 100%; border-collapse: collapse; }
    th, td { padding: .4rem .6rem; border-bottom: 1px solid var(--line); text-align: left;
      vertical-align: top; }
    th { white-space: nowrap; color: var(--quiet); font-weight: 600; }
    td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
    td:has(.bar) { white-space: nowrap; }
    .card { margin: .75rem 0; padding: .6rem 1rem; border: 1px solid var(--line);
      border-left: .3rem solid var(--quiet); border-radius: .3rem; }
    .card h3 { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline; margin: 0;
      font-size: 1rem; font-weight: 400; }
    .card p, .card ul { margin: .25rem 0; }
    .card ul { padding-left: 1.25rem; }
    .card details { margin: .25rem 0; }
    .place { font-weight: 600; }
    .severity { color: var(--quiet); font-weight: 600; }
    .error { border-left-color: var(--error); }
    .error .severity { color: var(--error); }
    .warning { border-left-color: var(--warning); }
    .warning .severity { color: var(--warning); }
    .info { border-left-color: var(--info); }
    .info .severity { color: var(--info); }
    footer { margin-top: 2rem; }
    summary { padding: .15rem 0; cursor: pointer; overflow-wrap: anywhere; }
    .card summary { color: var(--quiet); }
    .tools { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center;
      margin: .5rem 0; }
    .tools[hidden] { display: none; }
    .tools input, .tools select { max-width: 100%; padding: .3rem .5rem;
      border: 1px solid var(--line); background: var(--paper); color: inherit; font: inherit; }
    .bar { width: 10rem; height: .6rem; vertical-align: baseline; fill: var(--bar); }
    .bar.null { fill: var(--null); }
    .bar.refused { fill: var(--error); }
    .card.warning .bar { fill: var(--warning); }
    .card.info .bar { fill: var(--info); }
    .card.passed .bar { fill: var(--quiet); }
    .bar .all { fill: var(--line); }
    output { color: var(--quiet); }
    @media (max-width: 40rem) {
      body { padding: 1rem; }
      .card { padding: .6rem .75rem; }
      thead { display: none; }
      table, tbody, tr, td { display: block; }
      tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
      td, td.number { padding: 0; border: 0; text-align: left; }
      td:empty { display: none; }
      td + td::before, td.number::before { content: attr(data-label) " "; color: var(--quiet); }
      .bar { width: 8rem; }
    }

    """

  static let script = """

    "use strict";
    (function () {
      const list = document.getElementById("groups");
      if (!list) return;
      const cards = Array.from(list.children);
      const filter = document.getElementById("filter");
      const severity = document.getElementById("severity");
      const order = document.getElementById("order");
      const shown = document.getElementById("shown");
      const texts = new Map(cards.map((card) => [card, card.textContent.toLowerCase()]));

      function show() {
        const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
        let count = 0;
        for (const card of cards) {
          const fits = (!severity.value || card.dataset.severity === severity.value)
            && words.every((word) => texts.get(card).includes(word));
          card.hidden = !fits;
          if (fits) count += 1;
        }
        shown.textContent = count + " of " + cards.length;
      }

      function sort() {
        const text = (card) => card.querySelector("." + order.value).textContent;
        const compare = order.value === "number" ? () => 0
          : order.value === "count" ? (a, b) => b.dataset.count - a.dataset.count
          : (a, b) => text(a).localeCompare(text(b));
        cards.sort((a, b) => compare(a, b) || a.dataset.number - b.dataset.number);
        list.append(...cards);
      }

      filter.addEventListener("input", show);
      severity.addEventListener("change", show);
      order.addEventListener("change", sort);
      document.querySelector(".tools").hidden = false;
      show();
    })();

    """
}
