import type { Work } from '../../rpc/budget/workMeter.ts'
import { exposeFamily, type Labels, type Sample } from './exposition.ts'

/** Work that a client was charged for. */
export interface ChargedWork {
  readonly method: string
  readonly client: 'key' | 'guest'
  readonly units: number
  readonly work: Work
}

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

interface Total {
  units: number
  gas: number
  logs: number
  bytes: number
}

const noWork = (): Total => ({ units: 0, gas: 0, logs: 0, bytes: 0 })

/** The work of all calls by network, method and kind of client. */
export class WorkTotals {
  readonly #totals = {
    key: new Series(noWork),
    guest: new Series(noWork),
  } as const

  add(network: string, { method, client, units, work }: ChargedWork): void {
    const total = this.#totals[client].at(network, method)
    total.units += units
    total.gas += work.gas
    total.logs += work.logs
    total.bytes += work.bytes
  }

  expose(): string[] {
    const counter = (name: string, help: string, pick: (total: Total) => number): string =>
      exposeFamily(name, help, this.#samples(pick))
    return [
      counter('cambium_units_total', 'Units charged for calls and notifications.', ({ units }) => units),
      counter('cambium_gas_total', 'Gas executed by calls.', ({ gas }) => gas),
      counter('cambium_logs_total', 'Logs read by calls.', ({ logs }) => logs),
      counter('cambium_answer_bytes_total', 'Bytes of answers and notifications.', ({ bytes }) => bytes),
    ]
  }

  *#samples(pick: (total: Total) => number): Generator<Sample> {
    for (const [client, series] of Object.entries(this.#totals)) {
      for (const [labels, total] of series.entries('method')) {
        yield { labels: { ...labels, client }, value: pick(total) }
      }
    }
  }
}
