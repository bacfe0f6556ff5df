import { emptyKeccak } from '../../crypto/keccak256.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import { toBigInt } from '../../primitives/integers.ts'
import { isCleanAddress, memoryNumber, saturatedNumber, wordAddress } from '../word.ts'
import type { FrameState } from './frameState.ts'
import { copyGas, type DynamicGas, type Operation, type Operations } from './instruction.ts'

const maximumWord = 2n ** 256n - 1n

/**
 * Price of a copy whose memory offset is `depth` items below the top; source offset and length are below it.
 */
const copyGasAt =
  (depth: number): DynamicGas =>
  (frame) => {
    const length = memoryNumber(frame.peek(depth + 2))
    return copyGas(length) + frame.memory.growthGas(memoryNumber(frame.peek(depth)), length)
  }

function copyToMemory(frame: FrameState, source: Uint8Array): undefined {
  const offset = memoryNumber(frame.pop())
  const start = saturatedNumber(frame.pop())
  const length = memoryNumber(frame.pop())
  frame.memory.expand(offset, length)
  frame.memory.copyFrom(source, start, offset, length)
}

const size = (read: (frame: FrameState) => Uint8Array): Operation => ({
  execute: (frame) => frame.push(BigInt(read(frame).length)),
})

const copy = (read: (frame: FrameState) => Uint8Array): Operation => ({
  gas: copyGasAt(0),
  execute: (frame) => copyToMemory(frame, read(frame)),
})

function callDataWord(data: Uint8Array, offset: number): bigint {
  const present = data.subarray(offset, offset + 32)
  return toBigInt(present) << BigInt(8 * (32 - present.length))
}

/**
 * The whole word must be the address of the precompile: with other upper bytes it names an ordinary account.
 */
const isPrecompile = (frame: FrameState, word: bigint): boolean =>
  isCleanAddress(word) && frame.host.precompile(wordAddress(word)) !== undefined

const externalCode = (frame: FrameState, word: bigint): Uint8Array =>
  frame.host.state.code(wordAddress(word))?.bytes ?? emptyBytes

/** Call data, code and return data. */
export const data: Operations = {
  CALLDATALOAD: {
    execute: (frame) => frame.push(callDataWord(frame.input, saturatedNumber(frame.pop()))),
  },
  CALLDATASIZE: size(({ input }) => input),
  CALLDATACOPY: copy(({ input }) => input),
  CODESIZE: size(({ program }) => program.bytes),
  CODECOPY: copy(({ program }) => program.bytes),
  EXTCODESIZE: {
    execute: (frame) => {
      const word = frame.pop()
      const isMarked = frame.rules.rskip90 && isPrecompile(frame, word)
      frame.push(isMarked ? maximumWord : BigInt(externalCode(frame, word).length))
    },
  },
  EXTCODECOPY: {
    gas: copyGasAt(1),
    execute: (frame) => copyToMemory(frame, externalCode(frame, frame.pop())),
  },
  EXTCODEHASH: {
    execute: (frame) => {
      const word = frame.pop()
      frame.push(toBigInt(isPrecompile(frame, word) ? emptyKeccak : frame.host.codeHash(wordAddress(word))))
    },
  },
  RETURNDATASIZE: size(({ returnData }) => returnData),
  RETURNDATACOPY: {
    gas: copyGasAt(0),
    execute: (frame) => {
      const end = saturatedNumber(frame.peek(1)) + memoryNumber(frame.peek(2))
      if (end > frame.returnData.length) return frame.halt('return-data-out-of-bounds')
      return copyToMemory(frame, frame.returnData)
    },
  },
}
