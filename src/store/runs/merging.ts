import type { SlotEngine } from '../engine.ts'
import { successor } from '../keys.ts'
import { mergeWalks } from '../mergeWalks.ts'
import type { Entry } from '../store.ts'
import { keyHash } from './keyFilter.ts'
import type { RunFilters } from './runFilters.ts'
import { freeSlots, joinedAges, type Merge, noAges, type RunList, slotName } from './runList.ts'
import { dueMerges, isFull, type RunLimits } from './tiers.ts'
import { isTombstone, tombstoneOf } from './tombstone.ts'

/*
 * Full recent slots become runs, and runs become larger ones, a few entries at a time. Sources stay in the list until one
 * transaction replaces them by the output, so a process may end between any two transactions. The last key of an output says up
 * to which key its sources have been read.
 */

export interface Puts {
  /** Since the last call. */
  readonly all: number
  /** In the last transaction. */
  readonly last: number
}

/** Moves the entries of one table, inside a write transaction. */
export class Merging {
  readonly #engine: SlotEngine
  readonly #table: string
  readonly #filters: RunFilters
  readonly #limits: RunLimits

  constructor(engine: SlotEngine, table: string, filters: RunFilters, limits: RunLimits) {
    this.#engine = engine
    this.#table = table
    this.#filters = filters
    this.#limits = limits
  }

  /** The list after the work that is due for some puts; the same list when there is none. */
  after(before: RunList, puts: Puts): RunList {
    let list = this.#withMerges(this.#withFullRecent(before, puts))
    const outputs = list.merges.map(({ output }) => output)
    for (const output of outputs) {
      const merge = list.merges.find((other) => other.output === output)!
      list = this.#withStep(list, merge, this.#limits.effort * puts.all)
    }
    return list.merges.length < outputs.length ? this.#withMerges(list) : list
  }

  #withFullRecent(list: RunList, { last }: Puts): RunList {
    const count = this.#engine.count(this.#slot(list.recent.slot))
    return isFull(count, last, this.#limits) ? this.withNewRecent(list) : list
  }

  /** Makes a run of the recent slot. */
  withNewRecent(list: RunList): RunList {
    const { recent, runs, merges } = list
    // One more slot stays free for a merge. Without one, the recent slot grows on.
    const [slot, spare] = freeSlots(list)
    if (slot === undefined || spare === undefined) return list
    const lastId = list.lastId + 1
    const count = this.#engine.count(this.#slot(recent.slot))
    const run = { slot: recent.slot, id: lastId, count, ages: recent.ages }
    this.#filters.make(run)
    return {
      recent: { slot, ages: noAges, isPacked: false },
      lastId,
      runs: [run, ...runs],
      merges: merges.map((merge) => ({ ...merge, first: merge.first + 1 })),
    }
  }

  #withMerges(list: RunList): RunList {
    let { merges } = list
    for (const { first, sources } of dueMerges(list.runs, merges, this.#limits)) {
      const [output] = freeSlots({ ...list, merges })
      if (output !== undefined) merges = [...merges, { first, sources, output, taken: 0 }]
    }
    return merges === list.merges ? list : { ...list, merges }
  }

  /** Moves up to `budget` entries of one merge. */
  #withStep(list: RunList, merge: Merge, budget: number): RunList {
    const { first, sources } = merge
    const output = this.#slot(merge.output)
    const runs = list.runs.slice(first, first + sources)
    const isOldest = first + sources === list.runs.length
    const [last] = this.#engine.page(output, {
      start: undefined,
      end: undefined,
      reverse: true,
      limit: 1,
    }).entries
    const range = { start: last && successor(last.key), end: undefined, reverse: false }
    const walks = runs.map(({ slot }) => this.#engine.entries(this.#slot(slot), range))
    const filters = runs.map((run) => this.#filters.of(run))
    let { taken } = merge
    let moved = 0
    let dropped: Uint8Array | undefined
    const observer = {
      onPassed: (walk: number, { key }: Entry) => {
        taken++
        // A damaged key must not become one of the output, whose filter would have it instead of the true one.
        if (filters[walk]?.mayHave(keyHash(key)) === false) this.#refuse()
      },
      onMisplaced: () => this.#refuse(),
    }
    for (const { key, value } of mergeWalks(walks, false, observer)) {
      if (moved++ === budget) {
        // The next step begins after the last key of the output.
        if (dropped !== undefined) this.#append(output, dropped, tombstoneOf(dropped))
        return {
          ...list,
          merges: list.merges.map((other) => (other === merge ? { ...merge, taken } : other)),
        }
      }
      dropped = isOldest && isTombstone(key, value) ? key : undefined
      if (dropped === undefined) this.#append(output, key, value)
    }
    if (taken !== runs.reduce((sum, { count }) => sum + count, 0)) this.#refuse()
    return this.#replaced(list, merge)
  }

  #append(output: string, key: Uint8Array, value: Uint8Array): void {
    if (!this.#engine.append(output, key, value)) this.#refuse()
  }

  /** Puts the output of a merge in place of its sources. */
  #replaced(list: RunList, merge: Merge): RunList {
    const { first, sources, output } = merge
    const old = list.runs.slice(first, first + sources)
    for (const run of old) {
      this.#engine.clear(this.#slot(run.slot))
      this.#filters.remove(run)
    }
    const count = this.#engine.count(this.#slot(output))
    const ages = old.map((run) => run.ages).reduce(joinedAges, noAges)
    const lastId = list.lastId + 1
    const merged = count === 0 ? [] : [{ slot: output, id: lastId, count, ages }]
    for (const run of merged) this.#filters.make(run)
    const removed = sources - merged.length
    return {
      recent: list.recent,
      lastId,
      runs: [...list.runs.slice(0, first), ...merged, ...list.runs.slice(first + sources)],
      merges: list.merges
        .filter((other) => other !== merge)
        .map((other) => (other.first > first ? { ...other, first: other.first - removed } : other)),
    }
  }

  #slot(slot: number): string {
    return slotName(this.#table, slot)
  }

  #refuse(): never {
    throw new Error(`the table ${this.#table} has a damaged run; run "cambium verify", which says what to do`)
  }
}
