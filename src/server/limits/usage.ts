/** What a caller has used in an hour or on a day. */
export interface Usage {
  /** Units that have been charged. */
  readonly units: number
  readonly calls: number
  readonly gas: number
  readonly logs: number
  readonly bytes: number
  /** Calls that were answered with an error; counted by the hour only. */
  readonly errors: number
}

export const noUsage: Usage = { units: 0, calls: 0, gas: 0, logs: 0, bytes: 0, errors: 0 }

export const usageMembers = Object.keys(noUsage) as readonly (keyof Usage)[]

export const addUsage = (a: Usage, b: Partial<Usage>): Usage => ({
  units: a.units + (b.units ?? 0),
  calls: a.calls + (b.calls ?? 0),
  gas: a.gas + (b.gas ?? 0),
  logs: a.logs + (b.logs ?? 0),
  bytes: a.bytes + (b.bytes ?? 0),
  errors: a.errors + (b.errors ?? 0),
})

const memberBytes = 8
/** The place between bytes and errors had thread time in earlier versions; it is zero. */
const places = { units: 0, calls: 1, gas: 2, logs: 3, bytes: 4, errors: 6 } as const
const recordBytes = 7 * memberBytes

export function encodeUsage(usage: Usage): Uint8Array {
  const view = new DataView(new ArrayBuffer(recordBytes))
  for (const member of usageMembers) view.setFloat64(places[member] * memberBytes, usage[member])
  return new Uint8Array(view.buffer)
}

/** A damaged record counts as no usage: it must not lock its key out. */
export function decodeUsage({ buffer, byteOffset, byteLength }: Uint8Array): Usage {
  if (byteLength !== recordBytes) return noUsage
  const view = new DataView(buffer, byteOffset)
  const numbers = usageMembers.map((member) => [member, view.getFloat64(places[member] * memberBytes)])
  return { ...noUsage, ...Object.fromEntries(numbers) }
}
