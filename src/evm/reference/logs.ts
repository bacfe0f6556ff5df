import { asHash } from '../../primitives/bytes.ts'
import { wordBytes } from '../../primitives/integers.ts'
import {
  LOG_BYTE_GAS,
  LOG_BYTE_WORK_SHIFT,
  LOG_GAS,
  LOG_TOPIC_GAS,
  LOG_TOPIC_WORK,
  LOG_WORK,
} from '../gas.ts'
import { memoryNumber } from '../word.ts'
import type { FrameState } from './frameState.ts'
import { type Operation, type Operations, regionGas } from './instruction.ts'

const dataGas = (frame: FrameState): number => LOG_BYTE_GAS * memoryNumber(frame.peek(1)) + regionGas(frame)

/** The part of the gas without that of memory. */
const excessOf = (topicCount: number, length: number): number =>
  LOG_GAS -
  LOG_WORK +
  topicCount * (LOG_TOPIC_GAS - LOG_TOPIC_WORK) +
  length * LOG_BYTE_GAS -
  (length >> LOG_BYTE_WORK_SHIFT)

const log = (topicCount: number): Operation => ({
  gas: dataGas,
  execute: (frame) => {
    const offset = memoryNumber(frame.pop())
    const length = memoryNumber(frame.pop())
    const topics = Array.from({ length: topicCount }, () => asHash(wordBytes(frame.pop())))
    frame.memory.expand(offset, length)
    const data = frame.memory.region(offset, length).slice()
    frame.addExcess(excessOf(topicCount, length))
    frame.appendLog({ address: frame.parameters.address, topics, data })
  },
})

export const logs: Operations = { LOG0: log(0), LOG1: log(1), LOG2: log(2), LOG3: log(3), LOG4: log(4) }
