import JSONParsing
import TestSupport
import Testing

@testable import CaptureSources

@Suite("Real captures are read", .enabled(if: Corpora.isPresent, "\(Corpora.absence)"))
struct CorpusTests {
  @Test("Every archive of the corpus has its entries, except the one invalid file")
  func archives() throws {
    let counts = [
      "base-path.har": 2, "binary-json.har": 1, "ericduran.github.io.har": 31,
      "fetchPosts.har": 2, "fetchUser.har": 1, "full.har": 8, "invalid.har": 0, "valid.har": 1,
    ]
    let files = try Corpora.files(below: "har", ending: ".har")
    #expect(files.map(\.name) == counts.keys.sorted())
    for file in files {
      let reading = Reading(file.bytes, named: file.name, limit: 64 << 20)
      #expect(reading.records.count == counts[file.name], "\(file.name)")
      let isArchive = file.name != "invalid.har"
      #expect(
        reading.problems == (isArchive ? [] : ["invalid.har: the archive has no log with entries"]))
      #expect(Reading(file.bytes, named: file.name, pieceByteCount: 61) == reading)
    }
  }

  @Test("Bodies of archives equal those that a parse of the whole file finds")
  func bodies() throws {
    for file in try Corpora.files(below: "har", ending: ".har") {
      let entries = try JSONDocument(parsing: file.bytes).root["log"]?["entries"]?.elements
      let texts = entries.map { $0.map { $0["response"]?["content"]?["text"]?.string ?? "" } } ?? []
      var reader = CaptureReader()
      var bodies: [String] = []
      _ = reader.read(CaptureInput(file: file.name), from: MemorySource(file.bytes)) { _, body in
        bodies.append(String(bytes(of: body)))
        return .goOn
      }
      #expect(bodies == texts, "\(file.name)")
    }
  }

  @Test("Every exchange of an API is read, with its body as text")
  func exchanges() throws {
    let files = try Corpora.files(below: "exchanges", ending: ".ndjson")
    #expect(files.count == 1)
    for file in files {
      var reader = CaptureReader()
      var (count, absent, broken) = (0, 0, 0)
      let problems = reader.read(
        CaptureInput(file: file.name), from: MemorySource(file.bytes)
      ) { record, body in
        #expect(
          record.kind == .exchange && record.method != nil
            && (record.status != nil || record.fault != nil))
        count += 1
        absent += record.bodyState == .absent ? 1 : 0
        if !body.isEmpty, (try? JSONDocument(parsing: bytes(of: body))) == nil { broken += 1 }
        return .goOn
      }
      #expect(problems == [])
      // Twenty-seven have 204 or 205; two are pages, one a text and one an archive in hexadecimal
      // digits.
      #expect((count, absent, broken) == (132, 27, 4))
    }
  }

  @Test("Each webhook file is one body")
  func webhooks() throws {
    let files = try Corpora.files(below: "octokit-webhooks", ending: ".json")
    #expect(files.count > 100)
    for file in files {
      #expect(Reading(file.bytes, named: file.name).records.count == 1)
    }
  }

  @Test(
    "The reader survives every text of the JSON test suite", .enabled(if: TestDepth.isFull),
    arguments: CaptureFormat.allCases)
  func hostile(format: CaptureFormat) throws {
    let files = try Corpora.files(below: "JSONTestSuite", ending: ".json")
    #expect(files.count >= 318)
    let formats = CaptureFormat.allCases
    for (number, file) in files.enumerated() {
      let reading = Reading(file.bytes, named: file.name, as: format)
      if formats[number % formats.count] == format {
        #expect(Reading(file.bytes, named: file.name, as: format, pieceByteCount: 5) == reading)
      }
      switch format {
      case .json: #expect(reading.records.count == 1 && reading.problems == [])
      case .har, .exchanges, .curl, .vcr, .dvr, .postman: #expect(reading.records == [])
      case .auto, .ndjson, .wiremock: continue
      }
    }
  }
}
