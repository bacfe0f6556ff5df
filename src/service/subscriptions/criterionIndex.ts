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

/** Entries by their owners. */
type OwnedEntries<Entry> = Map<string, Set<Entry>>

/**
 * Finds the criteria that a log may match without comparing it with each of them: a block may have ten thousand logs, and
 * clients many thousands of criteria. Each criterion is indexed under its terms of one place, the place whose terms have the
 * fewest entries.
 */
export class CriterionIndex<Entry> {
  /** Entries of criteria that match every log. */
  readonly #unconditional: OwnedEntries<Entry> = new Map()
  /** For the address and each topic: the terms, and the criteria that are kept under them. */
  readonly #places: Map<string, OwnedEntries<Entry>>[] = []

  /** Returns the function that removes the entry. */
  add({ addresses, topics }: HexCriterion, owner: string, entry: Entry): () => void {
    const terms = [addresses, ...topics]
    const conditions = terms.flatMap((alternatives, place) => (alternatives.length === 0 ? [] : [place]))
    const [first, ...others] = conditions
    if (first === undefined) {
      addTo(this.#unconditional, owner, entry)
      return () => removeFrom(this.#unconditional, owner, entry)
    }
    // A log costs as much as the term has owners, and each owner as much as it has entries there.
    const crowdOf = (place: number): number =>
      Math.max(
        ...(terms[place] ?? []).map((term) => {
          const entries = this.#places[place]?.get(term)
          return (entries?.size ?? 0) + (entries?.get(owner)?.size ?? 0)
        }),
      )
    const place = others.reduce((best, other) => (crowdOf(other) < crowdOf(best) ? other : best), first)
    const chosen = new Set(terms[place])
    for (const term of chosen) addTo(this.#entriesAt(place, term), owner, entry)
    return () => {
      for (const term of chosen) this.#remove(place, term, owner, entry)
    }
  }

  /** The entries of all criteria that the log may match, each once, by their owners; an owner may come several times. */
  *candidates({ address, topics }: HexLog): Generator<[owner: string, entries: ReadonlySet<Entry>]> {
    yield* this.#unconditional
    for (const [place, byTerm] of this.#places.entries()) {
      if (byTerm.size === 0) continue
      const term = place === addressPlace ? address : topics[place - 1]
      if (term !== undefined) yield* byTerm.get(term) ?? []
    }
  }

  #entriesAt(place: number, term: string): OwnedEntries<Entry> {
    while (this.#places.length <= place) this.#places.push(new Map())
    const byTerm = this.#places[place]!
    const entries = byTerm.get(term) ?? new Map()
    byTerm.set(term, entries)
    return entries
  }

  #remove(place: number, term: string, owner: string, entry: Entry): void {
    const entries = this.#places[place]?.get(term)
    if (entries === undefined) return
    removeFrom(entries, owner, entry)
    if (entries.size === 0) this.#places[place]?.delete(term)
  }
}

function addTo<Entry>(entries: OwnedEntries<Entry>, owner: string, entry: Entry): void {
  const owned = entries.get(owner) ?? new Set()
  entries.set(owner, owned.add(entry))
}

function removeFrom<Entry>(entries: OwnedEntries<Entry>, owner: string, entry: Entry): void {
  const owned = entries.get(owner)
  owned?.delete(entry)
  if (owned?.size === 0) entries.delete(owner)
}
