// Logs are collected in a buffer and become objects when the session ends, or earlier when the buffer is full.
import { LOG_BYTE_GAS } from '../../src/evm/gas'
import {
  FRAME_ACCOUNT,
  FRAME_GAS,
  LOG_ACCOUNT,
  LOG_BUFFER,
  LOG_BUFFER_SIZE,
  LOG_COUNT,
  LOG_DATA_LENGTH,
  LOG_DRAINED,
  LOG_HEADER_SIZE,
  LOG_TOP,
  LOG_TOPICS,
} from '../../src/evm/layout'
import { exhausted } from './exhaustion'
import { journalLog } from './journal'
import { growForRegion, memoryAddress, UNAFFORDABLE } from './memory'
import { limb0, writeBytes } from './word'

/** Takes all logs out of the buffer. Never re-enters the core. */
@external('host', 'drainLogs')
declare function drainLogs(): void

/** LOGn with the stack pointer before its operands are popped; answers the gas beyond the constant part. */
export function appendLog(frame: u32, stack: u32, topics: u32): i64 {
  const offset = stack - 32
  const size = stack - 64
  const growth = growForRegion(frame, offset, size)
  if (growth == UNAFFORDABLE) return growth
  const length = <u32>limb0(size)
  const cost = growth + <i64>length * LOG_BYTE_GAS
  if (cost > load<i64>(frame, FRAME_GAS)) return cost

  const record = reserve(LOG_HEADER_SIZE + topics * 32 + length)
  store<u32>(record, load<u32>(frame, FRAME_ACCOUNT), LOG_ACCOUNT)
  store<u32>(record, topics, LOG_TOPICS)
  store<u32>(record, length, LOG_DATA_LENGTH)
  let to = record + LOG_HEADER_SIZE
  for (let topic: u32 = 0; topic < topics; topic++) {
    writeBytes(to, size - 32 - (topic << 5))
    to += 32
  }
  if (length) memory.copy(to, memoryAddress(frame, offset), length)
  return cost
}

/** Space for a record, journalled. */
function reserve(bytes: u32): u32 {
  const padded = (bytes + 15) & ~15
  if (load<u32>(LOG_TOP) + padded > <u32>LOG_BUFFER_SIZE) {
    if (padded > <u32>LOG_BUFFER_SIZE) exhausted()
    drainLogs()
    store<u32>(LOG_DRAINED, load<u32>(LOG_COUNT))
    store<u32>(LOG_TOP, 0)
  }
  journalLog()
  const top = load<u32>(LOG_TOP)
  store<u32>(LOG_TOP, top + padded)
  return LOG_BUFFER + top
}
