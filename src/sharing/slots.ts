import { SharingError } from './errors.ts'
import { listReply } from './replies.ts'

/* Which server of a cluster has a key (https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/). */

export const slotCount = 16_384

/** The slots from `first` to `last` and the server that has them. */
export interface SlotRange {
  readonly first: number
  readonly last: number
  readonly host: string
  readonly port: number
}

/** CRC-16/XMODEM of a key, or of the part of it in braces. */
export function slotOf(key: string): number {
  const open = key.indexOf('{')
  const close = open === -1 ? -1 : key.indexOf('}', open + 1)
  const hashed = close > open + 1 ? key.slice(open + 1, close) : key
  let crc = 0
  for (const byte of Buffer.from(hashed)) crc = ((crc << 8) & 0xffff) ^ (crcTable[(crc >>> 8) ^ byte] ?? 0)
  return crc % slotCount
}

const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  return crc
})

/**
 * Reads a reply to CLUSTER SLOTS. An empty host is that of the server that has answered. Throws when slots are without a
 * server.
 */
export function readSlots(reply: unknown, answering: string): readonly SlotRange[] {
  const ranges = listReply(reply, 'CLUSTER SLOTS').map((row) => readRange(row, answering))
  let next = 0
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    if (first > next) break
    next = Math.max(next, last + 1)
  }
  if (next === slotCount) return ranges
  throw new SharingError('away', `the cluster has no primary for slot ${next}`)
}

function readRange(row: unknown, answering: string): SlotRange {
  const [first, last, primary] = listReply(row, 'CLUSTER SLOTS')
  const [host, port] = listReply(primary, 'CLUSTER SLOTS')
  const isRange = isBelow(first, slotCount) && isBelow(last, slotCount) && first <= last
  if (isRange && (typeof host === 'string' || host === null) && isBelow(port, 65_536)) {
    return { first, last, host: host || answering, port }
  }
  throw new SharingError('damaged', 'the shared state has a wrong value in CLUSTER SLOTS')
}

const isBelow = (value: unknown, bound: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < bound

/** Where a server says that a slot is: `MOVED slot host:port` or `ASK slot host:port`. */
export function readRedirection(
  reply: string,
  answering: string,
): { readonly isLasting: boolean; readonly host: string; readonly port: number } | undefined {
  const [, word, host = '', port] = /^(MOVED|ASK) \d{1,5} (.{0,255}):(\d{1,5})$/.exec(reply) ?? []
  if (word === undefined) return undefined
  return { isLasting: word === 'MOVED', host: host || answering, port: Number(port) }
}
