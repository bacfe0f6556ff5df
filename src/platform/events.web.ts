type Listener = (...event: never[]) => void

/** The part of Node's class that this package uses. */
export class EventEmitter<
  Events extends Record<keyof Events, readonly unknown[]> = Record<string, unknown[]>,
> {
  readonly #listeners = new Map<keyof Events, readonly { listener: Listener; isOnce: boolean }[]>()

  on<Name extends keyof Events>(name: Name, listener: (...event: Events[Name][number][]) => void): this {
    return this.#add(name, listener, false)
  }

  once<Name extends keyof Events>(name: Name, listener: (...event: Events[Name][number][]) => void): this {
    return this.#add(name, listener, true)
  }

  /** Removes the latest addition of the listener. */
  off<Name extends keyof Events>(name: Name, removed: Listener): this {
    const listeners = this.#listeners.get(name) ?? []
    const index = listeners.findLastIndex(({ listener }) => listener === removed)
    if (index >= 0) this.#listeners.set(name, listeners.toSpliced(index, 1))
    return this
  }

  readonly addListener = this.on
  readonly removeListener = this.off

  listenerCount(name: keyof Events): number {
    return this.#listeners.get(name)?.length ?? 0
  }

  /** Calls those who listen when it begins. Without a listener, an event named `error` throws its error. */
  emit<Name extends keyof Events>(name: Name, ...event: Events[Name]): boolean {
    const listeners = this.#listeners.get(name) ?? []
    if (listeners.length === 0 && name === 'error') throw event[0]
    for (const { listener, isOnce } of listeners) {
      if (isOnce) this.off(name, listener)
      listener.apply(this, event as never)
    }
    return listeners.length > 0
  }

  #add(name: keyof Events, listener: Listener, isOnce: boolean): this {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), { listener, isOnce }])
    return this
  }
}
