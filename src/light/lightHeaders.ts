import type { Hash } from '../primitives/bytes.ts'
import type { WorkProgress } from '../primitives/work/workProgress.ts'
import type { BlockHeader } from '../protocol/headers/header.ts'
import type { Network } from '../protocol/networks/network.ts'

/** Which chain a light client believes, and why. The rooms above read nothing else of this one. */
export interface LightHeaders {
  readonly network: Network
  /** The best header that is believed. */
  readonly head: LinkedHeader
  /** The lowest number from which on all headers to the head are linked. */
  readonly firstNumber: number
  /** A header of the best chain; undefined below `firstNumber` and above the head. */
  at(number: number): LinkedHeader | undefined
  /** A header of any branch that is kept. */
  byHash(hash: Hash): LinkedHeader | undefined
  readonly belief: Belief
  /** What links or downloads at the moment; undefined when the headers are up to date. */
  readonly progress: WorkProgress | undefined
  /** Calls the listener after the head changed. Returns a function that unsubscribes. */
  onHead(listener: (change: HeadChange) => void): () => void
  /**
   * Asks the endpoints for a newer head now. Rejects with an `UpstreamError` if none gives one that can be believed, and with
   * a `LightError`, from then on always, if the heaviest chain would undo final headers.
   */
  refresh(): Promise<void>
  close(): void
}

export interface LinkedHeader {
  readonly header: BlockHeader
  /** Work of the chain above the anchor, this header's included; of the whole chain when the anchor says it. */
  readonly totalDifficulty: bigint
}

export interface HeadChange {
  /** Headers that left the best chain, from the highest to the lowest. */
  readonly removed: readonly BlockHeader[]
  /** Headers that joined it, from the lowest to the highest. */
  readonly added: readonly BlockHeader[]
}

/** Why the head is believed, in figures that a person reads. */
export interface Belief {
  /** How the headers reach the anchor: all of them linked, or only the newest ones, backed by their work. */
  readonly kind: 'linked' | 'backed-by-work'
  readonly anchor: { readonly number: number; readonly hash: Hash; readonly timestamp: number }
  readonly headNumber: number
  readonly headHash: Hash
  readonly ageSeconds: number
  /** What the linked headers would cost to fake, in Bitcoin blocks at the difficulty of the anchor. */
  readonly bitcoinBlocks: number
  /** Endpoints whose newest header is on this chain, at most three blocks behind, and those that have shown one. */
  readonly agreeing: number
  readonly asked: number
  /** Newest headers of endpoints on other branches with exactly as much work. */
  readonly rivals: readonly { readonly number: number; readonly hash: Hash }[]
  /** Whether the Bitcoin parents of the newest headers were found at a Bitcoin node; undefined without one. */
  readonly isFreshByBitcoin: boolean | undefined
}
