import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { Steps } from '../../primitives/work/steps.ts'
import { completeInTurns } from '../../primitives/work/turns.ts'
import { listReply, numberReply, script } from '../../sharing/sharedScript.ts'
import { SharedSums } from '../../sharing/sharedSums.ts'
import type { Sharing } from '../../sharing/sharing.ts'
import { isAwayError } from '../../sharing/sharingError.ts'
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

const defaultSendEveryMs = 1_000
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
  readonly #known = new Set<string>()
  /** Sums that another program has spoilt; they are tried again every second. */
  readonly #spoilt = new Set<string>()
  readonly #timer: NodeJS.Timeout
  readonly #endBack: () => void
  #isSending = false
  #latestDay = 0

  constructor(parts: SharedQuotasParts) {
    const { sharing, processId, sendEveryMs = defaultSendEveryMs } = parts
    this.#parts = parts
    this.#sums = new SharedSums({ sharing, processId, lifetimeMs: (daysKept + 1) * dayMs }, 'units')
    this.#timer = setInterval(() => void this.#sendAll(), sendEveryMs)
    this.#timer.unref()
    this.#endBack = sharing.onBack(() => void this.#sendAll())
  }

  used(keyId: string, day: number, limit = Number.POSITIVE_INFINITY): number {
    const name = this.#nameOf(keyId, day)
    const { sharing, processes } = this.#parts
    const total = this.#sums.totalOf(name)
    const unsent = this.#sums.unsentOf(name)
    // What the others may have used meanwhile.
    const maximum = total + unsent * processes()
    if (sharing.isAway || this.#spoilt.has(name)) return maximum
    const isNew = limit !== Number.POSITIVE_INFINITY && !this.#known.has(name)
    if (isNew || unsent > ((limit - total) * untoldPart) / processes()) this.#trySend(name)
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

  /** Sends what is not sent. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#endBack()
    await Promise.all(this.#sums.unsent().map((name) => this.#send(name)))
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
    for (const name of this.#known) if (!name.endsWith(ending)) this.#known.delete(name)
  }

  /** In slices: a message for each of thousands of keys at once would hold up all requests. */
  async #sendAll(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    this.#spoilt.clear()
    await completeInTurns(this.#sendEach())
    this.#isSending = false
  }

  *#sendEach(): Steps<void> {
    for (const name of this.#sums.unsent()) {
      this.#trySend(name)
      yield
    }
  }

  #trySend(name: string): void {
    if (!this.#parts.sharing.isAway) void this.#send(name)
  }

  async #send(name: string): Promise<void> {
    try {
      await this.#sums.send(name)
      this.#known.add(name)
    } catch (error) {
      if (isAwayError(error)) return
      this.#spoilt.add(name)
      this.#parts.report(error)
    }
  }
}
