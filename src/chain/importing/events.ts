import type { StoredBlock } from '../storage/storedBlock.ts'

export interface Reorganisation {
  readonly commonAncestor: StoredBlock
  /** Blocks that left the canonical chain, newest first. */
  readonly abandoned: readonly StoredBlock[]
  /** Blocks that took their place, oldest first; none when the chain was taken back to an earlier block. */
  readonly adopted: readonly StoredBlock[]
}

/** What a chain tells; everything is in the store when a listener hears of it. */
export interface ChainEvents {
  /** A block joined the canonical chain. After a reorganisation every adopted block is told, oldest first. */
  block: StoredBlock
  /** The chain changed to another branch; comes before the `block` events of the adopted blocks. */
  reorg: Reorganisation
  /** A valid block was stored on a branch that is not the best. */
  side: StoredBlock
}

export type EventName = keyof ChainEvents
type Listeners = { readonly [Name in EventName]: Set<(event: ChainEvents[Name]) => void> }

/**
 * Tells listeners one event after the other: what a listener causes is told after everybody has heard what it
 * heard. A listener that throws is reported and disturbs nobody else.
 */
export class Events {
  readonly #listeners: Listeners = { block: new Set(), reorg: new Set(), side: new Set() }
  readonly #report: (error: unknown) => void
  readonly #waiting: (() => void)[] = []
  #isTelling = false

  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  /** Returns how to stop listening. */
  on<Name extends EventName>(name: Name, listener: (event: ChainEvents[Name]) => void): () => void {
    const listeners: Set<(event: ChainEvents[Name]) => void> = this.#listeners[name]
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  emit<Name extends EventName>(name: Name, event: ChainEvents[Name]): void {
    const listeners: Set<(event: ChainEvents[Name]) => void> = this.#listeners[name]
    for (const listener of listeners) this.#waiting.push(() => this.#tell(listener, event))
    if (!this.#isTelling) this.#tellAll()
  }

  #tellAll(): void {
    this.#isTelling = true
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) next()
    } finally {
      this.#isTelling = false
    }
  }

  #tell<Event>(listener: (event: Event) => void, event: Event): void {
    try {
      listener(event)
    } catch (error) {
      this.#report(error)
    }
  }
}
