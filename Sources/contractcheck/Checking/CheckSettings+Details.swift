import CaptureChecking

// What help says of figures and of judging.

extension CheckSettings {
  /// A paragraph of help on the whole that each figure of a report is a share of.
  static let figures = """
    What figures are shares of: 12x in 12 of 60 are violations, and the payloads of the endpoint that
    have one, of all its payloads. Present and null, beside a group of an endpoint, are of that
    endpoint's objects of the type, and beside a type of all its objects; null is of those where the
    key is there. Endpoints, keys, statuses and cases captured are of all that the given contracts
    have: a key is a line, whose key path was there once. Where values are what is wrong, the ten most
    frequent are told with their counts; up to \(GroupValues.capacity) values of a group are told
    apart, and if there are more, that is said.
    """

  /// In which order what was found is judged, for a person.
  static let judging = """
    What fails: a violation counts as its contract, --unknown-keys and --rule say; unseen-key,
    unseen-case, never-captured and unmatched-endpoint are information until --rule raises them.
    What --baseline accepts does not fail until its last day, nor in more of the payloads than its
    upTo says; beyond that it grew, and fails. Of the rest, rules that are broken in as few payloads
    of an endpoint as --tolerate says are let pass there. What is then at or above --fail-on fails
    the check; then --min-checked, --min-coverage and --max-unmatched are looked at, which a
    baseline does not change, and whether any mapped key was seen at all.
    """

  /// A table for help of the wholes that figures are shares of.
  static let shares = """
    What a figure is a share of:
      12x in 12 of 60        violations; payloads of the endpoint that have one, of its payloads
      present 80 %, null 35 %
                             beside an endpoint: its objects of the type; beside a type: all of them
      --tolerate RULE=N%     payloads of an endpoint that may break the rule, at each endpoint; with
                             RULE=N, so many of its payloads
      upTo of a baseline     payloads of the endpoint that may still have it: more is grew, and fails
      --min-coverage N%      lines of the given contracts that were seen, those of endpoints without
                             payloads among them
      --max-unmatched N%     records that no endpoint describes, of all that were taken
    """
}
