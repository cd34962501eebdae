/// The grammars of lines as regular expressions of ECMA-262, for the JSON Schema.
///
/// They accept the same texts as the `LineScanner`'s grammars; a test runs both over the same
/// samples.
enum SchemaPatterns {
  private static let space = #"[ \t]*"#
  private static let gap = #"[ \t]+"#
  private static let nameStart = #"[A-Za-z_\u00AA-\uFFFF]"#
  private static let nameRest = #"[A-Za-z0-9_\u00AA-\uFFFF]*"#
  private static let name = nameStart + nameRest
  private static let capitalName = #"[A-Z\u00C0-\uFFFF]"# + nameRest
  private static let property = #"\#(name)(?:\.\#(name))*"#

  // MARK: - Names

  static let typeName = "^\(capitalName)$"
  static let wholeProperty = "^\(property)$"

  // MARK: - Key paths

  private static let keyCharacter = #"(?:[^.\[?\\]|\\[.?\[@\\e])"#
  private static let key = #"(?:\\[0-9]\#(keyCharacter)*|\#(keyCharacter)+)"#
  private static let brackets = #"\[(?:[0-9]|[1-9][0-9]{1,3}|10000)?\]"#
  private static let keysBehindFirst = #"(?:\#(brackets))*(?:\.\#(key)(?:\#(brackets))*)*"#
  private static let prefix = #"(?:(?:@parent\.)+|@root\.|@document\.)"#
  private static let path =
    #"(?:(?:\#(prefix)?(?!@)\#(key)|\#(brackets))\#(keysBehindFirst)"#
    + #"|@(?:path|header|request\.(?:header|query|form))\.(?!@)\#(key)"#
    + #"|@request\.body\.(?!@)\#(key)(?:\.\#(key))*|@index)"#

  /// A key path after a type, which is repeated for each depth of types. It is simplified: the
  /// command reports its mistakes.
  private static let anyPath =
    #"(?!\.|@index\.|@(?!(?:parent|root|document|path|header|request\.(?:header|query|form|body))\.|index))"#
    + #"(?:[^ \t\[\]\\>?]|\\.|\[[0-9]*\])+"#

  static let source = #"^(?:\#(path)\??)?$"#
  static let requiredSource = "^(?:\(path))?$"

  // MARK: - Types

  private static let text = "'(?:[^']|'')*'"
  private static let number = #"-?(?:0|[1-9][0-9]*)(?![0-9])(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"#
  private static let literal = "(?:\(text)|\(number)|(?:true|false)(?![A-Za-z0-9_]))"

  /// The scalar types with their coercions; types with the same coercions share an alternative.
  private static let scalar: String = {
    let types = Dictionary(grouping: ScalarName.allCases) { type in
      (Coercion.words.filter { $0.coercion.isFor(type) }.map { spaced($0.word) }.reversed()
        + (type == .date ? [text + zone] : []) + ["custom:[A-Za-z0-9_\\u00AA-\\uFFFF]+"])
        .joined(separator: "|")
    }
    let alternatives = types.sorted { $0.key < $1.key }.map { choices, types in
      let one = "\(space)(?:\(choices))\(space)"
      let names = types.map(\.rawValue).joined(separator: "|")
      return #"(?:\#(names))(?:\(\#(one)(?:\|\#(one))*\))?"#
    }
    return "(?:\(alternatives.joined(separator: "|")))(?![A-Za-z0-9_(])"
  }()

  private static let zone =
    #"(?:\#(space)in\#(gap)UTC(?:[+-](?:[01]?[0-9]|2[0-3])(?::[0-5][0-9])?)?)?"#

  /// Returns the words of a coercion, with any gap between them.
  private static func spaced(_ words: String) -> String {
    words.split(separator: " ").joined(separator: gap)
  }

  private static let mapping: String = {
    let types = ScalarName.allCases.map(\.rawValue).joined(separator: "|") + "|Set"
    return "(?!(?:\(types))(?![A-Za-z0-9_]))\(capitalName)(?![A-Za-z0-9_(<])"
  }()
  private static let union =
    #"(?:\#(scalar)|\#(literal))(?:\#(space)\|\#(space)(?:\#(scalar)|\#(literal)))*"#

  /// A list and its object. Only the scanner checks that both have the same mapping, and that the
  /// key is valid, because this pattern is repeated for each level of a type.
  private static let listOrObject: String = {
    let list = #"\[\#(space)\#(capitalName)\#(space)\]"#
    let keyed = #"\[[^\[\]|:]+:\#(space)\#(capitalName)\#(space)\]"#
    let object = "(?:\(capitalName)|\(keyed))"
    let or = #"\#(space)\|\#(space)"#
    return "(?:\(list)\(or)\(object)|\(object)\(or)\(list))"
  }()

  private static func type(depth: Int) -> String {
    var alternatives = [listOrObject, union, mapping]
    if depth > 0 {
      let element = type(depth: depth - 1) + constraints + space
      alternatives += [
        #"\[\#(space)(?:String\#(space):\#(space))?\#(element)\]"#,
        "Set<\(space)\(element)>",
        #"\[\#(space)(?!String\#(space):)\#(property)\#(space):\#(space)\#(mapping)\#(space)\]"#,
      ]
    }
    return #"(?:\#(alternatives.joined(separator: "|")))\#(space)\??"#
  }

  // MARK: - Constraints

  private static let range = #"(?:\#(number)(?:\.\.\.(?:\#(number))?)?|\.\.\.\#(number))"#
  private static let count = "(?:0|[1-9][0-9]*)"
  private static let countRange =
    #"(?:\#(count)(?:\.\.\.(?:\#(count))?)?|\.\.\.\#(count))(?![0-9])"#
  private static let constraint =
    #"(?:\#(range)|(?:count|length)(?:\#(gap)|(?=\.))\#(countRange)|unique(?![A-Za-z0-9_])"#
    + #"|matches\#(space)/(?:[^/\\]|\\.)*/|equals(?:\#(gap)|(?=@))\#(anyPath))"#
  private static let constraints = "(?:\(space)\(constraint))*"
  private static let defaultValue =
    #"(?:\#(space)=\#(space)\#(defaultText))?"#
  private static let defaultText =
    #"(?:\#(literal)|null|\[\#(space)\]|\{\#(space)\})"#

  private static let wholeType = type(depth: ContractSchema.typeDepth)

  static let line =
    "^\(space)(?:\(property)\(space):\(space))?\(wholeType)\(constraints)\(defaultValue)\(space)$"
  static let namedLine = "^\(space)\(property)\(space):"
  static let defaultedLine = #"=\#(space)\#(defaultText)\#(space)$"#
  static let connection =
    #"^\#(space)\#(property)\#(space):\#(space)(?:\#(mapping)|\[\#(space)\#(mapping)\#(space)\])\#(space)\??\#(space)$"#

  // MARK: - Endpoints

  private static let parameter =
    #":\#(name)(?![A-Za-z0-9_\u00AA-\uFFFF])(?:\(Int\)|(?!\())(?!:)"#
  private static let segment = #"(?!\*)(?:[^/ ?#:\\{]|\\[:(]|\#(parameter))*"#
  private static let status = "(?:[1-5]xx|[1-9][0-9][0-9])"
  private static let condition =
    #" +@request\.(?:body|form|query|header)\.[^ =]+=(?:\#(text)|[^ '][^ ]*)"#
  private static let asked =
    #"(?:\#(HTTPSelector.methods.joined(separator: "|"))) +(?:/\#(segment))+(?:\#(condition))*"#
  static let endpoint =
    #"^(?:event +[^ ].*|\#(asked)(?: *-> *\#(status) *(?:, *\#(status) *)*)?)$"#

  static let request = "^\(asked) *$"

  // MARK: - Examples

  private static let pathName = #"(?:[^.\[\\]|\\[.?\[@\\e])+"#
  private static let index = #"\[(?:0|[1-9][0-9]*)\]"#
  private static let instance =
    #"(?:(?:\#(pathName)|\#(index))(?:\.\#(pathName)|\#(index))*)?"#
  static let instancePath = "^\(instance)$"
  static let event: String = {
    let names = MappingEventName.allCases.map(\.rawValue).joined(separator: "|")
    return "^(?:\(instance) -> \(property)|(?:\(names))(?: \(instance))?)$"
  }()
  static let violation: String = {
    let rules = RuleID.allCases.map(\.rawValue).joined(separator: "|")
    return "^(?:\(rules))(?: at (?=.)\(instance))?$"
  }()
}
