/// How much the counts of all parts may be in sum: more than any capture has, and so little that no
/// sum or share of them is too large a number.
package struct CountBudget {
  var records = 1 << 50
  var bytes = 1 << 56

  package init() {}
}
