import { emptyBytes } from '../../primitives/bytes.ts'
import type { SlotEngine } from '../engine.ts'
import { StoreError } from '../errors.ts'
import type { KeyFilter } from './keyFilter.ts'
import { Merging } from './merging.ts'
import { RunFilters } from './runFilters.ts'
import {
  type Ages,
  allAges,
  decodeList,
  encodeList,
  listHeadLength,
  listKey,
  listWithoutRuns,
  type RunList,
  slotName,
} from './runList.ts'
import type { RunLimits } from './tiers.ts'

/** A slot that reads may ask. */
export interface ReadSlot {
  readonly name: string
  readonly ages: Ages
  readonly filter: KeyFilter | undefined
}

/** What this thread knows of the runs of a table. */
export class KnownRuns {
  /** Entries that were put since the last merges. */
  puts: number
  readonly merging: Merging
  readonly #filters: RunFilters
  readonly #engine: SlotEngine
  readonly #table: string
  readonly #key: Uint8Array
  /** The start of the record of the list below, which differs for each list of a folder. */
  #head: Uint8Array = emptyBytes
  #generation = 0
  #list: RunList
  #slots: readonly ReadSlot[]

  constructor(engine: SlotEngine, table: string, limits: RunLimits) {
    // The first puts continue the merges of a process that ended.
    this.puts = limits.pause
    this.#filters = new RunFilters(engine, table)
    this.merging = new Merging(engine, table, this.#filters, limits)
    this.#engine = engine
    this.#table = table
    this.#key = listKey(table)
    this.#list = listWithoutRuns(allAges)
    this.#slots = this.#slotsOf(this.#list)
  }

  /** The list in the transaction that reads see. */
  get list(): RunList {
    this.#refresh()
    return this.#list
  }

  /** The slots of that list, the newest first. */
  get slots(): readonly ReadSlot[] {
    this.#refresh()
    return this.#slots
  }

  #slotsOf({ recent, runs }: RunList): readonly ReadSlot[] {
    return [
      { name: slotName(this.#table, recent.slot), ages: allAges, filter: undefined },
      ...runs.map((run) => ({
        name: slotName(this.#table, run.slot),
        ages: run.ages,
        filter: this.#filters.of(run),
      })),
    ]
  }

  #isCurrent(): boolean {
    const hasHead = this.#engine.hasStart('meta', this.#key, this.#head)
    return this.#head === emptyBytes ? hasHead === undefined : hasHead === true
  }

  /** Decodes the record of the list when it is another one than before. */
  #refresh(): void {
    if (this.#isCurrent()) return
    const record = this.#engine.get('meta', this.#key)
    const decoded =
      record === undefined ? { generation: 0, list: listWithoutRuns(allAges) } : decodeList(record)
    if (decoded === undefined) throw damagedList(this.#table)
    this.#filters.keep(decoded.list.runs)
    this.#slots = this.#slotsOf(decoded.list)
    this.#list = decoded.list
    this.#generation = decoded.generation
    this.#head = record?.slice(0, listHeadLength) ?? emptyBytes
  }

  /** Called in a write transaction. */
  save(list: RunList): void {
    this.#refresh()
    this.#engine.put('meta', this.#key, encodeList(list, (this.#generation + 1) >>> 0))
  }
}

const damagedList = (table: string): StoreError =>
  new StoreError(
    'failed',
    `the list of runs of the table ${table} is damaged: check the disk, then restore a backup, or remove the folder and synchronise again`,
  )
