import ContractModel
import JSONParsing
public import MappingEngine

/// How one property of a contract is compared with the app's property.
public struct PropertyComparison {
  enum Way {
    case skipped
    case custom((MappedValue, Any) -> Bool)
  }

  let name: MemberName
  let way: Way

  /// Skips a property, because the app's value for it is meant to differ.
  ///
  /// - Parameter property: The contract's name, `createdAt`, or `User.createdAt` for one type only.
  public static func skipping(_ property: String) -> PropertyComparison {
    PropertyComparison(name: MemberName(property), way: .skipped)
  }

  /// Compares a property with a closure.
  ///
  /// - Parameters:
  ///   - property: The contract's name, `createdAt`, or `User.createdAt` for one type only.
  ///   - areEqual: Compares the contract's value with the app's. An optional property is unwrapped;
  ///     a `nil` is compared without calling the closure.
  public static func comparing(
    _ property: String, _ areEqual: @escaping (_ contract: MappedValue, _ app: Any) -> Bool
  ) -> PropertyComparison {
    PropertyComparison(name: MemberName(property), way: .custom(areEqual))
  }
}

package struct ComparisonOptions {
  private var ways: [MemberName: PropertyComparison.Way] = [:]
  private var names: [MemberName: String] = [:]
  /// All named properties and types, and their suffixes after each dot. Most properties are not
  /// named, and composing a full name to look it up is slow.
  private var lastNames: Set<String> = []

  /// - Parameters:
  ///   - properties: The properties that are compared in a special way.
  ///   - names: The app's names of properties, by the contract's names, where they differ:
  ///     `["remoteId": "id"]`, or for one type only `["Avatar.remoteId": "id"]`. Also the app's
  ///     names of the types and cases that a mapping's cases become: `["Girl": "Daughter"]`.
  package init(comparing properties: [PropertyComparison] = [], named names: [String: String] = [:])
  {
    for property in properties { ways[property.name] = property.way }
    for (name, label) in names { self.names[MemberName(name)] = label }
    for text in ways.keys.map(\.text) + names.keys {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      lastNames.formUnion(parts.indices.map { parts[$0...].joined(separator: ".") })
    }
  }

  /// Whether the options name any property or type.
  package var saysAnything: Bool { !lastNames.isEmpty }
  /// The properties that are compared in a special way, in the order of their code points.
  var comparedNames: [MemberName] { ways.keys.sorted() }
  /// The contract's names for which the app has other names, in the order of their code points.
  var appNames: [MemberName] { names.keys.sorted() }

  /// Returns whether the options do not name a property, for any type.
  private func isPlain(_ property: PropertyPath) -> Bool {
    lastNames.isEmpty || !lastNames.contains(property.names.last?.text ?? "")
  }

  func way(of property: PropertyPath, of type: MemberName) -> PropertyComparison.Way? {
    if isPlain(property) { return nil }
    return ways[Self.full(property, type)] ?? ways[MemberName(property.description)]
  }

  /// Returns the labels that lead to a property in the app's type.
  func labels(of property: PropertyPath, of type: MemberName) -> [String] {
    if isPlain(property) { return property.names.map(\.text) }
    let name = names[Self.full(property, type)] ?? names[MemberName(property.description)]
    return name.map { $0.split(separator: ".").map(String.init) } ?? property.names.map(\.text)
  }

  /// Returns whether the app's name of a type or a case stands for a type of the contract, ignoring
  /// the case of the first letter.
  func isName(_ name: String, of type: MemberName) -> Bool {
    appName(of: type).withSmallStart.utf8.elementsEqual(name.withSmallStart.utf8)
  }

  func appName(of type: MemberName) -> String { names[type] ?? type.text }

  private static func full(_ property: PropertyPath, _ type: MemberName) -> MemberName {
    MemberName("\(type.text).\(property)")
  }
}

extension String {
  fileprivate var withSmallStart: String { prefix(1).lowercased() + dropFirst() }
}
