import Foundation
import TestSupport

/// The commands of a guide, with their shown output.
struct GuideSession {
  let block: Guide.Block
  let steps: [Step]

  init(block: Guide.Block) {
    self.block = block
    var steps: [Step] = []
    for line in block.lines {
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2)), shown: []))
      } else {
        steps.indices.last.map { steps[$0].shown.append(line) }
      }
    }
    self.steps = steps
  }

  struct Step {
    let command: String
    var shown: [String]

    /// Whether an output equals the shown one, where `…` stands for any number of lines.
    func isShown(in output: String) -> Bool {
      var rest = output.components(separatedBy: "\n")[...]
      if rest.last == "" { rest.removeLast() }
      var lines = shown[...]
      while lines.last == "" { lines.removeLast() }
      let parts = lines.split(separator: "…", omittingEmptySubsequences: false)
      guard let first = parts.first, let last = parts.last else { return rest.isEmpty }
      guard rest.starts(with: first) else { return false }
      guard parts.count > 1 else { return rest.elementsEqual(first) }
      rest = rest.dropFirst(first.count)
      for part in parts.dropFirst().dropLast() {
        let starts = rest.indices.first { rest[$0...].starts(with: part) }
        guard let start = starts else { return false }
        rest = rest[(start + part.count)...]
      }
      return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
    }
  }
}
