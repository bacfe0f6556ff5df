import { toBigInt, unsignedBytes, wordBytes } from '../../primitives/integers.ts'
import {
  FIRST_WRITE_IN_CREATION_WORK,
  FIRST_WRITE_WORK,
  STORAGE_CLEAR_REFUND,
  STORAGE_SET_GAS,
  STORAGE_WRITE_GAS,
  STORAGE_WRITE_WORK,
} from '../gas.ts'
import type { FrameState } from './frameState.ts'
import type { Operations } from './instruction.ts'

const cell = (frame: FrameState, key: bigint): Uint8Array =>
  frame.host.state.storage(frame.parameters.address, wordBytes(key))

/**
 * The rule of the Yellow Paper: the present value of the cell counts, not its value before the transaction.
 */
const writeGas = (frame: FrameState): number => {
  const isSet = frame.peek(1) !== 0n && cell(frame, frame.peek(0)).length === 0
  return isSet ? STORAGE_SET_GAS : 0
}

function workOfWrite(frame: FrameState, key: Uint8Array): number {
  if (!frame.isFirstWrite(key)) return STORAGE_WRITE_WORK
  return frame.parameters.isInitCode ? FIRST_WRITE_IN_CREATION_WORK : FIRST_WRITE_WORK
}

export const storage: Operations = {
  SLOAD: {
    execute: (frame) => {
      const key = frame.pop()
      const value = toBigInt(cell(frame, key))
      frame.tracer?.storageRead?.(frame.parameters.address, key, value)
      frame.push(value)
    },
  },
  SSTORE: {
    gas: writeGas,
    execute: (frame) => {
      const gas = STORAGE_WRITE_GAS + writeGas(frame)
      const key = frame.pop()
      const value = frame.pop()
      if (value === 0n && cell(frame, key).length > 0) frame.refund += STORAGE_CLEAR_REFUND
      frame.tracer?.storageWrite?.(frame.parameters.address, key, value)
      const number = wordBytes(key)
      frame.addExcess(gas - workOfWrite(frame, number))
      frame.host.state.setStorage(frame.parameters.address, number, unsignedBytes(value))
    },
  },
  TLOAD: {
    execute: (frame) => {
      const key = wordBytes(frame.pop())
      frame.push(toBigInt(frame.host.state.transient(frame.parameters.address, key)))
    },
  },
  TSTORE: {
    execute: (frame) => {
      const key = wordBytes(frame.pop())
      const value = unsignedBytes(frame.pop())
      frame.host.state.setTransient(frame.parameters.address, key, value)
    },
  },
}
