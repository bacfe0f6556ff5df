import type { StoredBlock } from '../storage/storedBlock.ts'

export interface Reorganisation {
  readonly commonAncestor: StoredBlock
  /** Blocks that left the canonical chain, newest first. */
  readonly abandoned: readonly StoredBlock[]
  /** Blocks that joined it, oldest first; empty when the chain was rewound to an ancestor. */
  readonly adopted: readonly StoredBlock[]
}

/** The events of a chain. They are emitted after the change is in the store. */
export interface ChainEvents {
  /** A block joined the canonical chain. A reorganisation emits one for every adopted block, oldest first. */
  block: StoredBlock
  /** The chain changed to another branch; emitted before the `block` events of the adopted blocks. */
  reorg: Reorganisation
  /** A valid block was stored on a branch that is not the best. */
  side: StoredBlock
}

export type EventName = keyof ChainEvents
type Listeners = { readonly [Name in EventName]: Set<(event: ChainEvents[Name]) => void> }

/**
 * Delivers events one after the other: an event that a listener causes is delivered after all listeners have received
 * the current one. Errors of listeners are reported and do not stop the delivery.
 */
export class Events {
  readonly #listeners: Listeners = { block: new Set(), reorg: new Set(), side: new Set() }
  readonly #report: (error: unknown) => void
  readonly #waiting: (() => void)[] = []
  #isDelivering = false

  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  /** Returns a function that removes the listener. */
  on<Name extends EventName>(name: Name, listener: (event: ChainEvents[Name]) => void): () => void {
    const listeners: Set<(event: ChainEvents[Name]) => void> = this.#listeners[name]
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  emit<Name extends EventName>(name: Name, event: ChainEvents[Name]): void {
    const listeners: Set<(event: ChainEvents[Name]) => void> = this.#listeners[name]
    if (listeners.size === 0) return
    for (const listener of listeners) this.#waiting.push(() => listener(event))
    if (this.#isDelivering) return
    this.#isDelivering = true
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        try {
          next()
        } catch (error) {
          this.#report(error)
        }
      }
    } finally {
      this.#isDelivering = false
    }
  }
}
