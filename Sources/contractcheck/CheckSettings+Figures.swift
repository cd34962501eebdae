import Verification

extension CheckSettings {
  /// What each figure of a report is a share of, for a person.
  static let figures = """
    What figures are shares of: 12x in 12 of 60 are violations, and the payloads of the endpoint that
    have one, of all its payloads. Present and null, beside a group of an endpoint, are of that
    endpoint's objects of the type, and beside a type of all its objects; null is of those where the
    key is there. Endpoints, keys, statuses and cases captured are of all that the given contracts
    have: a key is a line, whose key path was there once. Where values are what is wrong, the ten most
    frequent are told with their counts; up to \(GroupValues.capacity) values of a group are told
    apart, and if there are more, that is said.
    """
}
