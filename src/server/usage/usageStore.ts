import { addUsage, decodeUsage, encodeUsage, type KeyUsage, noUsage } from '../limits/quotaStore.ts'

/** The usage of one method by one caller in one hour. */
export interface UsageOfHour {
  readonly hour: number
  /** The id of the key, or `guests`. */
  readonly caller: string
  readonly network: string
  readonly method: string
  readonly usage: HourUsage
}

/** The usage of each hour by caller, network and method, for 90 days. */
export interface UsageStore {
  add(labels: Pick<UsageOfHour, 'caller' | 'network' | 'method'>, usage: Partial<HourUsage>): void
  /** Rows of the hours from `first` up to and including `last`, ordered by hour. */
  rows(first: number, last: number): Iterable<UsageOfHour> | AsyncIterable<UsageOfHour>
  close(): void | Promise<void>
}

export const hourMs = 60 * 60 * 1000
/** Hours since 1970 in UTC. */
export const hourOf = (now: number): number => Math.floor(now / hourMs)

export const hoursKept = 90 * 24

/** The caller without a key. */
export const guests = 'guest'
/** Caller and method of the usage that exceeds the rows of an hour. */
export const others = 'other'
export const defaultRowsPerHour = 50_000

/** What a caller has used of a method of a network in an hour. */
export interface HourUsage extends KeyUsage {
  /** Calls that were answered with an error. */
  readonly errors: number
}

export const noHourUsage: HourUsage = { ...noUsage, errors: 0 }

export const addHourUsage = (a: HourUsage, b: Partial<HourUsage>): HourUsage => ({
  ...addUsage(a, b),
  errors: a.errors + (b.errors ?? 0),
})

const memberBytes = 8

/** The record of a day's usage, then the number of errors. */
export function encodeHourUsage(usage: HourUsage): Uint8Array {
  const errors = new Uint8Array(memberBytes)
  new DataView(errors.buffer).setFloat64(0, usage.errors)
  return Buffer.concat([encodeUsage(usage), errors])
}

/** A damaged record counts as no usage. */
export function decodeHourUsage(encoded: Uint8Array): HourUsage {
  const end = encoded.length - memberBytes
  if (end < memberBytes) return noHourUsage
  const { buffer, byteOffset } = encoded
  return {
    ...decodeUsage(encoded.subarray(0, end)),
    errors: new DataView(buffer, byteOffset + end, memberBytes).getFloat64(0),
  }
}
