import Foundation
import Testing

@testable import MapperTesting

@propertyWrapper private struct Cropped { var wrappedValue: String }
@propertyWrapper private struct Tracked<Value> {
  var reads = 0
  var wrappedValue: Value

  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

private class Ancestor { var id = 1 }
private final class Descendant: Ancestor {
  var name = "a"
  lazy var length = name.count
}
private final class Node {
  let name: String
  var others: [Node] = []
  var next: Node?
  init(_ name: String) { self.name = name }
}
/// Refers to itself by a property that the contract does not have.
private final class Ring { var ring: Ring? }

private struct WrappedText {
  @Cropped var name: String
  @Tracked var city: String?
  @Tracked @Cropped var both: String
}
private struct Named {
  var name: String
  var _name: String?
  var _id: Int
}
private struct Shown: CustomReflectable {
  var hidden = 1
  var customMirror: Mirror { Mirror(self, children: ["name": "a", "id": 2]) }
}
private struct Holder {
  var wrappedValue: Int
  var other: Int
}
private struct Marked: CustomReflectable {
  var customMirror: Mirror {
    Mirror(self, children: ["gr\u{f6}\u{df}e": 1, "text": "a\u{202e}\u{7}b"])
  }
}
private enum Outline {
  case point
  case circle(Int)
  case box(width: Int, height: Int)
}
private enum Key: String, CodingKeyRepresentable, Hashable { case b, a }

@Suite("Values of the app are read by their declarations")
struct ComparingMirrorTests {
  private func text(_ value: Any) -> String { ReflectedText(value).description }

  private func value(_ labels: String..., in value: Any) -> String {
    ReflectedPath.value(of: labels, in: value).map { text($0) } ?? "none"
  }

  @Test("Optionals, collections, enumerations and Foundation types have their own form")
  func texts() {
    let table: [(Any, String)] = [
      (Int???.some(.some(nil)) as Any, "nil"), (NSNull(), "nil"), ([Int?](), "[]"),
      ([1, nil] as [Int?], "[1, nil]"), ([String: Int](), "[:]"),
      ([Key.b: 1, Key.a: 2], #"["a": 2, "b": 1]"#), ([10: 1, 9: 2], #"["10": 1, "9": 2]"#),
      ([AnyHashable("a"): 1, AnyHashable(2): 2] as [AnyHashable: Int], #"["2": 2, "a": 1]"#),
      (Outline.point, ".point"), (Outline.circle(1), ".circle(1)"),
      (Result<Int, any Error>.success(1), ".success(1)"), (NSNumber(value: 1), "1"),
      (NSNumber(value: true), "true"), (NSArray(array: [1, 2]), "[1, 2]"),
      (NSDictionary(dictionary: ["a": 1]), #"["a": 1]"#), (Shown(), #"Shown(name: "a", id: 2)"#),
      (Set(["b", "a"]), #"["a", "b"]"#), (UInt8(3), "3"), (Decimal(1.5), "1.5"),
      (Marked(), #"Marked(größe: 1, text: "a<U+202E><U+0007>b")"#), (AnyHashable(1), "1"),
    ]
    #expect(table.map { text($0.0) } == table.map(\.1))
  }

  @Test("Inherited, lazy and wrapped properties have their declared names")
  func labels() {
    let derived = Descendant()
    #expect(value("id", in: derived) == "1")
    #expect(value("length", in: derived) == "none")
    _ = derived.length
    #expect(value("length", in: derived) == "1")
    let wrapped = WrappedText(name: "a", city: nil, both: "b")
    #expect(
      text(wrapped).hasPrefix(#"WrappedText(name: "a", city: "#))
    #expect(value("name", in: wrapped) == #""a""#)
    #expect(value("wrappedValue", in: Holder(wrappedValue: 1, other: 2)) == "1")
    #expect(value("gr\u{f6}\u{df}e", in: Marked()) == "1")
    #expect(value("gro\u{308}\u{df}e", in: Marked()) == "none")
    #expect(value("height", in: Outline.box(width: 1, height: 2)) == "2")
    #expect(value("id", in: Shown()) == "2")
  }

  @Test("A stored property has precedence over one with a similar name")
  func underscores() {
    let named = Named(name: "a", _name: nil, _id: 3)
    #expect(value("name", in: named) == #""a""#)
    #expect(value("_name", in: named) == "nil")
    #expect(value("_id", in: named) == "3")
    #expect(value("id", in: named) == "3")
  }

  @Test("Objects in reference cycles are read once")
  func circles() {
    let nodes = (0..<30).map { Node("\($0)") }
    for node in nodes { (node.others, node.next) = (nodes, nodes[0]) }
    #expect(
      ReflectedText(complete: nodes[0]).description.hasPrefix(#"Node(name: "0", others: […, "#))
    #expect(text(nodes).count <= 161)
    let ring = Ring()
    ring.ring = ring
    defer { ring.ring = nil }
    #expect(text(ring) == "Ring(ring: …)")
    #expect(value("name", in: ring) == "none")
    for node in nodes { (node.others, node.next) = ([], nil) }
  }

  @Test("Texts do not depend on hash order")
  func hashOrder() {
    struct Pair: Hashable {
      var key: Int
      var list: Set<Int>
    }
    let make = {
      (
        Set((0..<50).shuffled().map { "\($0)" }),
        Dictionary(uniqueKeysWithValues: (0..<50).shuffled().map { ("\($0)", Set([$0, $0 + 1])) }),
        Set((0..<50).shuffled().map { Pair(key: $0, list: Set((0..<20).shuffled())) })
      )
    }
    for _ in 0..<8 {
      #expect(text(make()) == text(make()))
      #expect(
        ReflectedText(complete: make()).description == ReflectedText(complete: make()).description)
      #expect(text(make().2) == text(make().2))
    }
  }
}
