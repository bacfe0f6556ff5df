import type { Labels } from './exposition.ts'

/** Values by network and a second label. */
export class Series<Value> {
  readonly #networks = new Map<string, Map<string | number, Value>>()
  readonly #create: () => Value

  constructor(create: () => Value) {
    this.#create = create
  }

  at(network: string, label: string | number): Value {
    const known = this.#networks.get(network)?.get(label)
    return known ?? this.#add(network, label)
  }

  #add(network: string, label: string | number): Value {
    const values = this.#networks.get(network) ?? new Map<string | number, Value>()
    const value = this.#create()
    values.set(label, value)
    this.#networks.set(network, values)
    return value
  }

  *entries(label: string): Generator<readonly [Labels, Value]> {
    for (const [network, values] of this.#networks) {
      for (const [name, value] of values) yield [{ network, [label]: name }, value]
    }
  }
}
