# Swift files, as macOS or iOS (system_name) compiles them: which import FoundationNetworking for
# their interface has to import Foundation for it there, and what the system lacks is not used.

function truth(term) {
  gsub(/[ ()]/, "", term)
  if (term ~ /^!/) return 1 - truth(substr(term, 2))
  if (term ~ /^canImport(Glibc|Musl|FoundationNetworking|FoundationXML|FoundationEssentials)$/) return 0
  if (term ~ /^os/) return term == "os" system_name
  # Those that are asked of the compiler, and what Apple's systems have.
  return 1
}

# Whether a condition holds: terms, && before ||, without brackets around several.
function holds(condition,   parts, terms, i, j, all) {
  for (i = split(condition, parts, "[|][|]"); i > 0; i--) {
    all = 1
    for (j = split(parts[i], terms, "&&"); j > 0; j--) if (!truth(terms[j])) all = 0
    if (all) return 1
  }
  return 0
}

function report(line, text) { printf "%s:%d: %s\n", FILENAME, line, text; failed = 1 }

function finish() {
  if (networking > foundation) report(networkingLine, "on " system_name " Foundation is imported for less than FoundationNetworking elsewhere")
}

function level(line) { return line ~ /^ *public / ? 3 : line ~ /^ *package / ? 2 : 1 }

FNR == 1 {
  if (NR > 1) { previous = FILENAME; FILENAME = last; finish(); FILENAME = previous }
  depth = networking = foundation = 0
  last = FILENAME
}

/^ *#if / { depth++; condition = $0; sub(/^ *#if /, "", condition); taken[depth] = on[depth] = holds(condition); next }
/^ *#elseif / {
  condition = $0
  sub(/^ *#elseif /, "", condition)
  on[depth] = !taken[depth] && holds(condition)
  if (on[depth]) taken[depth] = 1
  next
}
/^ *#else/ { on[depth] = !taken[depth]; next }
/^ *#endif/ { depth--; next }

/^ *(public |package )?import FoundationNetworking$/ { if (level($0) > networking) { networking = level($0); networkingLine = FNR } }

{
  for (i = 1; i <= depth; i++) if (!on[i]) next
  if (/^ *(public |package )?import Foundation$/ && level($0) > foundation) foundation = level($0)
  code = $0
  sub(/\/\/.*/, "", code)
  gsub(/"([^"\\]|\\.)*"/, "\"\"", code)
  if (code ~ /[(, ]environ([,) ]|$)/) report(FNR, system_name " has no environ")
  if (system_name == "iOS" && code ~ /(^|[^A-Za-z.])Process(\(\)|[,) ])/) report(FNR, "iOS has no Process")
}

END { if (NR > 0) finish(); exit failed }
