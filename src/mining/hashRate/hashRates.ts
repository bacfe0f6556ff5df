import { equalBytes } from '../../primitives/bytes.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Steps } from '../../primitives/work/steps.ts'
import type { Block } from '../../protocol/block.ts'
import type { MiningChain } from '../inputs/miningChain.ts'

const lifetimeMs = 10 * 60 * 1000
/** Any client may submit, so the number of reports is bounded. */
const maximumMiners = 10_000
/** A rate has 32 bytes. */
const maximumRate = (1n << 256n) - 1n

interface SubmittedRate {
  readonly hashesPerSecond: bigint
  readonly expiresAtMs: number
}

/** Hash rates that miners report about themselves, unverified. Each expires after ten minutes. */
export class SubmittedHashRates {
  readonly #nowMs: () => number
  /** By the miner's own id, the oldest report first: they expire in this order. */
  readonly #rates = new Map<string, SubmittedRate>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /**
   * A report replaces the earlier one of the same miner. False if a value is out of range or too many miners are
   * known.
   */
  submit(minerId: Uint8Array, hashesPerSecond: bigint): boolean {
    if (minerId.length !== 32 || hashesPerSecond < 0n || hashesPerSecond > maximumRate) return false
    this.#expire()
    const key = wordKey(minerId)
    this.#rates.delete(key)
    if (this.#rates.size >= maximumMiners) return false
    this.#rates.set(key, { hashesPerSecond, expiresAtMs: this.#nowMs() + lifetimeMs })
    return true
  }

  /** Hashes per second of all miners together. */
  get total(): bigint {
    this.#expire()
    let sum = 0n
    for (const { hashesPerSecond } of this.#rates.values()) sum += hashesPerSecond
    return sum
  }

  #expire(): void {
    const now = this.#nowMs()
    for (const [key, { expiresAtMs }] of this.#rates) {
      if (expiresAtMs > now) return
      this.#rates.delete(key)
    }
  }
}

const windowSeconds = 3600
/** Public chains have a few hundred blocks an hour; the limit bounds the walk on a local chain. */
const maximumBlocks = 3600

/**
 * Hashes per second behind the best chain's blocks of the last hour, uncles included; if a coinbase is given, only
 * behind its blocks. Zero if the best block is in the future. Each step reads one block.
 */
export function* chainHashRate(
  chain: Pick<MiningChain, 'head' | 'block'>,
  nowSeconds: number,
  coinbase?: Uint8Array,
): Steps<bigint> {
  let work = 0n
  let block: Block | undefined = chain.head
  for (let count = 0; block && count < maximumBlocks && isRecent(block, nowSeconds); count++) {
    yield
    if (coinbase === undefined || equalBytes(block.header.coinbase, coinbase)) work += workOf(block)
    block = block.header.number === 0 ? undefined : chain.block(block.header.parentHash)
  }
  return work / BigInt(windowSeconds)
}

const isRecent = ({ header: { timestamp } }: Block, nowSeconds: number): boolean =>
  timestamp <= nowSeconds && timestamp >= nowSeconds - windowSeconds

const workOf = ({ header, uncles }: Block): bigint =>
  uncles.reduce((sum, { difficulty }) => sum + difficulty, header.difficulty)
