public import JSONParsing

/// The rules on which an app relies for the payloads of one API, and how the app maps them.
///
/// A contract is read from a `*.contract.json` file in contract format 1. It is a value, and does
/// not depend on the layout of its file.
public struct Contract: Equatable, Sendable {
  /// The file's name without `.contract.json`.
  public var name: MemberName
  /// The file, relative to the root folder of contracts.
  public var path: String
  /// The folder that `path` is relative to; `nil`, if the contract was not read from a disk.
  public var rootFolder: String?
  /// The root of the package whose test reads the contract from a bundle; `nil`, if the contract
  /// was read in another way, or the sources are not available.
  package var checkoutFolder: String?
  /// The files whose mappings can be used by name.
  public var includes: [Located<String>] = []
  /// The host of the endpoints, such as `api.example.com`.
  public var host: Located<String>?
  /// The common prefix of all endpoints' paths, such as `/v2`; it starts with a slash and does not
  /// end with one.
  public var basePath: Located<String>?
  /// The settings of mappings without settings of their own.
  public var settings = MappingSettings()
  /// Notes for people.
  public var documentation = Documentation()
  /// The endpoints and events, in the order of the file.
  public var endpoints: [Endpoint] = []
  /// The mappings of this file, in its order.
  public var mappings: [ContractMapping] = []
  /// The mappings of the included files, in order.
  public var includedMappings: [ContractMapping] = []
  /// The examples of the file; there may be none.
  public var statedExamples: [ContractExample] = []
  package var texts = ContractTexts()

  /// Makes a contract without endpoints and mappings.
  public init(name: MemberName, path: String = "") { (self.name, self.path) = (name, path) }

  package var basePathSegments: [String] {
    (basePath?.value ?? "").split(separator: "/").map(String.init)
  }

  package func settingUnknownKeys(to policy: MappingSettings.UnknownKeyPolicy) -> Contract {
    var contract = self
    contract.settings.unknownKeys = policy
    for index in mappings.indices { contract.mappings[index].settings.unknownKeys = policy }
    for index in includedMappings.indices {
      contract.includedMappings[index].settings.unknownKeys = policy
    }
    return contract
  }

  /// The version of the format that this package reads and writes.
  public static let formatVersion = 1
  /// The suffix of the names of contract files.
  public static let fileSuffix = ".contract.json"
}

/// A kind of response, request or event, and the mapping of its payload.
///
/// The payload of a request is its body; lines at `@request` read its query, its headers and a
/// form.
public struct Endpoint: Hashable, Sendable {
  /// The responses, or events, that an endpoint describes.
  public enum Selector: Hashable, Sendable {
    /// Responses, by method, path and status.
    case http(HTTPSelector)
    /// Requests, by method and path; a request has no status.
    case request(HTTPSelector)
    /// An event or webhook, by its name.
    case event(MemberName)
  }

  /// The values that are mapped from the payload.
  public enum Body: Hashable, Sendable {
    /// The payload as a whole.
    case value(ConstrainedType)
    /// Values at key paths of the payload; there are no lines for a request without query and body.
    case map([PropertyLine])
    /// No value, because the response has no body: a contract writes `null`.
    case absent
  }

  /// The payloads that the endpoint describes.
  public var selector: Selector
  /// The content of those payloads.
  public var body: Body
  /// The place of the endpoint in the contract.
  public var origin: Origin
  /// The `Content-Type` of response bodies; `nil`, if they are sent without one.
  public var mimeType: String? = Self.standardMIMEType

  package static let standardMIMEType = "application/json"
  /// The member of an endpoint's map that sets another `Content-Type`.
  static let mimeTypeMember = "@mimeType"
  /// The members of an endpoint's map that are not key paths.
  static let reservedMembers = [Deletion.member, mimeTypeMember]
}

/// The responses that an endpoint describes: `GET /api/users/:id -> 404`.
public struct HTTPSelector: Hashable, Sendable, CustomStringConvertible {
  /// The methods that a contract may name.
  public static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

  /// One of `methods`.
  public var method: String
  /// The path after `basePath`.
  public var path: PathPattern
  /// Further conditions on the request, if one path has several actions.
  public var conditions: [RequestCondition] = []
  /// The statuses; empty for any of 200 to 299.
  public var statuses: [StatusMatcher]

  public var description: String {
    let suffix = statuses.map(\.description).joined(separator: ",")
    return (["\(method) \(path)"] + conditions.map(\.description)).joined(separator: " ")
      + (statuses.isEmpty ? "" : " -> \(suffix)")
  }
}

extension HTTPSelector {
  /// Makes a selector of all requests with a method to a path.
  package init(method: String, path: PathPattern) {
    self.init(method: method, path: path, conditions: [], statuses: [])
  }

  /// Whether the statuses include any of 200 to 299.
  package var isOfSuccess: Bool {
    statuses.isEmpty
      || statuses.contains { status in
        switch status {
        case .code(let code): 200...299 ~= code
        case .hundred(let digit): digit == 2
        }
      }
  }
}

/// A value that a request must have: `@request.body.action=users`.
public struct RequestCondition: Hashable, Sendable, CustomStringConvertible {
  /// A key path at the body, the form, the query or the headers of the request.
  public var source: SourceKeyPath
  /// The required value: a text; or a number, Boolean or null as it is written.
  public var text: String

  /// Makes a condition.
  public init(source: SourceKeyPath, text: String) { (self.source, self.text) = (source, text) }

  public static func == (left: RequestCondition, right: RequestCondition) -> Bool {
    left.source == right.source && left.text.utf8.elementsEqual(right.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(source)
    hasher.combine(MemberName(text))
  }

  public var description: String {
    let isPlain = !text.isEmpty && !text.utf8.contains(UInt8(ascii: " ")) && !text.hasPrefix("'")
    return "\(source)=" + (isPlain ? text : singleQuoted(text))
  }
}

/// A status code, or a class of a hundred codes: `404`, `4xx`.
public enum StatusMatcher: Hashable, Sendable, CustomStringConvertible {
  /// One status: 404.
  case code(Int)
  /// A hundred statuses by their first digit: 4 for 400 to 499.
  case hundred(Int)

  public var description: String {
    switch self {
    case .code(let code): "\(code)"
    case .hundred(let digit): "\(digit)xx"
    }
  }

  package func fits(_ status: Int) -> Bool {
    switch self {
    case .code(let code): code == status
    case .hundred(let digit): status / 100 == digit
    }
  }
}

extension Endpoint.Selector: CustomStringConvertible {
  /// The endpoint as a contract writes it.
  public var description: String {
    switch self {
    case .http(let selector): selector.description
    case .request(let selector): "request \(selector)"
    case .event(let name): "event \(name)"
    }
  }

  /// The method, path and statuses of responses, or of a request; `nil` for an event.
  package var http: HTTPSelector? {
    switch self {
    case .http(let selector), .request(let selector): selector
    case .event: nil
    }
  }

  package var isRequest: Bool { if case .request = self { true } else { false } }
}

extension Endpoint {
  /// Whether a line reads the payload itself, not only its exchange.
  package var readsBody: Bool {
    switch body {
    case .value, .absent: true
    case .map(let lines): lines.isEmpty || lines.contains { !$0.source.isOfExchange }
    }
  }

  /// Whether the endpoint is a request without query and body: a contract writes `{}`.
  package var isBareRequest: Bool { selector.isRequest && body == .map([]) }

  /// Whether payloads have no body. The endpoint may still delete an object by its path.
  package var hasNoBody: Bool {
    guard case .map(let lines) = body, !lines.isEmpty else {
      return body == .absent || isBareRequest
    }
    return lines.allSatisfy { $0.deletes != nil && $0.source.isOfExchange }
  }
}
