/// The possible nodes of an object, chosen by the text of a member.
struct ScreenChoice {
  /// The member's name, and the texts of the cases.
  private let name: ScreenField
  private let texts: UnsafeMutableBufferPointer<ScreenField>
  private let nodes: UnsafeMutableBufferPointer<Int32>
  private let otherwise: Int32

  init(_ plan: ScreenPlan.Choice) {
    name = ScreenField(plan.name)
    texts = .allocate(capacity: plan.cases.count)
    nodes = .allocate(capacity: plan.cases.count)
    for (number, rule) in plan.cases.enumerated() {
      texts.initializeElement(at: number, to: ScreenField(rule.text))
      nodes.initializeElement(at: number, to: rule.node)
    }
    otherwise = plan.otherwise
  }

  func deallocate() {
    name.name.deallocate()
    for text in texts { text.name.deallocate() }
    texts.deallocate()
    nodes.deallocate()
  }

  @inline(__always)
  func isName(at text: ScreenText) -> Bool { name.isName(at: text) }

  /// Returns the number of the node for a string without escapes; −1, if there is none.
  ///
  /// - Parameter text: The position after the opening quote.
  func node(at text: ScreenText) -> Int32 {
    for index in texts.indices where texts[index].isName(at: text) { return nodes[index] }
    return otherwise
  }
}

extension ScreenField {
  /// Makes a field for a text that is only compared.
  fileprivate init(_ text: [UInt8]) {
    self = text.withUnsafeBufferPointer {
      ScreenField($0, number: 0, ScreenPlan.Value(), isIdentity: false)
    }
  }
}
