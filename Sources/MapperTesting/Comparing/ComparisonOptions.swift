import ContractModel
import JSONParsing
public import MappingEngine

/// How one property of a contract is compared with the app's.
public struct PropertyComparison {
  enum Way {
    case skipped
    case custom((MappedValue, Any) -> Bool)
  }

  let name: MemberName
  let way: Way

  /// Leaves a property out: the app makes something of its own of it.
  ///
  /// - Parameter property: As the contract names it, `createdAt`, or of one type, `User.createdAt`.
  public static func skipping(_ property: String) -> PropertyComparison {
    PropertyComparison(name: MemberName(property), way: .skipped)
  }

  /// Compares a property by hand.
  ///
  /// - Parameters:
  ///   - property: As the contract names it, `createdAt`, or of one type, `User.createdAt`.
  ///   - areEqual: Gets what the contract says and what the app has. A property that the app has as
  ///     an optional comes without it; `nil` is compared without asking.
  public static func comparing(
    _ property: String, _ areEqual: @escaping (_ contract: MappedValue, _ app: Any) -> Bool
  ) -> PropertyComparison {
    PropertyComparison(name: MemberName(property), way: .custom(areEqual))
  }
}

/// How what an app's mapper makes is compared with what a contract says.
package struct ComparisonOptions {
  private var ways: [MemberName: PropertyComparison.Way] = [:]
  private var names: [MemberName: String] = [:]
  /// The ends of what is said something of, from each of its dots on: most properties have no such
  /// name, and to name one in full takes long.
  private var lastNames: Set<String> = []

  /// - Parameters:
  ///   - properties: Properties that are compared in a way of their own.
  ///   - names: The app's names of properties, by the contract's, where they differ:
  ///     `["remoteId": "id"]`, or of one type, `["Avatar.remoteId": "id"]`. And those of the types
  ///     and cases that a mapping's cases become: `["Girl": "Daughter"]`.
  package init(comparing properties: [PropertyComparison] = [], named names: [String: String] = [:])
  {
    for property in properties { ways[property.name] = property.way }
    for (name, label) in names { self.names[MemberName(name)] = label }
    for text in ways.keys.map(\.text) + names.keys {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      lastNames.formUnion(parts.indices.map { parts[$0...].joined(separator: ".") })
    }
  }

  /// Whether it says something of any name.
  package var saysAnything: Bool { !lastNames.isEmpty }
  /// The properties that are compared in a way of their own, in the order of their code points.
  var comparedNames: [MemberName] { ways.keys.sorted() }
  /// The contract's names that the app has others for, in the order of their code points.
  var appNames: [MemberName] { names.keys.sorted() }

  /// Whether nothing is said of a property, of whatever type.
  private func isPlain(_ property: PropertyPath) -> Bool {
    lastNames.isEmpty || !lastNames.contains(property.names.last?.text ?? "")
  }

  func way(of property: PropertyPath, of type: MemberName) -> PropertyComparison.Way? {
    if isPlain(property) { return nil }
    return ways[Self.full(property, type)] ?? ways[MemberName(property.description)]
  }

  /// The labels that lead to a property in the app's type.
  func labels(of property: PropertyPath, of type: MemberName) -> [String] {
    if isPlain(property) { return property.names.map(\.text) }
    let name = names[Self.full(property, type)] ?? names[MemberName(property.description)]
    return name.map { $0.split(separator: ".").map(String.init) } ?? property.names.map(\.text)
  }

  /// Whether the app's name of a type or a case is that of a type of the contract, the case of the
  /// first letter aside.
  func isName(_ name: String, of type: MemberName) -> Bool {
    appName(of: type).withSmallStart.utf8.elementsEqual(name.withSmallStart.utf8)
  }

  /// The app's name of a type or a case.
  func appName(of type: MemberName) -> String { names[type] ?? type.text }

  private static func full(_ property: PropertyPath, _ type: MemberName) -> MemberName {
    MemberName("\(type.text).\(property)")
  }
}

extension String {
  fileprivate var withSmallStart: String { prefix(1).lowercased() + dropFirst() }
}
