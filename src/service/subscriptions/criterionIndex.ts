/** A criterion in hex: a log matches one of the addresses, and at each position one of the topics; an empty list is any. */
export interface HexCriterion {
  readonly addresses: readonly string[]
  readonly topics: readonly (readonly string[])[]
}

/** A log in hex. */
export interface HexLog {
  readonly address: string
  readonly topics: readonly string[]
}

/** The address is the position before the first topic. */
const addressPosition = 0

/** Entries by their owners. */
type OwnedEntries<Entry> = Map<string, Set<Entry>>

/**
 * Finds the criteria that a log may match without comparing it with each of them: a block may have ten thousand logs, and
 * clients many thousands of criteria. Each criterion is indexed under its terms of one position, the position whose terms have the
 * fewest entries.
 */
export class CriterionIndex<Entry> {
  /** Entries of criteria that match every log. */
  readonly #unconditional: OwnedEntries<Entry> = new Map()
  /** For the address and each topic: the terms, and the criteria that are kept under them. */
  readonly #positions: Map<string, OwnedEntries<Entry>>[] = []

  /** Returns the function that removes the entry. */
  add({ addresses, topics }: HexCriterion, owner: string, entry: Entry): () => void {
    const terms = [addresses, ...topics]
    const conditions = terms.flatMap((alternatives, position) =>
      alternatives.length === 0 ? [] : [position],
    )
    const [first, ...others] = conditions
    if (first === undefined) {
      addTo(this.#unconditional, owner, entry)
      return () => removeFrom(this.#unconditional, owner, entry)
    }
    // A log costs as much as the term has owners, and each owner as much as it has entries there.
    const crowdOf = (position: number): number =>
      Math.max(
        ...(terms[position] ?? []).map((term) => {
          const entries = this.#positions[position]?.get(term)
          return (entries?.size ?? 0) + (entries?.get(owner)?.size ?? 0)
        }),
      )
    const position = others.reduce((best, other) => (crowdOf(other) < crowdOf(best) ? other : best), first)
    const chosen = new Set(terms[position])
    for (const term of chosen) addTo(this.#entriesAt(position, term), owner, entry)
    return () => {
      for (const term of chosen) this.#remove(position, term, owner, entry)
    }
  }

  /** The entries of all criteria that the log may match, each once, by their owners; an owner may come several times. */
  *candidates({ address, topics }: HexLog): Generator<[owner: string, entries: ReadonlySet<Entry>]> {
    yield* this.#unconditional
    for (const [position, byTerm] of this.#positions.entries()) {
      if (byTerm.size === 0) continue
      const term = position === addressPosition ? address : topics[position - 1]
      if (term !== undefined) yield* byTerm.get(term) ?? []
    }
  }

  #entriesAt(position: number, term: string): OwnedEntries<Entry> {
    while (this.#positions.length <= position) this.#positions.push(new Map())
    const byTerm = this.#positions[position]!
    const entries = byTerm.get(term) ?? new Map()
    byTerm.set(term, entries)
    return entries
  }

  #remove(position: number, term: string, owner: string, entry: Entry): void {
    const entries = this.#positions[position]?.get(term)
    if (entries === undefined) return
    removeFrom(entries, owner, entry)
    if (entries.size === 0) this.#positions[position]?.delete(term)
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
