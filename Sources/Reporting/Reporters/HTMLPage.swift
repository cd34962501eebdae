/// The style and the script of the HTML report: the same in every page.
///
/// The hashes are those of the texts as they stand between the tags (SHA-256, Base64); the tests
/// compute them again.
enum HTMLPage {
  static let styleHash = "sha256-dxRt7R+e48H2T22cJC8LyyefyuOpacXr9JCbjiDS2ro="
  static let scriptHash = "sha256-zJr/6gAIHqw+IVtV4TnCk4mviMUkk9Mj3knYpdGEKgE="

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
    details p { margin: .5rem 0; color: var(--quiet); }
    #groups { table-layout: fixed; min-width: 68rem; }
    #groups th:nth-child(1) { width: 6rem; }
    #groups th:nth-child(2) { width: 11rem; }
    #groups th:nth-child(4) { width: 15rem; }
    #groups th:nth-child(5) { width: 6rem; }
    #groups th:nth-child(6) { width: 12rem; }
    footer { margin-top: 2rem; }
    summary { cursor: pointer; }
    .severity { font-weight: 600; }
    .error { color: var(--error); }
    .warning { color: var(--warning); }
    .info { color: var(--info); }
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
      const body = table.tBodies[0];
      const rows = Array.from(body.rows);
      const filter = document.getElementById("filter");
      const severity = document.getElementById("severity");
      const shown = document.getElementById("shown");
      const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));

      function show() {
        const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
        let count = 0;
        for (const row of rows) {
          const fits = (!severity.value || row.dataset.severity === severity.value)
            && words.every((word) => texts.get(row).includes(word));
          row.hidden = !fits;
          if (fits) count += 1;
        }
        shown.textContent = count + " of " + rows.length;
      }

      function sort(header, column) {
        const isDescending = header.getAttribute("aria-sort") === "ascending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        header.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
        const ranks = ["error", "warning", "info"];
        const value = (row) => column === 0 ? ranks.indexOf(row.dataset.severity)
          : Number(row.cells[column].dataset.value);
        const compare = column === 0 || column === 4 ? (a, b) => value(a) - value(b)
          : (a, b) => a.cells[column].textContent.localeCompare(b.cells[column].textContent);
        rows.sort((a, b) => (isDescending ? compare(b, a) : compare(a, b))
          || a.dataset.number - b.dataset.number);
        body.append(...rows);
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
