import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { FetchedState } from './fetchedState.ts'
import type { OriginBlock } from './need.ts'

/** The states of blocks of others, by their root. */
export class FetchedStates {
  readonly #open: (block: OriginBlock) => FetchedState
  readonly #states: BoundedMap<string, FetchedState>
  readonly #headers: BoundedMap<string, BlockHeader>

  /** `held`: states that stay open, and headers whose states can be opened. */
  constructor(
    held: { readonly states: number; readonly headers: number },
    open: (block: OriginBlock) => FetchedState,
  ) {
    this.#states = new BoundedMap(held.states)
    this.#headers = new BoundedMap(held.headers)
    this.#open = open
  }

  /** Lets the state of a block be found by its root. */
  note(header: BlockHeader): void {
    this.#headers.set(wordKey(header.stateRoot), header)
  }

  /** Undefined for the root of no block that was noted lately. */
  withRoot(stateRoot: Hash): FetchedState | undefined {
    const key = wordKey(stateRoot)
    const held = this.#states.use(key)
    if (held !== undefined) return held
    const header = this.#headers.use(key)
    return header && this.of(header)
  }

  of({ number, hash, stateRoot }: BlockHeader): FetchedState {
    const key = wordKey(stateRoot)
    const held = this.#states.use(key)
    if (held !== undefined) return held
    const state = this.#open({ number, hash, stateRoot })
    this.#states.set(key, state)
    return state
  }
}
