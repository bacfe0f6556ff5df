/** Edits up to which a candidate is suggested. */
const maximumEdits = 3

/** The candidate with the fewest edits, up to half of the length of the typed word. */
function nearest(typed: string, candidates: readonly string[]): string | undefined {
  const limit = Math.min(maximumEdits, Math.floor(typed.length / 2))
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(typed, candidate) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
  return ranked[0]?.candidate
}

/** `; did you mean …?` for the nearest candidate; empty when all are too different. */
export function suggestion(typed: string, candidates: readonly string[]): string {
  const near = nearest(typed, candidates)
  return near === undefined ? '' : `; did you mean ${near}?`
}

/** Number of insertions, deletions and replacements that turn `a` into `b` (Levenshtein distance). */
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
