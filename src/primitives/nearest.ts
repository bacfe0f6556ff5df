import { editDistance } from './editDistance.ts'

/** Maximum number of edits between the typed word and a suggestion. */
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
