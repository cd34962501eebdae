import ContractModel
import MappingEngine

/// The possible names of a mapping for a type of the app.
struct ModelName {
  /// The short name: `Item` for `Order.Item`, `OrderPage` for `Page<Order>`.
  let short: String
  /// The long name: `OrderItem` for `Order.Item`.
  let long: String

  init(_ type: any Any.Type) {
    // The first part of a qualified name is its module. A private type has a part in parentheses.
    let text = String(reflecting: type).replacing(/\([^()]*\)\./, with: "")
    let names = text.split { "<>, ".contains($0) }
      .map { $0.split(separator: ".").filter(Self.isWord).map(Self.capitalized) }
      .filter { !$0.isEmpty }
    short = Self.joined(names.map { $0[$0.count - 1] })
    long = Self.joined(names.map { $0.count > 1 ? $0.dropFirst().joined() : $0[0] })
  }

  /// Returns the joined names: the types that a generic type is specialized with come first.
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
