import { FairTurns } from '../../primitives/turns/fairTurns.ts'
import { ownTurn } from '../../primitives/work/turns.ts'
import { limitExceeded } from '../../rpc/errors/errors.ts'

/** A key has up to 2,000 subscriptions, and each waits for one read or one delivery. */
const limits = { waitingPerOwner: 4_000, waiting: 40_000 }
/** Maximum reads of the past at once, for all resumed subscriptions together. */
const readsAtOnce = 8

const refusal = (): Error => limitExceeded('resumed subscriptions')

/**
 * Schedules the reads and deliveries of resumed subscriptions. After a restart all subscribers of a server come back at
 * once: their reads must not fill the queues of other calls, and each turn of the event loop delivers only one part.
 */
export class PastTurns {
  readonly #reads = new FairTurns({ ...limits, atOnce: readsAtOnce }, refusal)
  readonly #deliveries = new FairTurns({ ...limits, atOnce: 1 }, refusal)

  /** Runs a read when it is its owner's turn. */
  read<Read>(owner: string, read: () => Promise<Read>): Promise<Read> {
    return this.#reads.run(owner, read)
  }

  /** Runs a delivery when it is its owner's turn, one delivery per turn of the event loop. */
  deliver(owner: string, deliver: () => void): Promise<void> {
    return this.#deliveries.run(owner, async () => {
      await ownTurn()
      deliver()
    })
  }
}
