/**
 * The work that keys have used and the units that they have spent on a day. Reads and additions are immediate; an
 * implementation that several servers share may see the spending of the others with a delay.
 */
export interface QuotaStore {
  /** The units; `day` is the number of days since 1970 in UTC. `limit` is what the key may use on it. */
  used(keyId: string, day: number, limit?: number): number
  add(keyId: string, day: number, usage: Partial<KeyUsage>): void
  /** Saves unsaved changes and ends. */
  close(): void | Promise<void>
}

export const dayMs = 24 * 60 * 60 * 1000
export const dayOf = (now: number): number => Math.floor(now / dayMs)

/** What a key has used on a day. */
export interface KeyUsage {
  /** Units that have been charged. */
  readonly units: number
  readonly calls: number
  readonly gas: number
  readonly logs: number
  readonly bytes: number
  readonly threadMs: number
}

export const noUsage: KeyUsage = { units: 0, calls: 0, gas: 0, logs: 0, bytes: 0, threadMs: 0 }

const memberBytes = 8

export const addUsage = (a: KeyUsage, b: Partial<KeyUsage>): KeyUsage => ({
  units: a.units + (b.units ?? 0),
  calls: a.calls + (b.calls ?? 0),
  gas: a.gas + (b.gas ?? 0),
  logs: a.logs + (b.logs ?? 0),
  bytes: a.bytes + (b.bytes ?? 0),
  threadMs: a.threadMs + (b.threadMs ?? 0),
})

/** Six numbers of eight bytes. */
export function encodeUsage({ units, calls, gas, logs, bytes, threadMs }: KeyUsage): Uint8Array {
  const numbers = [units, calls, gas, logs, bytes, threadMs]
  const encoded = new Uint8Array(numbers.length * memberBytes)
  const view = new DataView(encoded.buffer)
  for (const [index, number] of numbers.entries()) view.setFloat64(index * memberBytes, number)
  return encoded
}

/** A damaged record counts as no usage: it must not lock its key out. */
export function decodeUsage(encoded: Uint8Array): KeyUsage {
  const { byteLength, buffer, byteOffset } = encoded
  if (byteLength !== 6 * memberBytes) return noUsage
  const view = new DataView(buffer, byteOffset, byteLength)
  const at = (index: number): number => view.getFloat64(index * memberBytes)
  return { units: at(0), calls: at(1), gas: at(2), logs: at(3), bytes: at(4), threadMs: at(5) }
}
