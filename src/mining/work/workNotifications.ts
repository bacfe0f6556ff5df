import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'

/** Fees must have risen by more than a tenth to be worth an interruption. */
const risePercent = 110n

/** Decides whether new work is worth telling miners about. */
export class News {
  readonly #minimumFees: bigint
  #parentHash: Hash | undefined
  #notifiedFees = 0n

  /** Lower fees than `minimumFees` are never news. */
  constructor(minimumFees: bigint) {
    this.#minimumFees = minimumFees
  }

  /** Whether it is news; each piece of work is asked about once, in their order. */
  isNews({ parentHash, paidFees }: BlockHeader): boolean {
    const isOnNewParent = this.#parentHash === undefined || !equalBytes(this.#parentHash, parentHash)
    const isNews = isOnNewParent || this.#hasRisen(paidFees)
    this.#parentHash = parentHash
    if (isNews) this.#notifiedFees = paidFees
    return isNews
  }

  #hasRisen(fees: bigint): boolean {
    return fees > (this.#notifiedFees * risePercent) / 100n && fees >= this.#minimumFees
  }
}
