import type { AssembledBlock } from '../mining/assembly/assembleBlock.ts'
import type { PendingBlock } from '../mining/pendingBlock.ts'
import type { Block } from '../protocol/block.ts'
import type { Receipt } from '../protocol/receipts.ts'
import type { State } from '../state/state.ts'

/** The block that would be mined now, and the state after it. */
export class PendingView {
  readonly #pending: PendingBlock
  readonly #assembled: AssembledBlock
  readonly #sharesState: boolean
  #state: State | undefined

  /** `sharesState` is false on a chain whose reads may be guesses, as a call that is being prepared on a fork reads them. */
  constructor(pending: PendingBlock, sharesState: boolean) {
    this.#pending = pending
    this.#assembled = pending.assembled
    this.#sharesState = sharesState
  }

  get block(): Block {
    return this.#assembled.block
  }

  get receipts(): readonly Receipt[] {
    return this.#assembled.result.receipts
  }

  /** Belongs to the caller, who may change it. */
  get state(): State {
    this.#state ??= this.#pending.stateAfter(this.#assembled)
    return this.#state
  }

  /** The state for a caller that changes nothing, with what others have read; undefined where none is shared. */
  get sharedState(): State | undefined {
    return this.#sharesState ? this.#pending.sharedStateAfter(this.#assembled) : undefined
  }
}
