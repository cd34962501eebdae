import CaptureChecking

// The parts of help about figures and judging.

extension CheckSettings {
  /// The order in which results are judged, for people.
  static let judging = """
    What fails: the contract, --unknown-keys and --rule give each violation its severity. The rules
    unseen-key, unseen-case, never-captured and unmatched-endpoint are information unless --rule
    raises them. A group that --baseline accepts does not fail until its last day, as long as it is
    in no more of the payloads than its upTo; beyond that it grew, and fails. Then --tolerate lets
    rules pass that are broken in few payloads of an endpoint. What is left at or above --fail-on
    fails the check. Last, --min-checked, --min-coverage and --max-unmatched are applied, which a
    baseline does not change.
    """

  /// A table for help: the wholes that figures are shares of.
  static let shares = """
    What a figure is a share of:
      12x in 12 of 60      12 violations, in 12 of the endpoint's 60 payloads
      present 80 %         of the objects of the type: beside an endpoint, of its own; beside a type,
                           of all
      null 35 %            of the objects that have the key
      captured 3 of 5      of all endpoints, keys, statuses or cases of the given contracts
      "x" 3, "y" 1         the ten most frequent wrong values of a group; up to \(GroupValues.capacity)
                           are told apart
      --tolerate RULE=N%   of the payloads of each endpoint; RULE=N is so many of them
      upTo of a baseline   of the payloads of the endpoint
      --min-coverage N%    of the lines of the given contracts
      --max-unmatched N%   of the records that were read
    """
}
