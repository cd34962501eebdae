import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The rules of JUnit XML, by the Jenkins xUnit plugin's `junit-10.xsd`; and that the counts are
/// the sums of the content.
final class JUnitRules: NSObject, XMLParserDelegate {
  private(set) var faults: [String] = []
  /// The elements with their parents, in order: `testcase in testsuite`.
  private(set) var outline: [String] = []
  /// The names of the failed test cases, with the texts in them.
  private(set) var failures: [(name: String, text: String)] = []
  private var open: [String] = []
  private var expected: [[String: Int]] = []
  private var found: [[String: Int]] = []
  private var cases: Set<String> = []
  private var testCase = ""
  private var text = ""

  private static let children: [String: [String]] = [
    "": ["testsuites"], "testsuites": ["testsuite"], "testsuite": ["testcase"],
    "testcase": ["skipped", "error", "failure", "system-out"],
  ]
  private static let attributes: [String: (required: Set<String>, all: Set<String>)] = [
    "testsuites": ([], ["name", "tests", "failures", "errors", "time"]),
    "testsuite": (["name", "tests"], ["name", "tests", "failures", "errors", "skipped", "time"]),
    "testcase": (["name", "classname"], ["name", "classname", "time"]),
    "failure": (["message", "type"], ["message", "type"]),
    "error": (["message", "type"], ["message", "type"]),
    "skipped": ([], ["message"]), "system-out": ([], []),
  ]

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    if !parser.parse() { faults.append("not well-formed: \(parser.parserError.debugDescription)") }
  }

  private func require(_ isSo: Bool, _ fault: String) { if !isSo { faults.append(fault) } }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let parent = open.last ?? ""
    outline.append("\(name) in \(parent)")
    require(Self.children[parent]?.contains(name) == true, "\(name) in \(parent)")
    let known = Self.attributes[name] ?? ([], [])
    require(Set(attributes.keys).isSubset(of: known.all), "\(name): \(attributes.keys.sorted())")
    require(known.required.isSubset(of: attributes.keys), "\(name) lacks an attribute")
    open.append(name)
    text = ""
    switch name {
    case "testsuites", "testsuite":
      expected.append(attributes.compactMapValues { Int($0) })
      found.append([:])
    case "testcase":
      testCase = "\(attributes["classname"] ?? "") \(attributes["name"] ?? "")"
      require(cases.insert(testCase).inserted, "twice: \(testCase)")
      count("tests")
    case "failure": count("failures")
    case "error": count("errors")
    case "skipped": count("skipped")
    default: break
    }
  }

  private func count(_ name: String) {
    for index in found.indices { found[index][name, default: 0] += 1 }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
    if name == "failure" { failures.append((testCase, text)) }
    guard name == "testsuites" || name == "testsuite" else { return }
    let (expected, found) = (expected.removeLast(), found.removeLast())
    for word in ["tests", "failures", "errors", "skipped"] where expected[word] != nil {
      require(expected[word] == found[word] ?? 0, "\(name): \(word) is not the sum")
    }
  }
}
