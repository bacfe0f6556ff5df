/** A criterion in hex: a log matches one of the addresses, and at each place one of the topics; an empty list is any. */
export interface HexCriterion {
  readonly addresses: readonly string[]
  readonly topics: readonly (readonly string[])[]
}

/** A log in hex. */
export interface HexLog {
  readonly address: string
  readonly topics: readonly string[]
}

/** The address is the place before the first topic. */
const addressPlace = 0

/**
 * Finds the criteria that a log may match without comparing it with each of them: a block may have ten thousand logs, and
 * clients many thousands of criteria. Each criterion is kept under its terms of one place, that with the fewest others.
 */
export class CriterionIndex<Entry> {
  /** Those that match every log. */
  readonly #unconditional = new Set<Entry>()
  /** For the address and each topic: the terms, and the criteria that are kept under them. */
  readonly #places: Map<string, Set<Entry>>[] = []

  /** Returns the function that removes the entry. */
  add({ addresses, topics }: HexCriterion, entry: Entry): () => void {
    const terms = [addresses, ...topics]
    const conditions = terms.flatMap((alternatives, place) => (alternatives.length === 0 ? [] : [place]))
    const [first, ...others] = conditions
    if (first === undefined) {
      this.#unconditional.add(entry)
      return () => this.#unconditional.delete(entry)
    }
    const crowdOf = (place: number): number =>
      Math.max(...(terms[place] ?? []).map((term) => this.#places[place]?.get(term)?.size ?? 0))
    const place = others.reduce((best, other) => (crowdOf(other) < crowdOf(best) ? other : best), first)
    const chosen = new Set(terms[place])
    for (const term of chosen) this.#entriesAt(place, term).add(entry)
    return () => {
      for (const term of chosen) this.#remove(place, term, entry)
    }
  }

  /** The entries of all criteria that the log may match, each once. */
  *candidates({ address, topics }: HexLog): Generator<Entry> {
    yield* this.#unconditional
    for (const [place, byTerm] of this.#places.entries()) {
      if (byTerm.size === 0) continue
      const term = place === addressPlace ? address : topics[place - 1]
      if (term !== undefined) yield* byTerm.get(term) ?? []
    }
  }

  #entriesAt(place: number, term: string): Set<Entry> {
    while (this.#places.length <= place) this.#places.push(new Map())
    const byTerm = this.#places[place]!
    const entries = byTerm.get(term) ?? new Set()
    byTerm.set(term, entries)
    return entries
  }

  #remove(place: number, term: string, entry: Entry): void {
    const entries = this.#places[place]?.get(term)
    entries?.delete(entry)
    if (entries?.size === 0) this.#places[place]?.delete(term)
  }
}
