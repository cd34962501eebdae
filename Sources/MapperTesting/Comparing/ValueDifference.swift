package import ContractModel
package import JSONParsing

/// A place where what an app's mapper made is not what the contract says.
package struct ValueDifference: Sendable {
  package enum Kind: Hashable, Sendable {
    /// The values differ.
    case value
    /// The object is another case of its mapping.
    case variant(VariantDifference)
    /// There are more objects of a type, or fewer.
    case count
    /// The app's type has no such property.
    case noProperty(type: String, nearest: String?)
  }

  package var kind: Kind
  /// The property, from what the payload became: `[0].city.name`.
  package var path: InstancePath
  /// The line of the contract that says what the property is.
  package var line: PropertyLine?
  /// Those of further types of which there are more objects, or fewer.
  var otherLines: [PropertyLine] = []
  /// The values as people read them.
  package var expected: String
  package var found: String
  package var hint: String?
  /// The state of the contract's value in the payload.
  var state = ValueState.value
  /// The kind of value that the app has for it.
  var outcome = Outcome.value
  /// Whether the app has the line's default for it.
  var isDefault = false
  /// Whether the app has a case of an enumeration for it, with nothing associated.
  var isBareCase = false
  /// The property that the object is of, if it is another object of the payload.
  var otherPath: InstancePath?
}
