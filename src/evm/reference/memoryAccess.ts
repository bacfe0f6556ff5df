import { keccak256 } from '../../crypto/keccak256.ts'
import { toBigInt } from '../../primitives/integers.ts'
import { KECCAK_WORD_GAS } from '../gas.ts'
import { wordsFor } from '../memoryGas.ts'
import { memoryNumber } from '../word.ts'
import type { FrameState } from './frameState.ts'
import { copyGas, type Operations, regionGas } from './instruction.ts'

const wordGas = (frame: FrameState): number => frame.memory.growthGas(memoryNumber(frame.peek(0)), 32)
const byteGas = (frame: FrameState): number => frame.memory.growthGas(memoryNumber(frame.peek(0)), 1)

/** RSKIP445 charges for memory up to the end of the higher region. */
const moveGas = (frame: FrameState): number => {
  const target = memoryNumber(frame.peek(0))
  const start = memoryNumber(frame.peek(1))
  const length = memoryNumber(frame.peek(2))
  return copyGas(length) + frame.memory.growthGas(Math.max(target, start), length)
}

const keccakGas = (frame: FrameState): number =>
  KECCAK_WORD_GAS * wordsFor(memoryNumber(frame.peek(1))) + regionGas(frame)

/** Pops the offset of a region, expands memory for the region and returns the offset. */
function popRegion(frame: FrameState, length: number): number {
  const offset = memoryNumber(frame.pop())
  frame.memory.expand(offset, length)
  return offset
}

export const memoryAccess: Operations = {
  MLOAD: { gas: wordGas, execute: (frame) => frame.push(frame.memory.load(popRegion(frame, 32))) },
  MSTORE: {
    gas: wordGas,
    execute: (frame) => {
      const offset = popRegion(frame, 32)
      frame.memory.store(offset, frame.pop())
    },
  },
  MSTORE8: {
    gas: byteGas,
    execute: (frame) => {
      const offset = popRegion(frame, 1)
      frame.memory.storeByte(offset, Number(frame.pop() & 0xffn))
    },
  },
  MSIZE: { execute: (frame) => frame.push(BigInt(frame.memory.size)) },
  MCOPY: {
    gas: moveGas,
    execute: (frame) => {
      const target = memoryNumber(frame.pop())
      const start = memoryNumber(frame.pop())
      const length = memoryNumber(frame.pop())
      frame.memory.expand(Math.max(target, start), length)
      if (length > 0) frame.memory.move(target, start, length)
    },
  },
  SHA3: {
    gas: keccakGas,
    execute: (frame) => {
      const offset = memoryNumber(frame.pop())
      const length = memoryNumber(frame.pop())
      frame.memory.expand(offset, length)
      frame.push(toBigInt(keccak256(frame.memory.region(offset, length))))
    },
  },
}
