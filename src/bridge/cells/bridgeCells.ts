import type { BridgeCell, CellStore } from './cell.ts'

/** A loaded value and whether it was set. */
class HeldValue<Value> {
  readonly #cell: BridgeCell<Value>
  #value: Value
  #isSet = false

  constructor(cell: BridgeCell<Value>, value: Value) {
    this.#cell = cell
    this.#value = value
  }

  get value(): Value {
    return this.#value
  }

  set(value: Value): void {
    this.#value = value
    this.#isSet = true
  }

  save(store: CellStore): void {
    if (!this.#mustSave()) return
    const keys = this.#isSet ? [] : this.#cell.keys(store)
    const isUnchanged = !this.#isSet && keys.every((key) => store.read(key).length > 0)
    if (!isUnchanged) this.#cell.write(store, this.#value)
    else for (const key of keys) store.touch(key)
  }

  #mustSave(): boolean {
    if (this.#isSet) return true
    if (this.#cell.savedWhen === 'present') return this.#value !== undefined
    return this.#cell.savedWhen === 'loaded'
  }
}

/** The values that one call of the Bridge reads and changes. They reach the storage only with `save`. */
export class BridgeCells {
  readonly #store: CellStore
  readonly #held = new Map<string, HeldValue<unknown>>()

  constructor(store: CellStore) {
    this.#store = store
  }

  /** The current value. Loading it may cause `save` to write it back. */
  load<Value>(cell: BridgeCell<Value>): Value {
    return this.#hold(cell).value
  }

  set<Value>(cell: BridgeCell<Value>, value: Value): void {
    this.#hold(cell).set(value)
  }

  save(): void {
    for (const held of this.#held.values()) held.save(this.#store)
  }

  #hold<Value>(cell: BridgeCell<Value>): HeldValue<Value> {
    // A name belongs to one cell only, so the value held under it has the cell's type.
    const known = this.#held.get(cell.name) as HeldValue<Value> | undefined
    if (known) return known
    const held = new HeldValue(cell, cell.read(this.#store))
    this.#held.set(cell.name, held)
    return held
  }
}
