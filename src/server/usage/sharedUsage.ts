import { listReply, numberReply, script, textReply } from '../../sharing/sharedScript.ts'
import { isSum, SharedSums } from '../../sharing/sharedSums.ts'
import type { Sharing } from '../../sharing/sharing.ts'
import { isAwayError } from '../../sharing/sharingError.ts'
import {
  addHourUsage,
  defaultRowsPerHour,
  type HourUsage,
  hourMs,
  hourOf,
  hoursKept,
  noHourUsage,
  others,
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
  readonly sendEveryMs?: number
  /** How many different callers, networks and methods of an hour this process distinguishes. */
  readonly rowsPerHour?: number
}

const defaultSendEveryMs = 1_000
const hoursAtOnce = 24

const members = Object.keys(noHourUsage) as readonly (keyof HourUsage)[]

const readHour = script(`return redis.call('HGETALL', KEYS[1])`)

/** Usage that processes share: the sum of all. Each sends what it has counted every second; a killed one loses that much. */
export class SharedUsage implements UsageStore {
  readonly #parts: SharedUsageParts
  readonly #sums: SharedSums
  readonly #timer: NodeJS.Timeout
  readonly #endBack: () => void
  #hour = 0
  #rows = new Set<string>()
  /** By the part of a field's name before its member. */
  #counted = new Map<string, HourUsage>()

  constructor(parts: SharedUsageParts) {
    const { sharing, processId, sendEveryMs = defaultSendEveryMs } = parts
    this.#parts = parts
    this.#sums = new SharedSums({ sharing, processId, lifetimeMs: (hoursKept + 1) * hourMs })
    this.#timer = setInterval(() => void this.#send(), sendEveryMs)
    this.#timer.unref()
    this.#endBack = sharing.onBack(() => void this.#send())
  }

  add(
    { caller, network, method }: Pick<UsageOfHour, 'caller' | 'network' | 'method'>,
    usage: Partial<HourUsage>,
  ): void {
    this.#startHour(hourOf(this.#parts.now()))
    const row = this.#rowOf(caller, network, method)
    this.#counted.set(row, addHourUsage(this.#counted.get(row) ?? noHourUsage, usage))
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
    this.#rows = new Set()
    const name = this.#nameOf(hour)
    this.#sums.forget((known) => known === name)
  }

  #rowOf(caller: string, network: string, method: string): string {
    const row = `${caller}/${network}/${method}/`
    if (this.#rows.has(row)) return row
    if (this.#rows.size >= (this.#parts.rowsPerHour ?? defaultRowsPerHour))
      return `${others}/${network}/${others}/`
    this.#rows.add(row)
    return row
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
        members.map((member) => [`${row}${member}`, usage[member]]),
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
    const rows = new Map<string, { -readonly [Member in keyof HourUsage]: HourUsage[Member] }>()
    for (let index = 0; index + 1 < reply.length; index += 2) {
      const field = textReply(reply[index], 'usage')
      const end = field.lastIndexOf('/')
      const member = members.find((known) => known === field.slice(end + 1))
      if (!isSum(field) || member === undefined) continue
      const row = field.slice(0, end)
      const usage = rows.get(row) ?? { ...noHourUsage }
      usage[member] = numberReply(reply[index + 1], 'usage')
      rows.set(row, usage)
    }
    return Array.from(rows, ([row, usage]) => {
      const [caller = '', network = '', method = ''] = row.split('/')
      return { hour, caller, network, method, usage }
    })
  }
}
