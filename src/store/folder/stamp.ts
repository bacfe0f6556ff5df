import { Buffer } from '../../platform/buffer.ts'
import { asciiBytes, equalBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { StoreError } from '../errors.ts'
import type { Batch } from '../store.ts'

/**
 * The stamp in the `meta` table of a folder holds its format version and its chain. The version grows when the meaning of
 * existing tables changes, or when a new table must be complete from the first block on; a table that may start empty does
 * not need a new version. The first release wrote version 4; version 5 keeps scattered tables as sorted runs.
 */
export const formatVersion = 5

/** Rewrites the records of one format as the next format has them. */
export interface UpgradeStep {
  /** The format version that the step reads. */
  readonly from: number
  readonly run: (batch: Batch) => void
}

/** The tables of format 4 are the first slots of those of format 5, so no record changes. */
export const stepToRuns: UpgradeStep = { from: 4, run: () => {} }

export interface Stamp {
  readonly network: string
  readonly genesisHash: Uint8Array
  /**
   * The upgrade heights that differ from the network's own, as `rskip97=10 rskip398=5`. Empty or undefined for the
   * network's own schedule.
   */
  readonly schedule?: string
  /** The format version of the folder; `formatVersion` if undefined. */
  readonly format?: number
}

/** The keys of `meta` that belong to the store; other keys belong to the chain. */
export const stampKeys = {
  format: asciiBytes('store.format'),
  network: asciiBytes('store.network'),
  genesis: asciiBytes('store.genesis'),
  schedule: asciiBytes('store.schedule'),
  writer: asciiBytes('store.writer'),
  /** Present while a copy is being made. */
  incomplete: asciiBytes('store.incomplete'),
}

type Get = (key: Uint8Array) => Uint8Array | undefined
type Put = (key: Uint8Array, value: Uint8Array) => void

export const isStamped = (get: Get): boolean => get(stampKeys.format) !== undefined

export function writeStamp(put: Put, stamp: Stamp): void {
  const { network, genesisHash, schedule = '', format = formatVersion } = stamp
  writeFormat(put, format)
  put(stampKeys.network, Buffer.from(network))
  put(stampKeys.genesis, genesisHash)
  if (schedule !== '') put(stampKeys.schedule, Buffer.from(schedule))
}

export const formatOf = (get: Get): number => Number(text(get(stampKeys.format)))

export const writeFormat = (put: Put, format: number): void =>
  put(stampKeys.format, Buffer.from(String(format)))

/** The steps from one format version to another, in their order; undefined when one is missing. */
export function stepsBetween(
  from: number,
  to: number,
  steps: readonly UpgradeStep[],
): readonly UpgradeStep[] | undefined {
  const needed = steps.filter((step) => step.from >= from && step.from < to).sort((a, b) => a.from - b.from)
  return needed.length === to - from ? needed : undefined
}

/** `steps` upgrade a folder of an older version. */
export function checkStamp(
  get: Get,
  path: string,
  { network, genesisHash, schedule = '', format: wanted = formatVersion }: Stamp,
  steps: readonly UpgradeStep[],
): void {
  const format = formatOf(get)
  if (format > wanted) {
    const versions = `format ${format}, this version knows up to ${wanted}`
    throw new StoreError(
      'newer-format',
      `${path} was written by a newer version (${versions}): update, or use another folder`,
    )
  }
  if (format < wanted && stepsBetween(format, wanted, steps) === undefined) {
    const advice =
      'start the node that writes it with this version; if that is refused too, use another folder and import the chain again'
    throw new StoreError(
      'older-format',
      `${path} was written by an older version (format ${format}, this version needs ${wanted}): ${advice}`,
    )
  }
  const storedNetwork = text(get(stampKeys.network))
  if (storedNetwork !== network) {
    throw new StoreError(
      'other-network',
      `${path} holds the network ${storedNetwork}, not ${network}: use another folder`,
    )
  }
  // Checked before the genesis block, which depends on the schedule.
  const storedSchedule = text(get(stampKeys.schedule))
  if (storedSchedule !== schedule) {
    throw new StoreError(
      'other-schedule',
      `${path} holds a chain with other upgrade heights: ${scheduleDifference(storedSchedule, schedule)}; use the schedule that the folder was made with, or another folder`,
    )
  }
  const storedGenesis = get(stampKeys.genesis) ?? new Uint8Array(0)
  if (!equalBytes(storedGenesis, genesisHash)) {
    const both = `${toHex(storedGenesis)}, not from ${toHex(genesisHash)}`
    throw new StoreError(
      'other-genesis',
      `${path} holds a chain that starts from ${both}: use another folder`,
    )
  }
}

const text = (bytes: Uint8Array | undefined): string =>
  bytes === undefined ? '' : Buffer.from(bytes).toString()

/** Maximum entries that a message lists; it gives the number of the others. */
const maximumListed = 5

/** Names the heights in which two schedules differ: `rskip398 (5 in the folder, 9 in the settings)`. */
function scheduleDifference(stored: string, given: string): string {
  const [inFolder, inSettings] = [heightsOf(stored), heightsOf(given)]
  const names = [...new Set([...inFolder.keys(), ...inSettings.keys()])]
  const differing = names.filter((name) => inFolder.get(name) !== inSettings.get(name))
  const listed = differing
    .slice(0, maximumListed)
    .map(
      (name) =>
        `${name} (${heightText(inFolder, name)} in the folder, ${heightText(inSettings, name)} in the settings)`,
    )
  const more = differing.length - listed.length
  return `${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const heightsOf = (schedule: string): ReadonlyMap<string, string> =>
  new Map(
    schedule.split(' ').flatMap((entry): [string, string][] => {
      const [name, height] = entry.split('=', 2)
      return name && height ? [[name, height]] : []
    }),
  )

function heightText(heights: ReadonlyMap<string, string>, name: string): string {
  const height = heights.get(name) ?? 'as the network'
  return height === '-1' ? 'never' : height
}
