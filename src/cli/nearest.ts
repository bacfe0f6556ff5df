/** Beyond this many edits a suggestion would be a guess. */
const farthest = 3

/** The candidate that was probably meant, if one is near enough. */
export function nearest(typed: string, candidates: readonly string[]): string | undefined {
  const limit = Math.min(farthest, Math.floor(typed.length / 2))
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(typed, candidate) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
  return ranked[0]?.candidate
}

/** `; did you mean …?`, or nothing. */
export function suggestion(typed: string, candidates: readonly string[]): string {
  const near = nearest(typed, candidates)
  return near === undefined ? '' : `; did you mean ${near}?`
}

/** Insertions, deletions and replacements that turn one word into the other. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaced = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1))
    }
    previous = current
  }
  return previous[b.length]!
}
