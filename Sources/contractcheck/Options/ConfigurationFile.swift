import CaptureChecking
import CaptureSources
import ContractModel
import DiskReading
import Foundation
import JSONParsing

/// The file `.contractcheck.json`: the texts of options, and the types of inputs by their names.
struct ConfigurationFile {
  static let name = ".contractcheck.json"

  /// The texts by the options' names; paths are relative to the file's folder.
  private(set) var texts: [String: [String]] = [:]
  private(set) var inputRules: [PartHeader.InputRule] = []
  /// The record maps, by the names of inputs.
  private(set) var maps: [CaptureReader.Map] = []

  /// Creates an empty configuration.
  init() {}

  /// Reads the file in the working folder, or in the nearest folder above that has one.
  init(nearestOf options: [OptionDeclaration]) throws(UsageError) {
    guard let url = Self.nearestURL else { return }
    let bytes: [UInt8]
    do {
      bytes = try RegularFile.bytes(of: url)
    } catch {
      throw UsageError(message: "\(displayed(url.path)) cannot be read: \(error)")
    }
    try read(bytes, url, options)
  }

  private static var nearestURL: URL? {
    var folder = URL(
      filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
    while true {
      let url = folder.appending(path: name)
      if FileManager.default.fileExists(atPath: url.path) { return url }
      guard folder.path != "/" else { return nil }
      folder = folder.deletingLastPathComponent()
    }
  }

  // MARK: - Reading

  private mutating func read(
    _ bytes: [UInt8], _ url: URL, _ options: [OptionDeclaration]
  ) throws(UsageError) {
    func place(_ offset: Int) -> String {
      "\(displayed(url.path)):\(TextPosition(offset: offset, in: bytes))"
    }
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes, options: .tolerant)
    } catch {
      throw UsageError(message: "\(place(error.offset)): \(error)", hint: error.hint)
    }
    guard document.root.kind == .object else {
      throw UsageError(
        message: "\(place(document.root.byteRange.lowerBound)): expected an object, found "
          + document.root.kind.words)
    }
    let folder = url.deletingLastPathComponent().path
    for member in document.root.members {
      let (name, value) = (member.name.text, member.value)
      if name == "inputs" {
        inputRules = try InputSettings(place: place).rules(value)
      } else if name == "records" {
        maps = try InputSettings(place: place).maps(value)
        texts[name] = [value.rawText]
      } else if let option = (options + [.input]).first(where: { $0.name == name }) {
        if option.value == nil {
          let place = "\(place(value.byteRange.lowerBound)): \(quoted(name))"
          texts[name] = [try onOrOff(value.string ?? value.rawText, at: place)]
        } else {
          let given = Self.texts(value)
          do throws(UsageError) {
            for text in given { try option.admit(text) }
          } catch {
            let place = place(value.byteRange.lowerBound)
            throw UsageError(message: "\(place): \(error.message)", hint: error.hint)
          }
          texts[name] = given.map { Self.text($0, of: option, in: folder) }
        }
      } else {
        throw UsageError(
          message: "\(place(member.nameRange.lowerBound)): unknown word \(quoted(name))",
          hint: didYouMean(
            name, among: options.map(\.name) + ["inputs", "records", OptionDeclaration.input.name]))
      }
    }
  }

  private static func texts(_ value: JSONValue) -> [String] {
    value.kind == .array
      ? value.elements.flatMap(texts) : [value.string ?? value.rawText]
  }

  /// Returns a value with its path relative to the file's folder.
  private static func text(
    _ text: String, of option: OptionDeclaration, in folder: String
  ) -> String {
    switch option.path {
    case nil: return text
    case .whole: return text == "-" || text.hasPrefix("/") ? text : "\(folder)/\(text)"
    case .behindEquals:
      let parts = text.split(separator: "=", maxSplits: 1)
      // Parts have the words of `--released`, so a path is changed only if it has to be.
      guard parts.count == 2, !parts[1].hasPrefix("/"), !parts[1].hasPrefix("git:"),
        folder != FileManager.default.currentDirectoryPath
      else { return text }
      return "\(parts[0])=\(folder)/\(parts[1])"
    }
  }
}

extension OptionDeclaration {
  /// The inputs if there are no operands; the command line has no such option.
  static let input = OptionDeclaration("input", "PATH", "what is checked", path: .whole)
}
