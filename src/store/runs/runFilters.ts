import { asciiBytes } from '../../primitives/bytes.ts'
import type { SlotEngine } from '../engine.ts'
import { KeyFilter, keyHash } from './keyFilter.ts'
import { type Run, slotName } from './runList.ts'

/** The LMDB database with the filters of runs, by the names of their slots. */
export const filterTable = 'runFilters'

/**
 * Larger runs have none: each thread that reads keeps the filters in its memory, a byte and a quarter for a key, and they are made
 * in one go.
 */
const maximumFiltered = 1 << 18

/** The filters of the runs of one table. */
export class RunFilters {
  readonly #engine: SlotEngine
  readonly #table: string
  readonly #known = new Map<number, KeyFilter | undefined>()

  constructor(engine: SlotEngine, table: string) {
    this.#engine = engine
    this.#table = table
  }

  /** Undefined for a run without one, which is asked for every key. Runs do not change, so a filter is read once. */
  of({ slot, id, count }: Run): KeyFilter | undefined {
    if (count > maximumFiltered || this.#known.has(id)) return this.#known.get(id)
    const record = this.#engine.get(filterTable, this.#key(slot))
    const filter = record && KeyFilter.decode(record, id)
    this.#known.set(id, filter)
    return filter
  }

  /** Forgets the filters of runs that are not in the list. */
  keep(runs: readonly Run[]): void {
    const ids = new Set(runs.map(({ id }) => id))
    for (const id of this.#known.keys()) if (!ids.has(id)) this.#known.delete(id)
  }

  /** Writes the filter of a run whose entries are all there. */
  make({ slot, id, count }: Run): void {
    if (count > maximumFiltered) return
    const filter = KeyFilter.forKeys(count)
    const all = { start: undefined, end: undefined, reverse: false }
    for (const { key } of this.#engine.entries(slotName(this.#table, slot), all)) filter.add(keyHash(key))
    this.#engine.put(filterTable, this.#key(slot), filter.encode(id))
  }

  remove({ slot, count }: Run): void {
    if (count <= maximumFiltered) this.#engine.delete(filterTable, this.#key(slot))
  }

  #key(slot: number): Uint8Array {
    return asciiBytes(slotName(this.#table, slot))
  }
}
