/// An error of the command line.
struct UsageError: Error {
  var message: String
  var hint: String?
}
