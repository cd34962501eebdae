import CaptureSources

#if CAPTURES_GZIP
  import GzipReading
#endif

extension InputPacking {
  /// The supported packing of captures.
  static var ofCaptures: InputPacking {
    #if CAPTURES_GZIP
      .gzip()
    #else
      InputPacking(name: "gzip", mark: [0x1f, 0x8b]) { _ in UnreadableSource() }
    #endif
  }
}

#if !CAPTURES_GZIP
  /// The source of packed data on systems that cannot unpack it.
  private struct UnreadableSource: ByteSource {
    func read(into bytes: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
      throw ReadFailure("it is packed with gzip, and the tests are built without zlib's header")
    }
  }
#endif
