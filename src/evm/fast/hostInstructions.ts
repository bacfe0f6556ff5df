import { emptyKeccak } from '../../crypto/keccak256.ts'
import { emptyBytes, stripLeadingZeros } from '../../primitives/bytes.ts'
import { COPY_WORD_GAS } from '../gas.ts'
import type { HaltCause } from '../halt.ts'
import { wordsFor } from '../memoryGas.ts'
import {
  BALANCE,
  BLOCKHASH,
  EXTCODECOPY,
  EXTCODEHASH,
  EXTCODESIZE,
  SELFBALANCE,
  TLOAD,
  TSTORE,
} from '../opcodeBytes.ts'
import type { FrameContext } from './frameContext.ts'
import {
  getAddress,
  isCleanAddress,
  memoryNumber,
  readBytes,
  saturatedNumber,
  setBigInt,
  setBytes,
  setNumber,
} from './words.ts'

/*
 * Instructions that need the host. The core has charged their constant gas and checked the stack; they pop
 * their operands and push their result.
 */

type HostInstruction = (frame: FrameContext) => HaltCause | undefined

const maximumWord = 2n ** 256n - 1n

/**
 * The whole word must be the address of the precompile: with other upper bytes it names an ordinary account.
 */
function isPrecompile({ core, host }: FrameContext, word: number): boolean {
  return isCleanAddress(core, word) && host.precompile(getAddress(core, word)) !== undefined
}

/** An instruction that replaces the top word and cannot fail. */
const replacing =
  (replace: (frame: FrameContext, word: number) => void): HostInstruction =>
  (frame) => {
    replace(frame, frame.stack - 32)
    return undefined
  }

function copyExternalCode(frame: FrameContext): HaltCause | undefined {
  const { core, host } = frame
  const account = frame.stack - 32
  const offset = memoryNumber(core, frame.stack - 64)
  const start = saturatedNumber(core, frame.stack - 96)
  const size = memoryNumber(core, frame.stack - 128)
  if (!frame.charge(frame.memoryCost(offset, size) + COPY_WORD_GAS * wordsFor(size))) return 'out-of-gas'
  frame.expand(offset, size)
  const code = host.state.code(getAddress(core, account))?.bytes ?? emptyBytes
  const target = frame.memory(offset, size)
  const copied = code.subarray(start, start + size)
  target.set(copied)
  target.fill(0, copied.length)
  frame.stack -= 128
  return undefined
}

/** The host copies them. */
const transientKey = new Uint8Array(32)
const transientValue = new Uint8Array(32)

function storeTransient(frame: FrameContext): HaltCause | undefined {
  const { core, host, parameters } = frame
  if (parameters.isStatic) return 'state-change-in-static-call'
  readBytes(core, frame.stack - 32, transientKey)
  readBytes(core, frame.stack - 64, transientValue)
  host.state.setTransient(parameters.address, transientKey, stripLeadingZeros(transientValue))
  frame.stack -= 64
  return undefined
}

function pushOwnBalance(frame: FrameContext): undefined {
  setBigInt(frame.core, frame.stack, frame.host.state.balance(frame.parameters.address))
  frame.stack += 32
}

/** By opcode. */
export const hostInstructions: Readonly<Record<number, HostInstruction>> = {
  [BALANCE]: replacing(({ core, host }, word) =>
    setBigInt(core, word, host.state.balance(getAddress(core, word))),
  ),
  [EXTCODESIZE]: replacing((frame, word) => {
    const { core, host, rules } = frame
    if (rules.rskip90 && isPrecompile(frame, word)) setBigInt(core, word, maximumWord)
    else setNumber(core, word, host.state.code(getAddress(core, word))?.bytes.length ?? 0)
  }),
  [EXTCODECOPY]: copyExternalCode,
  [EXTCODEHASH]: replacing((frame, word) => {
    const { core, host } = frame
    setBytes(core, word, isPrecompile(frame, word) ? emptyKeccak : host.codeHash(getAddress(core, word)))
  }),
  [BLOCKHASH]: replacing(({ core, host }, word) =>
    setBytes(core, word, host.blockHash(saturatedNumber(core, word)) ?? emptyBytes),
  ),
  [SELFBALANCE]: pushOwnBalance,
  [TLOAD]: replacing(({ core, host, parameters }, word) => {
    readBytes(core, word, transientKey)
    setBytes(core, word, host.state.transient(parameters.address, transientKey))
  }),
  [TSTORE]: storeTransient,
}
