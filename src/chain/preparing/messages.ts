import type { HeaderHashes } from '../../protocol/headers/hashes.ts'
import type { Network } from '../../protocol/networks/network.ts'

/** The first message to a thread. */
export interface PrepareOptions {
  readonly network: Network
}

/** The first message of a thread, when it has loaded its program. */
export const threadReady = 'ready'

/** A block in RLP, or a list of transactions in RLP. */
export interface PrepareJob {
  readonly kind: 'block' | 'transactions'
  readonly rlp: Uint8Array
}

/** What follows from the bytes of a job alone; undefined for bytes that cannot be decoded. */
export type PrepareResult = Findings | undefined

export interface Findings {
  /** Hash of every transaction, one after the other. */
  readonly hashes: Uint8Array
  /** 20 bytes for every transaction; zeros where `hasSender` is 0. */
  readonly senders: Uint8Array
  /** 1 for every transaction whose sender could be recovered. */
  readonly hasSender: Uint8Array
  /** Those of the header of a block; undefined for a list of transactions. */
  readonly headerHashes: HeaderHashes | undefined
  /** The rules of the block that hold; none for a list of transactions. */
  readonly holds: readonly HeldRule[]
}

/**
 * Rules that cost much to check. All but the last two depend on the bytes of a block alone; only the miner of a block,
 * who has executed it, knows of these.
 */
export type HeldRule =
  | 'transactions-root'
  | 'uncles-hash'
  | 'proof-of-work'
  | 'fork-detection'
  | 'transaction-nonces'
