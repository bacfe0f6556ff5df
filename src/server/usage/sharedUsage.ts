import { listReply, numberReply, script, textReply } from '../../sharing/sharedScript.ts'
import { isSum, SharedSums } from '../../sharing/sharedSums.ts'
import type { Sharing } from '../../sharing/sharing.ts'
import { noUsage, type Usage, usageMembers } from '../limits/usage.ts'
import {
  HourRows,
  hourMs,
  hourOf,
  hoursKept,
  labelsOf,
  type UsageLabels,
  type UsageOfHour,
  type UsageStore,
} from './usageStore.ts'

export interface SharedUsageParts {
  readonly sharing: Sharing
  /** Unique to the process. */
  readonly processId: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly report: (error: unknown) => void
}

const hoursAtOnce = 24

const readHour = script(`return redis.call('HGETALL', KEYS[1])`)

/** Usage that processes share: the sum of all. Each sends what it has counted every second; a killed one loses that much. */
export class SharedUsage implements UsageStore {
  readonly #parts: SharedUsageParts
  readonly #sums: SharedSums
  readonly #rows = new HourRows()
  #hour = 0

  constructor(parts: SharedUsageParts) {
    this.#parts = parts
    this.#sums = new SharedSums({ ...parts, lifetimeMs: (hoursKept + 1) * hourMs })
  }

  add(labels: UsageLabels, usage: Partial<Usage>): void {
    const hour = hourOf(this.#parts.now())
    const name = this.#nameOf(hour)
    const row = this.#rows.nameOf(hour, labels)
    if (hour !== this.#hour) this.#sums.forget((known) => known === name)
    this.#hour = hour
    this.#sums.add(
      name,
      Object.entries(usage).map(([member, amount]) => [`${row}/${member}`, amount]),
    )
  }

  async *rows(first: number, last: number): AsyncGenerator<UsageOfHour, void, undefined> {
    await this.#sums.sendAll()
    const newest = hourOf(this.#parts.now())
    const start = Math.max(first, newest - hoursKept)
    const end = Math.min(last, newest + 1)
    for (let hour = start; hour <= end; hour += hoursAtOnce) {
      const hours = Array.from({ length: Math.min(hoursAtOnce, end - hour + 1) }, (_, index) => hour + index)
      for (const rows of await Promise.all(hours.map((each) => this.#read(each)))) yield* rows
    }
  }

  close(): Promise<void> {
    return this.#sums.close()
  }

  #nameOf(hour: number): string {
    return this.#parts.sharing.names.key(`hour:${hour}`, 'usage')
  }

  /** A field that another program wrote is left out. */
  async #read(hour: number): Promise<UsageOfHour[]> {
    const reply = listReply(await this.#parts.sharing.run(readHour, [this.#nameOf(hour)]), 'usage')
    const rows = new Map<string, { -readonly [Member in keyof Usage]: Usage[Member] }>()
    for (let index = 0; index + 1 < reply.length; index += 2) {
      const field = textReply(reply[index], 'usage')
      const end = field.lastIndexOf('/')
      const member = usageMembers.find((known) => known === field.slice(end + 1))
      if (!isSum(field) || member === undefined) continue
      const row = field.slice(0, end)
      const usage = rows.get(row) ?? { ...noUsage }
      usage[member] = numberReply(reply[index + 1], 'usage')
      rows.set(row, usage)
    }
    return Array.from(rows, ([row, usage]) => ({ hour, ...labelsOf(row), usage }))
  }
}
