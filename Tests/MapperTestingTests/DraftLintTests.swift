import ContractModel
import TestSupport
import Testing

@testable import MapperTesting

@Suite("A draft of any Codable type is a contract")
struct DraftLintTests {
  /// The styles of types that no line of a contract can describe, or that read no keys.
  private static let withoutDraft: Set<String> = [
    "cases with values", "nothing at all", "a number at the top", "a text at the top",
    "a set of optionals", "a dictionary with numbers for keys",
    "a dictionary of dictionaries at the top under snake case",
    "an optional dictionary under snake case",
    "a dictionary of dictionaries at the top under a custom strategy",
    "an optional dictionary under a custom strategy", "a lossy array", "a union", "any JSON",
    "all names", "optional elements", "a superclass in an array", "dates of one's own",
    "a date at the top", "dates by name at the top", "an optional date at the top",
    "floats with names",
  ]

  @Test("The draft of any type has no error", arguments: TestDepth.some(ModelStyle.all))
  func hasNoError(style: ModelStyle) throws {
    do {
      let text = try style.draft()
      #expect(throws: Never.self) { try OneContract.contract(text) }
      #expect(!Self.withoutDraft.contains(style.name))
    } catch CodableDraft.Failure.noKeys {
      #expect(Self.withoutDraft.contains(style.name))
    }
  }
}
