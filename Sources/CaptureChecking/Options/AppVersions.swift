import CaptureSources
package import ContractModel
import Foundation
package import JSONParsing
import MappingEngine

/// Finds the version of the app that sent a request: a pattern matches the version's name in a
/// header or query parameter, such as `User-Agent`.
package struct AppVersions: Sendable {
  /// A reason why the source or the pattern is invalid.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The name of the header or parameter.
  package let name: MemberName
  private let isHeader: Bool
  private let pattern: NSRegularExpression

  /// - Parameters:
  ///   - source: `@request.header.User-Agent`, or `@request.query.v`.
  ///   - pattern: A regular expression with one group, which matches the version.
  package init(source: SourceKeyPath, pattern: String) throws(Failure) {
    guard [.requestHeader, .requestQuery].contains(source.base),
      case .segment(let name)? = source.steps.last
    else {
      throw Failure(
        description:
          "\(quoted(source.description)) is no @request.header.NAME or @request.query.NAME")
    }
    guard let expression = try? NSRegularExpression(pattern: pattern),
      expression.numberOfCaptureGroups == 1
    else { throw Failure(description: "\(quoted(pattern)) is no pattern with one group") }
    (self.name, isHeader, self.pattern) = (name, source.base == .requestHeader, expression)
  }

  /// Returns the version that a record's request names; `nil`, if it names none.
  func version(of record: CaptureRecord) -> String? {
    let text =
      isHeader
      ? record.requestHeaders.value(named: name.text)
      : record.url.flatMap { url in
        RequestURL.query(of: url).entries.first { $0.name == name }?.text
      }
    guard let text,
      let match = pattern.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)),
      let range = Range(match.range(at: 1), in: text)
    else { return nil }
    return String(text[range])
  }
}
