/** The result of a library that throws for values out of range; undefined for such values. */
export function answer<Result>(compute: () => Result): Result | undefined {
  try {
    return compute()
  } catch {
    return undefined
  }
}
