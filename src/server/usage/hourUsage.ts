import { addUsage, decodeUsage, encodeUsage, type KeyUsage, noUsage } from '../limits/keyUsage.ts'

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
