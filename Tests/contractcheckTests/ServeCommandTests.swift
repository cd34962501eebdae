import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("serve answers HTTP requests until it is asked to end")
struct ServeCommandTests {
  private static let contract = """
    { "contract": 1, "basePath": "/v1",
      "endpoints": { "GET /users/:id": "User", "GET /users": "[User]", "DELETE /users/:id": null },
      "mappings": { "User": { "map": { "id": "Int", "name": "String" } } } }
    """
  private static let files = [
    "a.contract.json": contract, "Fixtures/article.json": #"{"id":1}"#,
    "Fixtures/routes.json": #"{ "GET /articles/:category/:id": "article.json" }"#,
    "Fixtures/pages/one.html": "<h1>one</h1>",
  ]

  /// Runs a script while a server runs, with the server's URL in `URL` and its process in `SERVER`.
  ///
  /// - Parameter signal: The signal that ends the server.
  /// - Returns: The script's output, the server's exit code, and the server's standard error.
  private func run(
    _ words: String, signal: String = "TERM", _ script: String
  ) async throws -> (output: String, log: String) {
    var result = (output: "", log: "")
    try await withFolder(Self.files) { folder in
      let output = try await BuiltCommand.run(
        #"""
        cd '\#(folder)'
        "$COMMAND" serve \#(words) > url 2> log &
        SERVER=$!
        for try in $(seq 600); do [ -s url ] && break; sleep 0.1; done
        URL=$(cat url)
        \#(script)
        kill -\#(signal) $SERVER
        (sleep 30 & trap "kill $!" TERM; wait $! && kill -KILL $SERVER) > /dev/null 2>&1 &
        WATCH=$!
        wait $SERVER; echo "ended with $?"
        kill $WATCH
        """#, environment: ["PATH": Programs.path]
      ).output
      result.output = output
      result.log = try String(contentsOfFile: folder + "/log", encoding: .utf8)
    }
    return result
  }

  static let hasCurl = Programs.has("curl")
  static let hasPython = Programs.has("python3")

  @Test(
    "curl gets files, routes, errors and generated payloads, and the log has each request",
    .enabled(if: BuiltCommand.isBuilt && hasCurl, "the command is not built, or there is no curl"))
  func curl() async throws {
    let run = try await run(
      "Fixtures -c a.contract.json --seed 7",
      #"""
      get() { curl -s -m 20 -w ' %{http_code} %{content_type}\n' "$@"; }
      get "$URL/article.json"; get "$URL/articles/news/7"; get "$URL/pages/one.html"
      get "$URL/offline"; get "$URL/error"; get --path-as-is "$URL/../a.contract.json" | tail -n 1
      get -X PUT "$URL/article.json" | tail -n 1
      get -X DELETE "$URL/v1/users/7"
      get "$URL/v1/users/7" | cut -c 1-6; get -I "$URL/article.json" | grep -i length | tr -d '\r'
      """#)
    #expect(
      run.output == """
        {"id":1} 200 application/json
        {"id":1} 200 application/json
        <h1>one</h1> 200 text/html
        Service Unavailable
         503 text/plain; charset=utf-8
        {"error":{"code":400,"message":"Bad Request"}} 400 application/json
         404 text/plain; charset=utf-8
         405 text/plain; charset=utf-8
         204 
        {"id":
        Content-Length: 8
        ended with 0

        """)
    let log = run.log.split(separator: "\n").map(String.init)
    #expect(log.count == 10)
    #expect(log.first == "GET /article.json 200 8")
    #expect(log[5].hasPrefix("GET /../a.contract.json 404 "))
    #expect(log[8].hasPrefix("GET /v1/users/7 200 ") && log[8].hasSuffix(" valid:7:0"))
    #expect(log.last == "HEAD /article.json 200 8")
  }

  @Test(
    "The guide shows the log",
    .enabled(if: BuiltCommand.isBuilt && hasCurl, "the command is not built, or there is no curl"))
  func guide() async throws {
    let root = PackageFolder.root.path
    let log = try await run(
      "'\(root)/Fixtures' -c '\(root)/Contracts' --port 0 --faults 30% --seed 7",
      """
      for path in article.json groups/avatars groups/avatars groups/avatars; do
        curl -s -m 20 "$URL/$path"
      done
      """
    ).log
    #expect(log.split(separator: "\n").count == 4)
    let shown = "http://127.0.0.1:8080\n\(log.dropLast())"
    #expect(Guide.named("TestingClients").shows(shown), "\(log)")
  }

  @Test(
    "Payloads are the same for a seed, and faulty as often as asked",
    .enabled(if: BuiltCommand.isBuilt && hasCurl, "the command is not built, or there is no curl"))
  func seeds() async throws {
    let script = #"for i in 1 2 3 4 5 6 7 8 9 10; do curl -s -m 20 "$URL/v1/users"; echo; done"#
    let words = "-c a.contract.json --faults 40% --seed 7"
    let first = try await run(words, script)
    #expect(try await run(words, script).output == first.output)
    #expect(
      try await run("-c a.contract.json --faults 40% --seed 8", script).output != first.output)
    let ids = first.log.split(separator: "\n").compactMap { $0.split(separator: " ").last }
    #expect(ids.count == 10)
    #expect(1...9 ~= ids.count { $0.hasPrefix("random:7:") })
    #expect(ids.allSatisfy { $0.hasPrefix("random:7:") || $0.hasPrefix("valid:7:") })
  }

  @Test(
    "Python's http.client uses one connection, and nothing is left open",
    .enabled(if: TestDepth.isFull),
    .enabled(
      if: BuiltCommand.isBuilt && hasPython, "the command is not built, or there is no python3"))
  func python() async throws {
    let run = try await run(
      "Fixtures --port 0 --host localhost", signal: "INT",
      #"""
      cat > client.py <<'END'
      import http.client, os, sys, time
      host, server = sys.argv[1].removeprefix("http://"), sys.argv[2]
      def open_files():
          folder = f"/proc/{server}/fd"
          return len(os.listdir(folder)) if os.path.isdir(folder) else 0
      def wait(count):
          for _ in range(200):
              if open_files() == count: return True
              time.sleep(0.05)
          return False
      before = open_files()
      connection = http.client.HTTPConnection(host, timeout=20)
      connection.request("GET", "/article.json"); connection.getresponse().read()
      sock = connection.sock
      for _ in range(2000):
          connection.request("GET", "/article.json")
          assert connection.getresponse().read() == b'{"id":1}'
      assert connection.sock is sock
      connection.request("POST", "/error", body=iter([b"ab", b"cd"]), encode_chunked=True,
                         headers={"Transfer-Encoding": "chunked"})
      print(connection.getresponse().status)
      connection.close()
      print("closed" if wait(before) else f"{before} open files, then {open_files()}")
      END
      python3 client.py "$URL" $SERVER
      """#)
    #expect(run.output == "400\nclosed\nended with 0\n", "\(run.output)")
    #expect(run.log.split(separator: "\n").count == 2002)
  }

  @Test(
    "An unread pipe blocks neither requests nor the end, and lost lines are counted",
    .enabled(if: TestDepth.isFull),
    .enabled(
      if: BuiltCommand.isBuilt && hasPython, "the command is not built, or there is no python3"),
    arguments: [("INT", true), ("TERM", false), ("HUP", false)])
  func unreadErrors(signal: String, isReadAgain: Bool) async throws {
    try await withFolder(Self.files) { folder in
      let output = try await BuiltCommand.run(
        #"""
        cd '\#(folder)'
        cat > client.py <<'END'
        import http.client, os, re, signal, subprocess, sys
        server = subprocess.Popen([os.environ["COMMAND"], "serve", "Fixtures"],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        host = server.stdout.readline().decode().strip().removeprefix("http://")
        connection = http.client.HTTPConnection(host, timeout=20)
        def ask(path):
            connection.request("GET", path)
            response = connection.getresponse()
            response.read()
            return response.status
        count, path = 3000, "/" + "a" * 400
        print("answered", sum(ask(path) == 404 for _ in range(count)))
        if "\#(isReadAgain)" == "true":
            told = 0
            while not (notice := re.match(rb"warning: (\d+) lines were not printed\n",
                                          line := server.stderr.readline())):
                told += line.startswith(b"GET /aaa")
            print("told or counted", told + int(notice[1]))
            ask("/article.json")
            print(server.stderr.readline().decode(), end="")
        server.send_signal(signal.SIG\#(signal))
        try:
            print("ended with", server.wait(30))
        except subprocess.TimeoutExpired:
            server.kill()
            print("did not end")
        END
        python3 client.py 2>&1
        """#, environment: ["PATH": Programs.path]
      ).output
      let told = isReadAgain ? "told or counted 3000\nGET /article.json 200 8\n" : ""
      #expect(output == "answered 3000\n\(told)ended with 0\n")
    }
  }

  @Test(
    "A port in use is an error",
    .enabled(if: BuiltCommand.isBuilt, "the command is not built"))
  func takenPort() async throws {
    let run = try await run(
      "Fixtures", #""$COMMAND" serve Fixtures --port "${URL##*:}" 2>&1; echo "and $?""#)
    let port = try #require(run.output.firstMatch(of: /the port ([0-9]+) of/)).output.1
    #expect(
      run.output == """
        contractcheck: the port \(port) of 127.0.0.1 cannot be used: something else listens on it
          hint: the port 0 is any that is free
        and 4
        ended with 0

        """)
  }

  @Test(
    "A server that cannot serve is an error",
    arguments: [
      (["DIR/nowhere"], ExitCode.unreadableInput, "there is no folder DIR/nowhere\n"),
      (
        ["DIR/bad"], .unreadableInput,
        "DIR/bad/routes.json:1:13: the file \"b.json\" cannot be read: no such file or folder\n"
      ),
      ([], .usage, "serve needs a folder, or --contracts\n  hint: contractcheck serve Fixtures\n"),
      (["DIR", "DIR"], .usage, "serve takes one folder\n"),
      (["DIR", "--port", "70000"], .usage, "--port is a number from 0 to 65535, not \"70000\"\n"),
      (["DIR", "--faults", "5%"], .usage, "--faults needs --contracts\n"),
      (["DIR", "-c", "DIR/a.contract.json", "--faults", "x"], .usage, "--faults is 0% to 100%"),
      (["DIR", "--host", "::1"], .unreadableInput, "the host \"::1\" is no IPv4 address\n"),
      (["DIR", "-c", "DIR/nowhere"], .unreadableInput, "no such file or folder: DIR/nowhere\n"),
      (["DIR", "-c", "DIR/bad.contract.json"], .invalidContract, "unknown word \"mapings\""),
    ])
  func mistakes(words: [String], code: ExitCode, message: String) throws {
    let files = [
      "a.contract.json": Self.contract, "bad/routes.json": #"{ "GET /a": "b.json" }"#,
      "bad.contract.json": #"{ "contract": 1, "mapings": {} }"#,
    ]
    try withFolder(files) { folder in
      let run = CommandRun(["serve"] + words.map { $0.replacing("DIR", with: folder) })
      #expect(run.exitCode == code)
      #expect(run.errors.contains(message.replacing("DIR", with: folder)), "\(run.errors)")
      #expect(run.output == "")
    }
  }
}
