import { exposeFamily, type Sample } from './exposition.ts'
import { Series } from './series.ts'
import type { ChargedWork } from './serviceMetrics.ts'

interface Total {
  units: number
  gas: number
  logs: number
  bytes: number
  threadMs: number
}

const noWork = (): Total => ({ units: 0, gas: 0, logs: 0, bytes: 0, threadMs: 0 })

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
    total.threadMs += work.threadMs
  }

  expose(): string[] {
    const counter = (name: string, help: string, pick: (total: Total) => number): string =>
      exposeFamily(name, 'counter', help, this.#samples(pick))
    return [
      counter('cambium_units_total', 'Units charged for calls and notifications.', ({ units }) => units),
      counter('cambium_gas_total', 'Gas executed by calls.', ({ gas }) => gas),
      counter('cambium_logs_total', 'Logs read by calls.', ({ logs }) => logs),
      counter('cambium_answer_bytes_total', 'Bytes of answers and notifications.', ({ bytes }) => bytes),
      counter(
        'cambium_thread_seconds_total',
        'Time in which calls occupied a thread.',
        ({ threadMs }) => threadMs / 1000,
      ),
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
