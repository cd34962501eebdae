package import ContractModel
package import JSONParsing
import MappingEngine

/// The places of objects in the result of a payload, as paths of properties: `[0].city`.
struct ObjectPlaces {
  private var places: [ObjectID: InstancePath] = [:]

  init(_ result: MappingResult) {
    // An explicit stack: references may nest as deeply as there are objects.
    var pending: [(MappedValue, InstancePath)] = result.value.map { [($0, InstancePath())] } ?? []
    while let (value, path) = pending.popLast() {
      switch value {
      case .object(let id):
        guard places[id] == nil else { continue }
        places[id] = path
        for (name, value) in result.store[id].properties {
          pending.append((value, path.appending(name)))
        }
      case .array(let collection), .set(let collection):
        for (index, position) in collection.positions.enumerated() {
          pending.append((collection.elements[index], path.appending(.element(position))))
        }
      case .dictionary(let entries):
        for entry in entries { pending.append((entry.value, path.appending(.member(entry.name)))) }
      default: break
      }
    }
  }

  subscript(object: ObjectID) -> InstancePath? { places[object] }

  /// Returns the path of the property that an event is about: `[0].remoteId`.
  func place(of event: MappingEvent) -> InstancePath? {
    event.property.map { (event.object.flatMap { places[$0] } ?? InstancePath()).appending($0) }
  }
}

extension InstancePath {
  package func appending(_ property: PropertyPath?) -> InstancePath {
    InstancePath(steps + (property?.names ?? []).map { .member($0) })
  }
}

/// Follows paths of properties through values of the app.
enum ReflectedPath {
  /// - Returns: `nil` if the path leads nowhere.
  static func value(at steps: ArraySlice<InstancePath.Step>, in value: Any) -> Any? {
    guard let step = steps.first else { return value }
    guard let reflected = ReflectedValue(value) else { return nil }
    let next: Any?
    switch step {
    case .element(let index):
      let elements = reflected.elements ?? []
      next = elements.indices.contains(index) ? elements[index] : nil
    case .member(let name): next = self.value(of: [name.text], in: reflected.readable)
    }
    return next.flatMap { self.value(at: steps.dropFirst(), in: $0) }
  }

  /// Returns the value of the property with one of the labels, also inside types that only wrap a
  /// value, up to eight levels deep.
  static func value(of labels: [String], in value: Any, depth: Int = 0) -> Any? {
    guard depth < 8, let reflected = ReflectedValue(value) else { return nil }
    if case .found(let found) = ReflectedProperties(reflected).value(at: labels[...]) {
      return found
    }
    return reflected.inner.flatMap { self.value(of: labels, in: $0, depth: depth + 1) }
  }
}
