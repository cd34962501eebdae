package import ContractModel
package import JSONParsing

/// A difference between the app's result and the contract's, at one place.
package struct ValueDifference: Sendable {
  package enum Kind: Hashable, Sendable {
    case value
    /// The object is another case of its mapping.
    case variant(VariantDifference)
    case count
    /// The app's type has no such property.
    case noProperty(type: String, nearest: String?)
  }

  package var kind: Kind
  /// The path of the property in the result: `[0].city.name`.
  package var path: InstancePath
  package var line: PropertyLine?
  /// The lines of further types whose numbers of objects differ.
  var otherLines: [PropertyLine] = []
  /// The texts of the values, for people.
  package var expected: String
  package var found: String
  package var hint: String?
  /// The state of the contract's value in the payload.
  var state = ValueState.value
  var outcome = Outcome.value
  var isDefault = false
  /// Whether the app has a case of an enumeration without associated values.
  var isBareCase = false
  /// The property of the other object, if the app has another object of the payload.
  var otherPath: InstancePath?
}
