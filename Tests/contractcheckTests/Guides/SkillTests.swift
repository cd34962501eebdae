import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("Commands of the agents' guide exist")
struct SkillTests {
  @Test("Each command has its name and options in its help")
  func commands() throws {
    let text = Guide.ofAgents.text.replacing("\n   ", with: " ")
    let commands = text.matches(of: #/contractcheck ([a-z]+)([^`]*)`/#)
    #expect(commands.count >= 5)
    for found in commands {
      let name = String(found.output.1)
      #expect(Command.all.contains { $0.name == name }, "\(name)")
      let help = CommandRun(name, "--help").output
      let options = found.output.2.split(separator: " ").filter { $0.hasPrefix("-") }
      for option in options { #expect(help.contains("\(option)"), "\(name) \(option)") }
    }
    let codes = text.matches(of: #/[ (]([0-9]): /#).map { String($0.output.1) }
    let help = CommandRun("--help").output
    #expect(!codes.isEmpty && codes.allSatisfy { help.contains("\n  \($0)    ") }, "\(codes)")
  }
}
