import ContractModel
import DiskReading
import Foundation
import JSONParsing

/// Searches for contracts by name below a folder.
struct ContractLookup {
  private let root: URL
  private let search: ContractSearch

  init(below root: URL) {
    self.root = root
    search = ContractSearch([root.path])
  }

  /// Returns the only contract with a name, which may be the end of its path.
  func contract(named name: String) throws -> Contract {
    let paths = paths(named: name)
    guard let path = paths.first else { throw notFound(name) }
    guard paths.count == 1 else { throw ambiguous(name, paths) }
    return try ContractReading.contracts(at: [path], of: search.files)[0]
  }

  func hasContract(named name: String) -> Bool { !paths(named: name).isEmpty }

  /// Returns the contract outside of a bundle that is identical to a copy in the bundle, so that
  /// reports name the file to edit; the copy if there is not exactly one such contract.
  func original(of copy: Contract, in bundle: URL) -> Contract {
    let inside = bundle.path + "/"
    let originals = paths(named: copy.name.text)
      .filter { !search.files.root.appending(path: $0).path.hasPrefix(inside) }
      .compactMap { try? ContractReading.contracts(at: [$0], of: search.files)[0] }
      .filter { $0.texts[$0.path] == copy.texts[copy.path] && $0.digest == copy.digest }
    return originals.count == 1 ? originals[0] : copy
  }

  private func paths(named name: String) -> [String] {
    let file = Array((name + Contract.fileSuffix).utf8)
    let whole = search.paths.filter { $0.utf8.elementsEqual(file) }
    if !whole.isEmpty { return whole }
    return search.paths.filter { path in
      Array(path.utf8).reversed().starts(with: ([UInt8(ascii: "/")] + file).reversed())
    }
  }

  // MARK: - Errors

  private func notFound(_ name: String) -> TestSetupError {
    let names = search.paths.map { path in
      String((path.split(separator: "/").last ?? "").dropLast(Contract.fileSuffix.count))
    }
    let looked = "looked for *\(Contract.fileSuffix) below \(shown(root)): found \(names.count)"
    let hint = didYouMean(name, among: names).map { [$0] } ?? []
    return TestSetupError(
      "there is no contract \(quoted(name))", notes: [looked] + search.problems + hint)
  }

  private func ambiguous(_ name: String, _ paths: [String]) -> TestSetupError {
    let longer = paths[0].dropLast(Contract.fileSuffix.count)
    return TestSetupError(
      "there are \(paths.count) contracts \(quoted(name))",
      notes: paths.map { shown(search.files.root.appending(path: $0)) }
        + ["write more of the path: Contract(\"\(displayed(longer))\")"])
  }
}
