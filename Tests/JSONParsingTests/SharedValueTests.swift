import Dispatch
import JSONParsing
import Testing

@Suite("Values that several threads share")
struct SharedValueTests {
  private struct Failure: Error {}

  @Test("Additions of many threads are all counted")
  func mutex() {
    let count = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1000 { count.withLock { $0 += 1 } }
    }
    #expect(count.withLock { $0 } == 8000)
  }

  @Test("An error releases the lock")
  func throwing() {
    let count = Mutex(0)
    #expect(throws: Failure.self) {
      try count.withLock { count throws(Failure) in
        count += 1
        throw Failure()
      }
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test("Atomic additions and exchanges lose nothing")
  func atomic() {
    let count = Atomic(0)
    let isFirst = Atomic(true)
    let firstCount = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1000 { count.add(1) }
      if isFirst.exchange(false) { firstCount.add(1) }
    }
    #expect(count.load() == 8000 && firstCount.load() == 1 && !isFirst.load())
    #expect(count.add(-8000) == 8000)
    count.replace(1, with: 2)
    #expect(count.load() == 0)
    count.replace(0, with: 2)
    #expect(count.load() == 2)
    count.store(-3)
    #expect(count.load() == -3)
  }

  @Test(
    "Bytes are a text only if they are UTF-8",
    arguments: [
      ([], true), ([0x61], true), ([0xef, 0xbf, 0xbd], true), ([0xef, 0xbb, 0xbf, 0x61], true),
      ([0xff], false), ([0xc3], false), ([0xed, 0xa0, 0x80], false), ([0x61, 0xc0, 0x80], false),
      ([0x65, 0xcc, 0x81], true),
    ] as [([UInt8], Bool)])
  func validUTF8(bytes: [UInt8], isValid: Bool) {
    #expect(String(validUTF8: bytes).map { Array($0.utf8) } == (isValid ? bytes : nil))
  }
}
