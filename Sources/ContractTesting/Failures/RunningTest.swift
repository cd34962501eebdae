import JSONParsing
import MapperTesting
import Testing

/// The running test function, as identified by later runs and by child processes.
struct RunningTest: Equatable, Sendable {
  /// The id of the test: `AppTests.AvatarMapperTests/keepsContract()/AvatarMapperTests.swift:9:4`
  private let id: String

  /// The running test; `nil` outside of Swift Testing.
  static var current: RunningTest? { Test.current.map { RunningTest(id: "\($0.id)") } }

  /// The name of the running test, on one line that is safe to display.
  static var shownName: String { displayed(current?.name ?? "a test of XCTest") }

  /// The arguments of the running test case, on one line that is safe to display; empty if it has
  /// none. Swift Testing exposes them only through a mirror.
  static var shownArguments: String {
    guard let testCase = Test.Case.current, testCase.isParameterized else { return "" }
    let text = values(in: Mirror(reflecting: testCase), depth: 4).joined(separator: ", ")
    guard !text.isEmpty else { return "" }
    let isLong = !text.unicodeScalars.dropFirst(60).isEmpty
    let shown = truncated(displayed(text), after: 60)
    return " (\(shown)\(isLong ? " " + StableHash(text.utf8).text : ""))"
  }

  /// Returns the texts of the children named `value` in a mirror.
  private static func values(in mirror: Mirror, depth: Int) -> [String] {
    mirror.children.flatMap { child in
      if child.label == "value" { return [ReflectedText(complete: child.value).description] }
      return depth == 0 ? [] : values(in: Mirror(reflecting: child.value), depth: depth - 1)
    }
  }

  init(id: String) { self.id = id }

  /// The name without the line, which changes when the file is edited:
  /// `AppTests.AvatarMapperTests/keepsContract()`
  ///
  /// Two tests with the same name in a suite would be confused; Swift does not allow them.
  var name: String {
    guard let slash = id.lastIndex(of: "/"), isPlace(id[slash...]) else { return id }
    return String(id[..<slash])
  }

  /// A regular expression that matches only the test's identifier.
  var filter: String { "^\(Self.escaped(id) { $0.properties.isAlphabetic })$" }

  /// A regular expression for people to paste: the test's name without the labels of its
  /// parameters, `AppTests.AvatarMapperTests/keepsContract`.
  var shortFilter: String {
    let isRaw = name.contains("`")
    return Self.escaped(isRaw ? name : String(name.prefix { $0 != "(" })) {
      $0.properties.isAlphabetic || "._/ -`".unicodeScalars.contains($0)
    }
  }

  /// The test in the form of `xcodebuild -only-testing:`, below its target:
  /// `AppTests/AvatarMapperTests/keepsContract()`.
  var onlyTesting: String {
    name.firstIndex(of: ".").map { "\(name[..<$0])/\(name[name.index(after: $0)...])" } ?? name
  }

  private static func escaped(_ text: String, _ isPlain: (Unicode.Scalar) -> Bool) -> String {
    text.unicodeScalars.map { scalar in
      let isKept = !scalar.isASCII || ("0"..."9").contains(scalar) || isPlain(scalar)
      return isKept ? "\(scalar)" : "\\\(scalar)"
    }.joined()
  }

  /// Returns whether a text has the form `/AvatarMapperTests.swift:9:4`.
  private func isPlace(_ text: Substring) -> Bool {
    let parts = text.split(separator: ":")
    return parts.count == 3 && parts[0].hasSuffix(".swift")
      && parts.dropFirst().allSatisfy { Int($0) != nil }
  }
}
