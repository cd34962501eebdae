extension Command {
  static let man = Command(
    name: "man", summary: "print the manual page", operands: "", options: [],
    details: ["Prints a page for man: contractcheck man > contractcheck.1; man -l contractcheck.1"],
    offered: .nothing
  ) { arguments, console in
    guard arguments.operands.isEmpty else { throw UsageError(message: "man takes no operand") }
    try console.print(ManualPage.text, terminator: "")
    return .success
  }
}
