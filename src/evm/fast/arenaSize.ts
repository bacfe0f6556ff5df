import { MEMORY_SQUARE_DIVISOR, MEMORY_WORD_GAS } from '../gas.ts'
import { ARENA } from '../layout.ts'

/*
 * How much linear memory a session may need. The core grows its memory before the session starts, because
 * growing detaches every view and takes time. The operating system provides a page only when it is touched.
 */

export const pageSize = 65536

/** All addresses stay below 2^31, so that 32-bit operators of JavaScript can work with them. */
const largestArena = 2 ** 31 - pageSize - ARENA

/** Bytes for copied call data and for code that is decoded for one frame only. */
const besidesMemory = 64 * 2 ** 20

/** Bytes for the output of a precompile, which is not paid for as memory. Every precompile has less. */
const precompileOutput = 2 ** 20

export interface ArenaSize {
  /** Memory of all frames. */
  readonly frames: number
  /** The return-data buffer. */
  readonly returnData: number
}

/** Bytes of memory a frame can buy: the price of w words, a * w + w * w / b, solved for w. */
function affordableBytes(gas: number): number {
  const a = MEMORY_WORD_GAS
  const b = MEMORY_SQUARE_DIVISOR
  return Math.ceil(((Math.sqrt(a * a + (4 * gas) / b) - a) * b) / 2) * 32
}

/** What `gas` can buy when it is spread evenly over all `frames` frames, which buys the most. */
export function arenaSize(gas: number, frames: number): ArenaSize {
  const returnData = Math.min(affordableBytes(gas) + precompileOutput, largestArena / 4)
  const memory = frames * (affordableBytes(gas / frames) + 256)
  return { frames: Math.min(memory + besidesMemory, largestArena - returnData), returnData }
}
