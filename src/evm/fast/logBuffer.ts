import { asHash, type Hash } from '../../primitives/bytes.ts'
import { LOG_ACCOUNT, LOG_BUFFER, LOG_DATA_LENGTH, LOG_HEADER_SIZE, LOG_TOP, LOG_TOPICS } from '../layout.ts'
import type { Log } from '../log.ts'
import type { Accounts } from './accounts.ts'
import type { Core } from './core.ts'

/** The logs in the core's buffer, oldest first. They are views of one copy: a copy of each part costs more. */
export function readLogs({ u8, u32 }: Core, accounts: Accounts): Log[] {
  const logs: Log[] = []
  const length = u32[LOG_TOP >>> 2]!
  if (length === 0) return logs
  const { buffer } = u8.slice(LOG_BUFFER, LOG_BUFFER + length)
  for (let at = 0; at < length; ) {
    const record = LOG_BUFFER + at
    const data = at + LOG_HEADER_SIZE + 32 * u32[(record + LOG_TOPICS) >>> 2]!
    const dataLength = u32[(record + LOG_DATA_LENGTH) >>> 2]!
    const topics: Hash[] = []
    for (let topic = at + LOG_HEADER_SIZE; topic < data; topic += 32) {
      topics.push(asHash(new Uint8Array(buffer, topic, 32)))
    }
    const address = accounts.address(u32[(record + LOG_ACCOUNT) >>> 2]!)
    logs.push({ address, topics, data: new Uint8Array(buffer, data, dataLength) })
    at = (data + dataLength + 15) & ~15
  }
  return logs
}
