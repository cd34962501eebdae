import CaptureRedaction
import ContractModel
import Foundation
import JSONParsing
import TestSupport
import Testing
import ValueRedaction

@Suite("No secret is left anywhere in an exchange")
struct PlantedSecretTests {
  private static let secrets = ["S3cretPlanted42", "hunter2 Geheim", "4929881234567890"]

  private static func line(_ secret: String) -> String {
    let encoded = secret.replacing(" ", with: "%20")
    return """
      {"method":"POST","url":"https://user:\(encoded)@api.example.com/v1/\(encoded)/x?access_token=\(encoded)&q=\(encoded)&\(encoded)%40x=1#\(encoded)","status":200,"headers":{"Authorization":"Bearer \(secret)","X-Api-Key":"\(secret)","ETag":"\\"\(secret)\\"","Set-Cookie":["a=\(secret); Path=/","b=\(secret)"],"Location":"/v1/\(encoded)?sig=\(encoded)"},"requestHeaders":[{"name":"Cookie","value":"a=\(secret)","comment":"\(secret)"}],"requestBody":{"id":"\(secret)","a":[{"b":"\(secret)"}],"\(secret)@x":{"password":"\(secret)"}},"mimeType":"\(secret)","note":"\(secret)","more":{"a":[{"b":"\(secret)"}],"\(secret)@x":1},"body":{"id":"\(secret)","password":"\(secret)","session":{"type":"\(secret)"},"a":{"b":[[{"c":"before \(secret) after"}]]},"\(secret)@x":{"type":"x","kind":"\(secret) "},"link":"https://\(encoded).example.com/\(encoded)?key=\(encoded)"}}
      """
  }

  private static func texts(_ secret: String) -> [String] {
    [
      line(secret),
      #"{"method":"GET","url":"/a","status":200,"body":"<html><b>\#(secret)</b></html>"}"#,
      #"{"method":"GET","url":"/a","status":200,"body":"{\"a\":[\"\#(secret)\"]}"}"#,
      #"{"method":"POST","url":"/a","status":200,"requestBody":"{\"a\":[\"\#(secret)\"]}"}"#,
      #"{"method":"POST","url":"/a","status":200,"requestBody":"a=\#(secret)"}"#,
      #"{"method":"POST","url":"/a","status":200,"requestBody":"<b>\#(secret)</b>"}"#,
      #"{"event":"order.created","data":{"a":"\#(secret)"},"sent":"\#(secret)"}"#,
      #"{"event":"order.created","data":"{\"a\":\"\#(secret)\"}"}"#,
      "{ \(secret)", "[\"\(secret)\"]",
    ]
  }

  private static func archive(_ secret: String) -> String {
    let encoded = secret.replacing(" ", with: "%20")
    let html = Data("<p>\(secret)</p>".utf8).base64EncodedString()
    let json = Data(#"{"a":"\#(secret)"}"#.utf8).base64EncodedString()
    let entry = { (content: String) in
      """
      {"startedDateTime":"2025-03-01T00:00:00Z","pageref":"\(secret)","time":12.5,"serverIPAddress":"\(secret)","connection":"\(secret)","comment":"\(secret)","_initiator":{"type":"script","url":"https://\(encoded).example.com/\(encoded).js","stack":["\(secret)"]},
       "request":{"method":"POST","url":"https://u:\(encoded)@api.example.com/a/\(encoded)?token=\(encoded)","httpVersion":"HTTP/1.1","headers":[{"name":"Authorization","value":"Basic \(secret)"},{"name":":path","value":"/a/\(encoded)?token=\(encoded)"}],"queryString":[{"name":"token","value":"\(secret)"},{"name":"q","value":"\(secret)"}],"cookies":[{"name":"sid","value":"\(secret)","path":"/\(secret)","expires":null}],"postData":{"mimeType":"application/x-www-form-urlencoded","text":"user=ann&password=\(encoded)&q=\(encoded)","params":[{"name":"password","value":"\(secret)","fileName":"\(secret)"}],"comment":"\(secret)"},"headersSize":10,"bodySize":20},
       "response":{"status":200,"statusText":"OK \(secret)","httpVersion":"\(secret)","headers":[],"cookies":[{"name":"sid","value":"\(secret)"}],"redirectURL":"/\(encoded)","content":{"size":5,"mimeType":"text/html",\(content)}}}
      """
    }
    return """
      {"log":{"version":"1.2","creator":{"name":"\(secret)","version":"1"},"comment":"\(secret)",
       "pages":[{"startedDateTime":"2025-03-01T00:00:00Z","id":"\(secret)","title":"\(secret)"}],
       "entries":[\(entry("\"text\":\"<p>\(secret)</p>\"")),
        \(entry("\"encoding\":\"base64\",\"text\":\"\(html)\"")),
        {"request":{"method":"POST","url":"/a","postData":{"encoding":"base64","text":"\(json)"}},"response":{"status":200}},
        {"request":{"method":"POST","url":"/a","postData":{"text":"{\\"a\\":\\"\(secret)\\"}"}},"response":{"status":200}},
        \(entry("\"encoding\":\"base64\",\"text\":\"\(json)\""))],"_more":{"a":"\(secret)"}},"extra":"\(secret)"}
      """
  }

  private static let contract = """
    { "contract": 1, "endpoints": { "POST /v1/:name/x": "A", "GET /a": "Any", "event order.created": "Any" },
      "requests": { "POST /v1/:name/x": { "body": "A" }, "POST /a": { "body": { "a": "[String]" } } },
      "mappings": { "A": { "map": { "id": "String length ...60", "a": "Any", "link?": "URL" } } } }
    """

  /// Whether a text shows a secret in any encoding.
  private func shows(_ text: String, _ secret: String) -> Bool {
    let decoded = text.matches(of: /[A-Za-z0-9+\/]{16,}={0,2}/).compactMap {
      Data(base64Encoded: String($0.output)).map { String(decoding: $0, as: UTF8.self) }
    }
    let words = secret.split(separator: " ").map(String.init) + [secret]
    return ([text] + decoded).contains { text in words.contains { text.contains($0) } }
  }

  @Test(
    "No secret is left in lines of exchanges, events and bodies", arguments: secrets, [true, false])
  func lines(secret: String, hasContract: Bool) throws {
    let contracts = hasContract ? [try OneContract.contract(Self.contract)] : []
    for text in Self.texts(secret) {
      #expect(shows(text, secret))
      let redacted = try RedactedCapture(text, contracts: contracts).text
      #expect(!shows(redacted, secret), "\(redacted)")
      #expect(!redacted.isEmpty)
    }
  }

  @Test(
    "No secret is left whatever pattern, range or list the contract has",
    .enabled(if: TestDepth.isFull), arguments: secrets,
    [
      "String matches /^/", "String matches /./", "String matches /[A-Za-z0-9 ]+$/",
      "String matches /^(S3c|hun|49)/", "String matches /^(0|1|2|3|4|5|6|7|8|9)+$/",
      "String matches /4/", "Int 0...9999999999999999", "Int(string) 4...", "'a' | 'b' | String",
    ])
  func constrained(secret: String, type: String) throws {
    let contract = Self.contract.replacing("String length ...60", with: type)
    for text in Self.texts(secret) + [Self.archive(secret)] {
      let name = text.hasPrefix(#"{"log""#) ? "a.har" : "a.ndjson"
      let redacted = try RedactedCapture(
        text, named: name, contracts: [try OneContract.contract(contract)])
      #expect(!shows(redacted.text, secret), "\(redacted.text)")
      #expect(redacted.notes.staying.count == 0 && redacted.notes.breaking.count == 0)
    }
  }

  @Test("No secret is left in archives", arguments: secrets, [true, false])
  func archives(secret: String, hasContract: Bool) throws {
    let contracts = hasContract ? [try OneContract.contract(Self.contract)] : []
    let text = Self.archive(secret)
    let redacted = try RedactedCapture(text, named: "a.har", contracts: contracts)
    #expect(redacted.problems.isEmpty)
    #expect(!shows(redacted.text, secret), "\(redacted.text)")
  }

  @Test("No secret is left in exchanges of an array, or on several lines", arguments: secrets)
  func arrays(secret: String) throws {
    let line = Self.line(secret)
    for text in ["[\(line),\n\(line)]", line.replacing(",\"", with: ",\n\"")] {
      let redacted = try RedactedCapture(text, named: "a.json")
      #expect(redacted.problems.isEmpty && redacted.text.contains(#""method":"POST""#))
      #expect(!shows(redacted.text, secret), "\(redacted.text)")
    }
  }

  @Test("No secret is left in bodies, JSON or not", arguments: secrets)
  func bodies(secret: String) throws {
    for text in ["{\n\"a\": \"\(secret)\"\n}", "<html>\(secret)</html>", "\"\(secret)\""] {
      #expect(!shows(try RedactedCapture(text, named: "a.json").text, secret))
    }
  }

  @Test("Credentials are replaced by a constant")
  func credentials() throws {
    let line = """
      {"method":"GET","url":"https://ann:pw@a.example/x?api_key=abc&page=2","status":200,"headers":{"authorization":"Bearer abc","X-Auth-Token":"abc","Accept":"*/*"}}
      """
    let redacted = try RedactedCapture(line).first
    let url = try #require(redacted["url"]?.string)
    #expect(url.hasPrefix("https://a.example/x?api_key=redacted&page="))
    #expect(redacted["headers"]?["authorization"]?.string == "redacted")
    #expect(redacted["headers"]?["X-Auth-Token"]?.string == "redacted")
  }
}
