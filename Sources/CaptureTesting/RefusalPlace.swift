import CaptureSources
import JSONParsing
import MapperTesting

/// The place in a body at which a mapper rejects it, with a message.
struct RefusalPlace {
  let path: InstancePath
  /// The bytes to show: those of the value, or the place where a missing value should be.
  let range: Range<Int>
  /// The message, safe to display.
  let message: String

  /// - Parameter mapper: Decodes the body again if its reads can be recorded.
  init(_ refusal: Refusal, _ body: [UInt8], by mapper: MapperUnderTest) {
    let error = refusal.error as? DecodingError
    let codingPath = error?.fullCodingPath ?? []
    var document: JSONDocument?
    do throws(JSONParseError) {
      document = try JSONDocument(parsing: body)
    } catch {
      // A decoder that reads JSON5 may report a place nevertheless.
      if codingPath.isEmpty {
        path = InstancePath()
        range = error.offset..<error.offset + 1
        message = body.isBlank ? "the body is empty" : "the body \(error.verdict): \(error)"
        return
      }
    }
    if let watch = mapper.watch, let failure = mapper.read({ watch(body) }).failure {
      path = failure.path
      range = Self.shown(failure.byteRange, in: failure.nearest)
      message = failure.message
      return
    }
    var (value, nearest) = (document?.root, document?.root)
    path = InstancePath(
      codingPath.map { key in
        // A key may look like a number, too.
        let index = value?.kind == .object ? nil : key.intValue
        value = index.map { value?[$0] } ?? value?[key.stringValue]
        nearest = value ?? nearest
        return index.map { .element($0) } ?? .member(MemberName(key.stringValue))
      })
    range = Self.shown(value?.byteRange, in: nearest)
    message = mapper.read { error.map { DecodingMessage(error: $0).text } ?? refusal.reason }
  }

  /// Returns the range to show; for a missing value, the first byte of the container that lacks it.
  private static func shown(_ range: Range<Int>?, in nearest: JSONValue?) -> Range<Int> {
    if let range { return range }
    let start = nearest?.byteRange.lowerBound ?? 0
    return start..<start + 1
  }
}

extension [UInt8] {
  var isBlank: Bool { allSatisfy(CaptureSources.isBlank) }

  /// The reason why a body cannot be parsed; `nil` if it is JSON.
  var parseError: JSONParseError? {
    do throws(JSONParseError) {
      _ = try JSONDocument(parsing: self)
      return nil
    } catch {
      return error
    }
  }
}
