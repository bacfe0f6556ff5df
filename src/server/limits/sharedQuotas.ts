import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { listReply, numberReply, script } from '../../sharing/sharedScript.ts'
import { SharedSums } from '../../sharing/sharedSums.ts'
import type { Sharing } from '../../sharing/sharing.ts'
import { dayMs, type QuotaStore } from './quotaStore.ts'
import { daysKept } from './storedQuotas.ts'
import { noUsage, type Usage, usageMembers } from './usage.ts'

export interface SharedQuotasParts {
  readonly sharing: Sharing
  /** Unique to the process. */
  readonly processId: string
  /** How many processes share the quotas. */
  readonly processes: () => number
  readonly report: (error: unknown) => void
  readonly sendEveryMs?: number
}

const rememberedNames = 100_000
/** The fraction of a process's share of the remaining quota that it spends before it informs the others. */
const untoldPart = 1 / 8

const readUsage = script(`return redis.call('HMGET', KEYS[1], unpack(ARGV))`)

/**
 * Usage of days that processes share. Each sends what it has counted every second, and sooner the less is left of a quota. A
 * killed process loses what it had not sent. Near a quota, and while the shared state is away, what a process has not sent is
 * multiplied by the number of processes, so each has its part of what was left.
 */
export class SharedQuotas implements QuotaStore {
  readonly #parts: SharedQuotasParts
  readonly #sums: SharedSums
  readonly #names = new BoundedMap<string, { readonly day: number; readonly name: string }>(rememberedNames)
  #latestDay = 0

  constructor(parts: SharedQuotasParts) {
    this.#parts = parts
    this.#sums = new SharedSums({ ...parts, lifetimeMs: (daysKept + 1) * dayMs }, 'units')
  }

  used(keyId: string, day: number, limit = Number.POSITIVE_INFINITY): number {
    const name = this.#nameOf(keyId, day)
    const { sharing, processes } = this.#parts
    const total = this.#sums.totalOf(name)
    const unsent = this.#sums.unsentOf(name)
    // What the others may have used meanwhile.
    const maximum = total + unsent * processes()
    if (sharing.isAway || this.#sums.isSpoilt(name)) return maximum
    const isNew = limit !== Number.POSITIVE_INFINITY && !this.#sums.isKnown(name)
    if (isNew || unsent > ((limit - total) * untoldPart) / processes()) void this.#sums.send(name)
    return maximum >= limit ? maximum : total + unsent
  }

  add(keyId: string, day: number, usage: Partial<Usage>): void {
    const name = this.#nameOf(keyId, day)
    this.#sums.add(
      name,
      usageMembers.map((member) => [member, usage[member] ?? 0]),
    )
  }

  /** What all processes have sent. */
  async read(keyId: string, day: number): Promise<Usage> {
    const { sharing } = this.#parts
    const reply = listReply(
      await sharing.run(readUsage, [this.#nameOf(keyId, day)], usageMembers),
      'the usage of a day',
    )
    const amounts = usageMembers.map((member, index) => [
      member,
      numberReply(reply[index] ?? 0, 'the usage of a day'),
    ])
    return { ...noUsage, ...Object.fromEntries(amounts) }
  }

  close(): Promise<void> {
    return this.#sums.close()
  }

  #nameOf(keyId: string, day: number): string {
    const known = this.#names.use(keyId)
    if (known?.day === day) return known.name
    const name = this.#parts.sharing.names.key(`client:${keyId}`, 'day', String(day))
    this.#names.set(keyId, { day, name })
    if (day > this.#latestDay) this.#startDay(day)
    return name
  }

  #startDay(day: number): void {
    this.#latestDay = day
    const ending = `:${day}`
    this.#sums.forget((name) => name.endsWith(ending))
  }
}
