package import ContractModel
package import Foundation
import JSONParsing

/// A request and its response, as a session exchanged them.
package struct RecordedExchange: Sendable {
  package var method: String
  package var url: String
  package var status: Int
  package var date: Date
  package var requestHeaders: [(name: String, value: String)] = []
  package var headers: [(name: String, value: String)] = []
  package var requestBody: [UInt8] = []
  package var body: [UInt8] = []

  package init(method: String, url: String, status: Int, date: Date) {
    (self.method, self.url, self.status, self.date) = (method, url, status, date)
  }
}

/// Writes exchanges as lines of NDJSON, without credentials, and with the values of sensitive lines
/// replaced. All other values stay.
package struct ExchangeRedactor: Sendable {
  private let values: ValueRedactor
  private let contracts: RedactionContracts

  /// - Parameter contracts: The contracts, which say which lines are sensitive.
  package init(_ contracts: [Contract], _ key: RedactionKey = RedactionKey()) {
    values = ValueRedactor(ofSecretsBy: key)
    self.contracts = RedactionContracts(contracts)
  }

  /// Returns the line, without its end.
  package func line(_ exchange: RecordedExchange) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("date", exchange.date.formatted(.iso8601))
      writer.member("method", exchange.method)
      writer.member("url", url(exchange.url))
      writer.member("status", exchange.status)
      write("requestHeaders", exchange.requestHeaders, to: &writer)
      write("requestBody", exchange.requestBody, to: &writer)
      write("headers", exchange.headers, to: &writer)
      write("body", exchange.body, to: &writer)
    }
    return writer.bytes
  }

  /// Returns the URL of a request without credentials, and without the fragment, which is not sent.
  package func url(_ text: String) -> String {
    let url = String(Substring(text.utf8.prefix { $0 != UInt8(ascii: "#") }))
    return RedactedURL(request: url).text(by: values, sensitive: contracts.sensitive)
  }

  private func write(
    _ name: String, _ headers: [(name: String, value: String)], to writer: inout JSONWriter
  ) {
    guard !headers.isEmpty else { return }
    writer.objects(name, of: headers) { header, writer in
      // A contract may require a credential, so the header is recorded without its value.
      let isSecret = CredentialNames.hasCredential(header.name) && !header.value.isEmpty
      writer.member("name", header.name)
      writer.member("value", isSecret ? ValueRedactor.credential : header.value)
    }
  }

  /// Writes a body as JSON or as a text. A form has no credentials, and an unreadable body keeps
  /// only its length and punctuation.
  private func write(_ name: String, _ body: [UInt8], to writer: inout JSONWriter) {
    guard !body.isEmpty else { return }
    writer.name(name)
    guard let document = try? JSONDocument(parsing: body) else {
      let text = String(decoding: body, as: UTF8.self)
      return writer.string(values.posted(text, contracts.sensitive))
    }
    let bodies = BodyRedactor(values, contracts)
    guard document.root.kind == .string else { return bodies.write(document.root, to: &writer) }
    // A reader would parse a text in this place as JSON.
    var inner = JSONWriter()
    bodies.write(document.root, to: &inner)
    writer.string(inner.text)
  }
}
