import JSONParsing

// The line formats that are recognised by their contents: each needs a layout here, and a fixture.

extension RecordLayout {
  /// Returns the known layouts, the native one first. Each reader has its own copies, because
  /// threads that share one would wait for each other.
  static func known() -> [RecordLayout] {
    [
      // {"method": "GET", "url": "/users/1", "status": 200, "body": {"id": 1}}
      RecordLayout(
        [
          .method: ["method"], .url: ["url"], .status: ["status", "statusCode", "status_code"],
          .headers: ["responseHeaders", "headers"], .requestHeaders: ["requestHeaders"],
          .mimeType: ["mimeType"], .body: ["body"], .requestBody: ["requestBody"],
          .bodyEncoding: ["bodyEncoding"], .requestBodyEncoding: ["requestBodyEncoding"],
          .event: ["event"], .data: ["data"], .time: ["date"], .truncated: ["truncated"],
          .requestTruncated: ["requestTruncated"],
          .name: ["requestId", "traceId", "trace.id", "id"],
        ], isOwn: true),
      // Elastic's common schema and the conventions of OpenTelemetry, which share most names.
      RecordLayout(
        [
          .method: ["http.request.method", "http.method"],
          .url: ["url.full", "url.original", "http.url", "url.path", "http.target"],
          .status: ["http.response.status_code", "http.status_code"],
          .headers: ["http.response.headers", "http.response.header"],
          .requestHeaders: ["http.request.headers", "http.request.header"],
          .mimeType: ["http.response.mime_type"],
          .body: ["http.response.body.content", "http.response.body"],
          .requestBody: ["http.request.body.content", "http.request.body"],
          .time: ["@timestamp", "timestamp", "Timestamp", "timeUnixNano"],
          .truncated: ["http.response.body.truncated", "truncated"],
          .size: ["http.response.body.bytes", "http.response.body.size"],
          .requestTruncated: ["http.request.body.truncated"],
          .requestSize: ["http.request.body.bytes", "http.request.body.size"],
          .name: ["http.request.id", "trace.id", "trace_id", "traceId", "TraceId"],
        ], below: ["", "attributes.", "Attributes."]),
      // http-log of Kong, and entries of HAR, one per line.
      RecordLayout([
        .method: ["request.method"], .url: ["request.url", "request.uri"],
        .status: ["response.status"], .headers: ["response.headers"],
        .requestHeaders: ["request.headers"], .mimeType: ["response.content.mimeType"],
        .body: ["response.body", "response.content.text"],
        .bodyEncoding: ["response.content.encoding"],
        .requestBody: ["request.body", "request.postData.text"],
        .time: ["started_at", "startedDateTime"],
        .truncated: ["response.body_truncated", "response.truncated", "truncated"],
        .requestTruncated: ["request.body_truncated", "request.truncated"],
        .name: ["request.id", "id"],
      ]),
    ]
  }

  /// - Parameter prefixes: The possible prefixes of each path.
  private init(
    _ words: KeyValuePairs<Word, [String]>, below prefixes: [String] = [""], isOwn: Bool = false
  ) {
    let paths = words.flatMap { word, paths in
      paths.flatMap { path in prefixes.map { (word: word, path: $0 + path) } }
    }
    self.init(paths, isOwn: isOwn)
  }

  /// An undeclared record has at least one of these names: those of the native format, or those
  /// that lead to the method in another format.
  static let distinctiveNames =
    ["url", "method", "body", "event", "data"]
    + Set(
      known().dropFirst().flatMap { $0.paths(of: .method) }
        .flatMap { [String($0.prefix { $0 != "." }), $0] }
    ).sorted()

  static func mayFit(names: [String]) -> Bool {
    mayFit(
      distinctiveNames.indices.reduce(0) { present, index in
        names.contains(distinctiveNames[index]) ? present | 1 << UInt32(index) : present
      })
  }

  /// Returns whether an object that is not declared as a record may be one. Most bodies cannot be
  /// records, which is detected without making a text of each name.
  ///
  /// - Parameter present: A bit for each of `distinctiveNames` that the object has.
  static func mayFit(_ present: UInt32) -> Bool {
    func has(_ names: Range<Int>) -> Bool { names.contains { present >> UInt32($0) & 1 == 1 } }
    return has(0..<1) && has(1..<3) || has(3..<4) && has(4..<5)
      || has(5..<distinctiveNames.count)
  }
}
