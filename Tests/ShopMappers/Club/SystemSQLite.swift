import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A database in memory, with the system's SQLite if there is one.
final class SystemSQLite {
  struct Failure: Error {}

  private typealias Pointer = UnsafeMutableRawPointer
  private typealias Open =
    @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Pointer?>)
    -> Int32
  private typealias Close = @convention(c) (Pointer) -> Int32
  private typealias Prepare =
    @convention(c) (
      Pointer, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<Pointer?>, Pointer?
    ) -> Int32
  private typealias BindText =
    @convention(c) (
      Pointer, Int32, UnsafePointer<CChar>, Int32, Int
    ) -> Int32
  private typealias BindInteger = @convention(c) (Pointer, Int32, Int64) -> Int32
  private typealias Step = @convention(c) (Pointer) -> Int32
  private typealias Text = @convention(c) (Pointer, Int32) -> UnsafePointer<UInt8>?
  private typealias Integer = @convention(c) (Pointer, Int32) -> Int64
  private typealias Kind = @convention(c) (Pointer, Int32) -> Int32
  private typealias Length = @convention(c) (Pointer, Int32) -> Int32

  enum Value {
    case null
    case integer(Int)
    case text(String)

    var integer: Int { if case .integer(let value) = self { value } else { 0 } }
    var text: String? { if case .text(let value) = self { value } else { nil } }
  }

  private struct Library: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer

    func function<Function>(_ name: String) -> Function? {
      dlsym(handle, name).map { unsafeBitCast($0, to: Function.self) }
    }
  }

  private static let names: [String] = ["libsqlite3.so.0", "libsqlite3.dylib"]
  private static let library: Library? = names.lazy
    .compactMap { dlopen($0, RTLD_NOW) }.first.map { Library(handle: $0) }

  static var isThere: Bool { library != nil }

  private let database: Pointer
  private let library: Library

  init?() {
    guard let library = Self.library, let open: Open = library.function("sqlite3_open") else {
      return nil
    }
    var database: Pointer?
    guard open(":memory:", &database) == 0, let database else { return nil }
    (self.library, self.database) = (library, database)
  }

  deinit {
    let close: Close? = library.function("sqlite3_close")
    _ = close?(database)
  }

  /// Runs a statement.
  ///
  /// - Returns: Its rows.
  @discardableResult
  func run(_ statement: String, _ values: Value...) throws -> [[Value]] {
    guard let prepare: Prepare = library.function("sqlite3_prepare_v2"),
      let step: Step = library.function("sqlite3_step"),
      let finalize: Step = library.function("sqlite3_finalize"),
      let count: Step = library.function("sqlite3_column_count")
    else { throw Failure() }
    var prepared: Pointer?
    guard prepare(database, statement, -1, &prepared, nil) == 0, let prepared else {
      throw Failure()
    }
    defer { _ = finalize(prepared) }
    try bind(values, to: prepared)
    var rows: [[Value]] = []
    while true {
      switch step(prepared) {
      case 100: rows.append(try (0..<count(prepared)).map { try value($0, of: prepared) })
      case 101: return rows
      default: throw Failure()
      }
    }
  }

  private func bind(_ values: [Value], to statement: Pointer) throws {
    guard let text: BindText = library.function("sqlite3_bind_text"),
      let integer: BindInteger = library.function("sqlite3_bind_int64")
    else { throw Failure() }
    for (number, value) in values.enumerated() {
      let place = Int32(number + 1)
      switch value {
      case .null: continue
      case .integer(let value): _ = integer(statement, place, Int64(value))
      // −1 makes SQLite copy the text.
      case .text(let value): _ = text(statement, place, value, Int32(value.utf8.count), -1)
      }
    }
  }

  private func value(_ column: Int32, of statement: Pointer) throws -> Value {
    guard let kind: Kind = library.function("sqlite3_column_type"),
      let integer: Integer = library.function("sqlite3_column_int64"),
      let text: Text = library.function("sqlite3_column_text"),
      let length: Length = library.function("sqlite3_column_bytes")
    else { throw Failure() }
    switch kind(statement, column) {
    case 1: return .integer(Int(integer(statement, column)))
    case 3:
      guard let start = text(statement, column) else { return .null }
      let bytes = UnsafeBufferPointer(start: start, count: Int(length(statement, column)))
      return .text(String(decoding: bytes, as: UTF8.self))
    default: return .null
    }
  }
}
