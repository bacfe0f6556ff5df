/** The problems of a list whose items are `condition && problem`. */
export const contradictions = (...found: readonly (string | false)[]): string[] =>
  found.filter((problem) => problem !== false)
