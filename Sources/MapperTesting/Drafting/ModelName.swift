import ContractModel
import MappingEngine

/// The names that a mapping may have for a type of the app.
struct ModelName {
  /// `Item` of `Order.Item`, `OrderPage` of `Page<Order>`.
  let short: String
  /// `OrderItem` of `Order.Item`.
  let long: String

  init(_ type: any Any.Type) {
    // The first part of a qualified name is its module. What is private has a part in parentheses.
    let text = String(reflecting: type).replacing(/\([^()]*\)\./, with: "")
    let names = text.split { "<>, ".contains($0) }
      .map { $0.split(separator: ".").filter(Self.isWord).map(Self.capitalized) }
      .filter { !$0.isEmpty }
    short = Self.joined(names.map { $0[$0.count - 1] })
    long = Self.joined(names.map { $0.count > 1 ? $0.dropFirst().joined() : $0[0] })
  }

  /// The types that a type is generic over stand before it.
  private static func joined(_ names: [String]) -> String {
    let name = names.dropFirst().joined() + (names.first ?? "")
    return name.isEmpty || ScalarName(rawValue: name) != nil ? name + "Value" : name
  }

  private static func isWord(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { $0 == UInt8(ascii: "_") || KeyName.isLetter($0) || KeyName.isDigit($0) }
  }

  private static func capitalized(_ word: Substring) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }
}
