import type { Json } from '../json/json.ts'

/** A chain on which calls are as heavy as they can be; `test/judge/heavyChain.ts` makes it. Hashes and addresses are hex. */
export interface HeavyChain {
  /** An account of the wallet, which has sent the transactions of the chain. */
  readonly account: string
  /** A sender with as many pending transactions as one may have. */
  readonly sender: string
  /** Its contract has the maximum code. */
  readonly largeContract: string
  readonly largeCodeHash: string
  /** A contract with many storage cells, numbered from 1 on. */
  readonly storage: string
  /** A call of it writes as many logs as the gas allows. */
  readonly logger: string
  /** A call of it makes as many calls as the gas allows. */
  readonly caller: string
  readonly logs: MinedTransaction
  readonly calls: MinedTransaction
  /** The block with many transactions. */
  readonly full: MinedTransaction
  readonly head: string
  readonly genesis: string
  /** A transaction in the pool, and its bytes. */
  readonly pooled: string
  /** A signed transaction that is not in the pool yet; another one for each call. */
  signed(): string
  /** RLP of the block with the calls. */
  readonly rawBlock: string
  /** Filters that have found nothing yet. */
  readonly logFilter: string
  /** Cells of a contract, as many as one call may name. */
  readonly cells: readonly string[]
}

export interface MinedTransaction {
  readonly hash: string
  readonly block: string
  readonly number: string
}

/** Method → the parameters with which a call of it works most, beside the methods of each module. */
export type WorstCalls = Readonly<Record<string, (chain: HeavyChain) => readonly Json[]>>

export const none = (): readonly Json[] => []

/** `count` bytes in hex. */
export const bytesOf = (count: number, byte = '11'): string => `0x${byte.repeat(count)}`

/** Maximum gas of a call. */
export const maximumGas = '0x989680'
