import { Buffer } from '../../platform/buffer.ts'
import { crc32 } from '../../platform/checksum.ts'
import { asciiBytes, concatBytes } from '../../primitives/bytes.ts'

/*
 * Where the entries of a scattered table are. A slot is a table of the engine below: the recent one takes all puts, the others
 * are runs, which do not change, the outputs of merges, or empty. The list is a record of `meta`, so that a reader gets it in the
 * read transaction of the entries.
 */

/** Slots of a table; the first has the name of the table, as it had before there were runs. */
const slotCount = 32

export const slotName = (table: string, slot: number): string => (slot === 0 ? table : `${table}.${slot}`)

export const slotNames = (table: string): readonly string[] =>
  Array.from({ length: slotCount }, (_, slot) => slotName(table, slot))

/** The smallest and the largest age of the keys of a run. */
export interface Ages {
  readonly from: number
  readonly to: number
}

const maximumWord = 0xffff_ffff
export const noAges: Ages = { from: maximumWord, to: 0 }
export const allAges: Ages = { from: 0, to: maximumWord }

export const includesAge = ({ from, to }: Ages, age: number): boolean => from <= age && age <= to

export const joinedAges = (one: Ages, other: Ages): Ages => ({
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
})

export interface Run {
  readonly slot: number
  /** Different for all runs of a table. */
  readonly id: number
  readonly count: number
  readonly ages: Ages
}

/** Adjacent runs that are being written into another slot as one. */
export interface Merge {
  /** Index of the newest of them. */
  readonly first: number
  readonly sources: number
  readonly output: number
  /** Entries of the sources that have been read. */
  readonly taken: number
}

export interface Recent extends Pick<Run, 'slot' | 'ages'> {
  /** Whether its entries came in key order, on full pages, which further ones would split: it becomes a run before they come. */
  readonly isPacked: boolean
}

export interface RunList {
  readonly recent: Recent
  /** The last id of a run. */
  readonly lastId: number
  /** The newest first. */
  readonly runs: readonly Run[]
  readonly merges: readonly Merge[]
}

export const listKey = (table: string): Uint8Array => asciiBytes(`store.runs.${table}`)

/** Of the checksum, and of the generation after it, which tells lists of one folder apart. */
const checksumLength = 4
export const listHeadLength = checksumLength + 4

export function encodeList({ recent, lastId, runs, merges }: RunList, generation: number): Uint8Array {
  const words = [
    generation,
    recent.slot,
    recent.ages.from,
    recent.ages.to,
    Number(recent.isPacked),
    lastId,
    runs.length,
  ]
  for (const { slot, id, count, ages } of runs) words.push(slot, id, count, ages.from, ages.to)
  for (const { first, sources, output, taken } of merges) words.push(first, sources, output, taken)
  const content = Buffer.alloc(4 * words.length)
  for (const [index, word] of words.entries()) content.writeUInt32BE(word, 4 * index)
  const checksum = Buffer.alloc(checksumLength)
  checksum.writeUInt32BE(crc32(content))
  return concatBytes(checksum, content)
}

/** Undefined for a record that is not what was written. */
export function decodeList(
  record: Uint8Array,
): { readonly generation: number; readonly list: RunList } | undefined {
  const bytes = Buffer.from(record)
  const content = bytes.subarray(checksumLength)
  if (bytes.length <= checksumLength || bytes.readUInt32BE(0) !== crc32(content)) return undefined
  const words = Array.from({ length: content.length / 4 }, (_, index) => content.readUInt32BE(4 * index))
  let at = 0
  const next = (): number => words[at++]!
  const nextAges = (): Ages => ({ from: next(), to: next() })
  const generation = next()
  const recent = { slot: next(), ages: nextAges(), isPacked: next() === 1 }
  const lastId = next()
  const runs = Array.from({ length: next() }, () => ({
    slot: next(),
    id: next(),
    count: next(),
    ages: nextAges(),
  }))
  const merges: Merge[] = []
  while (at < words.length) merges.push({ first: next(), sources: next(), output: next(), taken: next() })
  return { generation, list: { recent, lastId, runs, merges } }
}

/** Of a folder that has no list yet. */
export const listWithoutRuns = (ages: Ages): RunList => ({
  recent: { slot: 0, ages, isPacked: false },
  lastId: 0,
  runs: [],
  merges: [],
})

/** The smallest slots that are not in use. */
export function freeSlots({ recent, runs, merges }: RunList): readonly number[] {
  const used = new Set([recent.slot, ...runs.map(({ slot }) => slot), ...merges.map(({ output }) => output)])
  return Array.from({ length: slotCount }, (_, slot) => slot).filter((slot) => !used.has(slot))
}
