// Collects logs in a buffer. The session turns them into objects at its end, or earlier when the buffer is
// full.
import {
  LOG_BYTE_GAS,
  LOG_BYTE_WORK_SHIFT,
  LOG_GAS,
  LOG_TOPIC_GAS,
  LOG_TOPIC_WORK,
  LOG_WORK,
} from '../../src/evm/gas'
import {
  EXCESS_GAS,
  FRAME_ACCOUNT,
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
import { memoryAddress, reachRegion } from './memory'
import { limb0, writeBytes } from './word'

/** The session moves all logs out of the buffer. It must not call the core. */
@external('host', 'drainLogs')
declare function drainLogs(): void

/** LOGn, its operands still below `stack`; returns the gas left, negative when the gas did not suffice. */
export function appendLog(frame: u32, stack: u32, topics: u32, gas: i64): i64 {
  const offset = stack - 32
  const size = stack - 64
  const reached = reachRegion(frame, offset, size, gas)
  if (reached < 0) return reached
  const length = <u32>limb0(size)
  const left = reached - <i64>length * LOG_BYTE_GAS
  if (left < 0) return left

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
  const excess = LOG_GAS - LOG_WORK + topics * (LOG_TOPIC_GAS - LOG_TOPIC_WORK)
  const ofData = length * LOG_BYTE_GAS - (length >> LOG_BYTE_WORK_SHIFT)
  store<i64>(EXCESS_GAS, load<i64>(EXCESS_GAS) + <i64>excess + <i64>ofData)
  return left
}

/** Reserves space for a record and records it in the journal. */
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
