import { listReply, numberReply, script, textReply } from '../../sharing/sharedScript.ts'
import { isSum, SharedSums } from '../../sharing/sharedSums.ts'
import type { Sharing } from '../../sharing/sharing.ts'
import { isAwayError } from '../../sharing/sharingError.ts'
import { addUsage, noUsage, type Usage, usageMembers } from '../limits/usage.ts'
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

const sendEveryMs = 1_000
const hoursAtOnce = 24

const readHour = script(`return redis.call('HGETALL', KEYS[1])`)

/** Usage that processes share: the sum of all. Each sends what it has counted every second; a killed one loses that much. */
export class SharedUsage implements UsageStore {
  readonly #parts: SharedUsageParts
  readonly #sums: SharedSums
  readonly #timer: NodeJS.Timeout
  readonly #endBack: () => void
  readonly #rows = new HourRows()
  #hour = 0
  /** By the part of a field's name before its member. */
  #counted = new Map<string, Usage>()

  constructor(parts: SharedUsageParts) {
    const { sharing, processId } = parts
    this.#parts = parts
    this.#sums = new SharedSums({ sharing, processId, lifetimeMs: (hoursKept + 1) * hourMs })
    this.#timer = setInterval(() => void this.#send(), sendEveryMs)
    this.#timer.unref()
    this.#endBack = sharing.onBack(() => void this.#send())
  }

  add(labels: UsageLabels, usage: Partial<Usage>): void {
    this.#startHour(hourOf(this.#parts.now()))
    const row = this.#rows.nameOf(this.#hour, labels)
    this.#counted.set(row, addUsage(this.#counted.get(row) ?? noUsage, usage))
  }

  async *rows(first: number, last: number): AsyncGenerator<UsageOfHour, void, undefined> {
    await this.#send()
    const newest = hourOf(this.#parts.now())
    const start = Math.max(first, newest - hoursKept)
    const end = Math.min(last, newest + 1)
    for (let hour = start; hour <= end; hour += hoursAtOnce) {
      const hours = Array.from({ length: Math.min(hoursAtOnce, end - hour + 1) }, (_, index) => hour + index)
      for (const rows of await Promise.all(hours.map((each) => this.#read(each)))) yield* rows
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#endBack()
    await this.#send()
  }

  #startHour(hour: number): void {
    if (hour === this.#hour) return
    this.#queue()
    this.#hour = hour
    const name = this.#nameOf(hour)
    this.#sums.forget((known) => known === name)
  }

  #nameOf(hour: number): string {
    return this.#parts.sharing.names.key(`hour:${hour}`, 'usage')
  }

  #queue(): void {
    if (this.#counted.size === 0) return
    const name = this.#nameOf(this.#hour)
    for (const [row, usage] of this.#counted) {
      this.#sums.add(
        name,
        usageMembers.map((member) => [`${row}/${member}`, usage[member]]),
      )
    }
    this.#counted = new Map()
  }

  async #send(): Promise<void> {
    this.#queue()
    if (this.#parts.sharing.isAway) return
    await Promise.all(this.#sums.unsent().map((name) => this.#sendOne(name)))
  }

  async #sendOne(name: string): Promise<void> {
    try {
      await this.#sums.send(name)
    } catch (error) {
      if (!isAwayError(error)) this.#parts.report(error)
    }
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
