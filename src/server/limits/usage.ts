/** What a caller has used in an hour or on a day. */
export interface Usage {
  /** Units that have been charged. */
  readonly units: number
  readonly calls: number
  readonly gas: number
  readonly logs: number
  readonly bytes: number
  readonly threadMs: number
  /** Calls that were answered with an error; counted by the hour only. */
  readonly errors: number
}

export const noUsage: Usage = { units: 0, calls: 0, gas: 0, logs: 0, bytes: 0, threadMs: 0, errors: 0 }

export const usageMembers = Object.keys(noUsage) as readonly (keyof Usage)[]

export const addUsage = (a: Usage, b: Partial<Usage>): Usage => ({
  units: a.units + (b.units ?? 0),
  calls: a.calls + (b.calls ?? 0),
  gas: a.gas + (b.gas ?? 0),
  logs: a.logs + (b.logs ?? 0),
  bytes: a.bytes + (b.bytes ?? 0),
  threadMs: a.threadMs + (b.threadMs ?? 0),
  errors: a.errors + (b.errors ?? 0),
})

const memberBytes = 8
const recordBytes = usageMembers.length * memberBytes

/** The members in their order. */
export function encodeUsage(usage: Usage): Uint8Array {
  const view = new DataView(new ArrayBuffer(recordBytes))
  for (const [index, member] of usageMembers.entries()) view.setFloat64(index * memberBytes, usage[member])
  return new Uint8Array(view.buffer)
}

/** A damaged record counts as no usage: it must not lock its key out. */
export function decodeUsage({ buffer, byteOffset, byteLength }: Uint8Array): Usage {
  if (byteLength !== recordBytes) return noUsage
  const view = new DataView(buffer, byteOffset)
  const numbers = usageMembers.map((member, index) => [member, view.getFloat64(index * memberBytes)])
  return { ...noUsage, ...Object.fromEntries(numbers) }
}
