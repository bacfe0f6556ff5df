import { emptyBytes } from '../../primitives/bytes.ts'
import { MEMORY_SQUARE_DIVISOR, MEMORY_WORD_GAS } from '../gas.ts'
import { FastEngineUnable } from '../halt.ts'
import type { Environment } from '../host.ts'
import { ARENA, ARENA_END, EXCHANGED_KEY, EXHAUSTED, RETURN_DATA, RETURN_DATA_SIZE } from '../layout.ts'

/*
 * How much linear memory a session may need. The core grows its memory before the session starts, because
 * growing detaches every view and takes time. The operating system provides a page only when it is touched.
 */

const pageSize = 65536

/** The next multiple of 64, at which parts of linear memory start. */
export const align = (address: number): number => (address + 63) & ~63

/** All addresses stay below 2^31, so that 32-bit operators of JavaScript can work with them. */
const maximumArena = 2 ** 31 - pageSize - ARENA

/** Bytes for copied call data. */
const besidesMemory = 64 * 2 ** 20

/** Bytes for the output of a precompile, which is not paid for as memory. Every precompile has less. */
const precompileOutput = 2 ** 20

interface ArenaSize {
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

/** The maximum that `gas` buys, which takes an even spread over all `frames` frames. */
function arenaSize(gas: number, frames: number): ArenaSize {
  const returnData = Math.min(affordableBytes(gas) + precompileOutput, maximumArena / 4)
  const memory = frames * (affordableBytes(gas / frames) + 256)
  return { frames: Math.min(memory + besidesMemory, maximumArena - returnData), returnData }
}

/**
 * What assembly/evm.ts exports. An address is a byte of linear memory; a word is addressed by its first byte.
 */
export type CoreExports = {
  readonly run: (frame: number) => number
  readonly prepareCode: (
    code: number,
    length: number,
    start: number,
    jumpMap: number,
    chunk: number,
    chunkEnd: number,
  ) => void
  readonly extendMemory: (frame: number, newSize: number) => void
  readonly rollback: (mark: number) => void
  readonly journalDrainedLog: () => void
  readonly copyBytes: (to: number, from: number, length: number) => void
  readonly reset: () => void
}

/** What a core asks of its session while it runs. The session must not call the core meanwhile. */
interface CoreSession {
  readStorage(account: number): void
  drainLogs(): void
}

const maximumPages = 32768
/** Memory grows in steps of 64 MiB: V8 collects all garbage at each step, and untouched pages take no memory. */
const stepPages = 1024
const stepBytes = stepPages * pageSize
/** Enough for the sessions of most blocks, so that the memory of a new core does not grow at its first session. */
const firstPages = ARENA / pageSize + 2 * stepPages

/** An instance of the WebAssembly core with its memory. It serves one execution at a time; `reset` ends it. */
export class Core {
  readonly exports: CoreExports
  session: CoreSession | undefined
  /** The block and transaction that are written in the core. */
  environment: Environment | undefined
  readonly #memory: WebAssembly.Memory
  #buffer!: ArrayBuffer
  /** Views of the whole memory; replaced when it grows, before a session's first frame, so users do not keep them. */
  u8!: Uint8Array
  u32!: Uint32Array
  u64!: BigUint64Array
  /** A view of the key of the cell that `readStorage` reads. */
  exchangedKey!: Uint8Array
  returnData = 0
  returnDataSize = 0
  /** For which the arena is divided. */
  #reservedGas = -1
  #reservedFrames = 0

  constructor(module: WebAssembly.Module) {
    this.#memory = new WebAssembly.Memory({ initial: firstPages, maximum: maximumPages })
    const host = {
      readStorage: (account: number) => this.session!.readStorage(account),
      drainLogs: () => this.session!.drainLogs(),
    }
    const instance = new WebAssembly.Instance(module, { env: { memory: this.#memory }, host })
    this.exports = instance.exports as CoreExports
    this.#view()
  }

  view(address: number, length: number): Uint8Array {
    return length === 0 ? emptyBytes : new Uint8Array(this.#buffer, address, length)
  }

  /** Copies bytes into linear memory. */
  write(address: number, bytes: Uint8Array): void {
    if (bytes.length > 0) this.u8.set(bytes, address)
  }

  #view(): void {
    const { buffer } = this.#memory
    this.#buffer = buffer
    this.u8 = new Uint8Array(buffer)
    this.u32 = new Uint32Array(buffer)
    this.u64 = new BigUint64Array(buffer)
    this.exchangedKey = new Uint8Array(buffer, EXCHANGED_KEY, 32)
  }

  /** Grows memory for a session with this gas and number of frames, and divides the arena, unless the last one had the same. */
  reserve(gas: number, frameCount: number): void {
    if (gas === this.#reservedGas && frameCount === this.#reservedFrames) return
    const { frames, returnData } = arenaSize(gas, frameCount)
    const missing = ARENA + frames + returnData - this.u8.length
    if (missing > 0) this.#grow(Math.min(stepPages * Math.ceil(missing / stepBytes), this.#pagesLeft))
    this.returnDataSize = returnData
    this.returnData = ARENA + frames - (frames % 64)
    this.u32[ARENA_END >>> 2] = this.returnData
    this.u32[RETURN_DATA >>> 2] = this.returnData
    this.u32[RETURN_DATA_SIZE >>> 2] = returnData
    this.#reservedGas = gas
    this.#reservedFrames = frameCount
  }

  get #pagesLeft(): number {
    return maximumPages - this.u8.length / pageSize
  }

  #grow(pages: number): void {
    try {
      this.#memory.grow(pages)
    } catch {
      throw new FastEngineUnable('the operating system refuses memory for this much gas')
    } finally {
      this.#view()
    }
  }

  /** Replaces the error of a trap by `FastEngineUnable` when the core trapped because a region was full. */
  explain(error: unknown): unknown {
    return this.u32[EXHAUSTED >>> 2] === 0 ? error : new FastEngineUnable('a memory region is full')
  }
}
