package import Generation

extension MapperCase {
  /// Returns the payloads that follow a valid one, for a mapper that keeps its objects: they show
  /// what an existing object, or a collection in it, loses or keeps.
  package static func updates(of keyPath: FaultedKeyPath) -> [MapperCase] {
    let valid = keyPath.base.bytes
    let ofFaults = keyPath.cells.filter(\.isUpdate).map { cell in
      MapperCase(cell, of: keyPath.lines).after(valid, ", after a valid payload")
    }
    // First two elements, and then one of them, or both in another order.
    guard let two = keyPath.cells.first(where: { $0.isOfArray("other-element") }) else {
      return ofFaults
    }
    let first = two.bytes
    var fewer = MapperCase(two, of: keyPath.lines)
      .after(first, ", and then one of the two alone", payload: valid)
    fewer.isUnspecified = false
    let reordered = keyPath.cells.first { $0.isOfArray("other-before") }.map { cell in
      MapperCase(cell, of: keyPath.lines).after(first, ", after it came behind it")
    }
    return ofFaults + [fewer] + (reordered.map { [$0] } ?? [])
  }

  /// A valid payload, followed by one whose members have edge values, null and missing at once.
  package init(updatingWith item: GeneratedCase) {
    self.init(item)
    self = after(item.base.bytes, ", after a valid payload")
  }

  /// Returns a payload with many faults after the valid one, and the reverse.
  static func updates(with item: GeneratedCase) -> [MapperCase] {
    let valid = item.base.bytes
    return [
      MapperCase(updatingWith: item),
      MapperCase(item).after(item.bytes, ", and then a valid payload", payload: valid),
    ]
  }

  /// Returns the case after another payload. It has no id, since an id makes a single payload.
  private func after(
    _ earlier: [UInt8], _ note: String, payload: [UInt8]? = nil
  ) -> MapperCase {
    var item = payload.map { MapperCase(name: name, payloads: [$0]) } ?? self
    (item.line, item.place, item.spellings) = (line, place, spellings)
    (item.isUnspecified, item.name, item.id) = (isUnspecified, name + note, nil)
    item.earlier = [earlier]
    return item
  }
}

extension FaultCell {
  /// Whether the fault affects an existing object: a value is missing or null, a collection has
  /// other elements, or another object has the same ones.
  fileprivate var isUpdate: Bool {
    switch faultClass {
    case .missing, .null: true
    case .identity: ["zero", "empty-string", "another"].contains(variant)
    case .array: ["empty", "same-element", "other-element", "other-before"].contains(variant)
    default: false
    }
  }

  fileprivate func isOfArray(_ variant: String) -> Bool {
    faultClass == .array && self.variant == variant
  }
}
