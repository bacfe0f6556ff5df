import { asHash, type Hash } from '../../primitives/bytes.ts'
import { LOG_ACCOUNT, LOG_BUFFER, LOG_DATA_LENGTH, LOG_HEADER_SIZE, LOG_TOP, LOG_TOPICS } from '../layout.ts'
import type { Log } from '../log.ts'
import type { Accounts } from './accounts.ts'
import type { Core } from './core.ts'

/**
 * The logs in the core's buffer, oldest first. They are views of one copy, because copying each part takes
 * more time. A topic that equals the topic of the log before is the same view, because most logs of a loop
 * differ little.
 */
export function readLogs({ u8, u32 }: Core, accounts: Accounts): Log[] {
  const logs: Log[] = []
  const length = u32[LOG_TOP >>> 2]!
  if (length === 0) return logs
  const { buffer } = u8.slice(LOG_BUFFER, LOG_BUFFER + length)
  const words = new Uint32Array(buffer)
  let previous: readonly Hash[] = []
  let distance = 0
  for (let at = 0; at < length; ) {
    const first = at + LOG_HEADER_SIZE
    const topics: Hash[] = []
    for (let i = 0, count = words[(at + LOG_TOPICS) >>> 2]!; i < count; i++) {
      const topic = first + 32 * i
      const isRepeated = i < previous.length && isEqual(words, topic, topic - distance)
      topics.push(isRepeated ? previous[i]! : asHash(new Uint8Array(buffer, topic, 32)))
    }
    const data = first + 32 * topics.length
    const dataLength = words[(at + LOG_DATA_LENGTH) >>> 2]!
    const address = accounts.address(words[(at + LOG_ACCOUNT) >>> 2]!)
    logs.push({ address, topics, data: new Uint8Array(buffer, data, dataLength) })
    previous = topics
    distance = ((data + dataLength + 15) & ~15) - at
    at += distance
  }
  return logs
}

/** Whether the 32 bytes at two positions, multiples of 4, are the same. */
function isEqual(words: Uint32Array, a: number, b: number): boolean {
  for (let i = 0; i < 32; i += 4) if (words[(a + i) >>> 2] !== words[(b + i) >>> 2]) return false
  return true
}
