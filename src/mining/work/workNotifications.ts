import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'

/** Miners are notified of work on the same parent when its fees have risen by more than a tenth. */
const risePercent = 110n

/** Decides whether miners are notified of new work. */
export class WorkNotifications {
  readonly #minimumFees: bigint
  #parentHash: Hash | undefined
  #notifiedFees = 0n

  /** Rising fees below `minimumFees` do not lead to a notification. */
  constructor(minimumFees: bigint) {
    this.#minimumFees = minimumFees
  }

  /** Must be called once for each piece of work, in their order. */
  isWorthwhile({ parentHash, paidFees }: BlockHeader): boolean {
    const isOnNewParent = this.#parentHash === undefined || !equalBytes(this.#parentHash, parentHash)
    const isWorthwhile = isOnNewParent || this.#hasRisen(paidFees)
    this.#parentHash = parentHash
    if (isWorthwhile) this.#notifiedFees = paidFees
    return isWorthwhile
  }

  #hasRisen(fees: bigint): boolean {
    return fees > (this.#notifiedFees * risePercent) / 100n && fees >= this.#minimumFees
  }
}
