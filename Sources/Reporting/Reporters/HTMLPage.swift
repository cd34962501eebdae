/// The style and the script of the HTML report: the same in every page.
///
/// The hashes are those of the texts as they stand between the tags (SHA-256, Base64); the tests
/// compute them again.
enum HTMLPage {
  static let styleHash = "sha256-S1968Kp855+qL8wIyY7T4LzfXs7bdEUIx2UaHaykQxA="
  static let scriptHash = "sha256-aDm1kgqaWzbFTme5jMXVF8BeYTH2SHkzUCuawK3VsrY="

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
    header p, footer { color: var(--quiet); }
    code, pre { font: .875rem/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
    pre { margin: .5rem 0; padding: .75rem; background: var(--shade); overflow-x: auto;
      overflow-wrap: normal; }
    .wide { overflow-x: auto; }
    table { width: 100%; border-collapse: collapse; }
    th, td { padding: .4rem .6rem; border-bottom: 1px solid var(--line); text-align: left;
      vertical-align: top; }
    th { white-space: nowrap; color: var(--quiet); font-weight: 600; }
    th button { padding: 0; border: 0; background: none; color: inherit; font: inherit;
      cursor: pointer; }
    th[aria-sort=ascending] button::after { content: " \\2191"; }
    th[aria-sort=descending] button::after { content: " \\2193"; }
    td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
    td:has(.bar) { white-space: nowrap; }
    details p { margin: .5rem 0; }
    #groups { table-layout: fixed; min-width: 56rem; }
    #groups th:nth-child(1) { width: 6rem; }
    #groups th:nth-child(2) { width: 11rem; }
    #groups th:nth-child(5) { width: 6rem; }
    #groups th:nth-child(6) { width: 15rem; }
    #groups tr:first-child td { border: 0; }
    #groups .more td { padding: 0 .6rem .4rem 6.6rem; color: var(--quiet); }
    #groups .more p, #groups pre { color: var(--ink); }
    footer { margin-top: 2rem; }
    summary { cursor: pointer; }
    .severity { font-weight: 600; }
    .error { color: var(--error); }
    .warning { color: var(--warning); }
    .info { color: var(--info); }
    .accepted { color: var(--quiet); }
    .tools { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; margin: .5rem 0; }
    .tools[hidden] { display: none; }
    .tools input, .tools select { padding: .3rem .5rem; border: 1px solid var(--line);
      background: var(--paper); color: inherit; font: inherit; }
    .bar { width: 10rem; height: .6rem; vertical-align: baseline; fill: var(--bar); }
    .bar.null { fill: var(--null); }
    .bar .all { fill: var(--line); }
    output { color: var(--quiet); }

    """

  static let script = """

    "use strict";
    (function () {
      const table = document.getElementById("groups");
      if (!table) return;
      const groups = Array.from(table.tBodies);
      const filter = document.getElementById("filter");
      const severity = document.getElementById("severity");
      const shown = document.getElementById("shown");
      const texts = new Map(groups.map((group) => [group, group.textContent.toLowerCase()]));

      function show() {
        const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
        let count = 0;
        for (const group of groups) {
          const fits = (!severity.value || group.dataset.severity === severity.value)
            && words.every((word) => texts.get(group).includes(word));
          group.hidden = !fits;
          if (fits) count += 1;
        }
        shown.textContent = count + " of " + groups.length;
      }

      function sort(header, column) {
        const isDescending = header.getAttribute("aria-sort") === "ascending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        header.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
        const ranks = ["error", "warning", "info"];
        const cell = (group) => group.rows[0].cells[column];
        const value = (group) => column === 0 ? ranks.indexOf(group.dataset.severity)
          : Number(cell(group).dataset.value);
        const compare = column === 0 || column === 4 ? (a, b) => value(a) - value(b)
          : (a, b) => cell(a).textContent.localeCompare(cell(b).textContent);
        groups.sort((a, b) => (isDescending ? compare(b, a) : compare(a, b))
          || a.dataset.number - b.dataset.number);
        table.append(...groups);
      }

      Array.from(table.tHead.rows[0].cells).forEach((header, column) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = header.textContent;
        button.addEventListener("click", () => sort(header, column));
        header.replaceChildren(button);
      });
      filter.addEventListener("input", show);
      severity.addEventListener("change", show);
      document.querySelector(".tools").hidden = false;
      show();
    })();

    """
}
