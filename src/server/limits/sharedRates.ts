import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { Rate } from '../../primitives/bounds/rate.ts'
import { numberReply, script } from '../../sharing/sharedScript.ts'
import type { Sharing } from '../../sharing/sharing.ts'
import { isAwayError } from '../../sharing/sharingError.ts'
import { maximumDebtMs, RateLimiter, type RateStore } from './rateStore.ts'

export interface SharedRatesParts {
  readonly sharing: Sharing
  /** How many processes share the rates. */
  readonly processes: () => number
  readonly report: (error: unknown) => void
  /** The monotonic clock that gives the moments of all calls. */
  readonly elapsedMs: () => number
}

/** What this process knows of the bucket of a client, and what it has spent of it. */
interface Lease {
  rate: Rate
  /** Units in the bucket when it was known last. */
  level: number
  knownAtMs: number
  /** Units that were spent here and are not subtracted from the bucket yet. */
  spent: number
  /** Units of them that are being subtracted. */
  sending: number
  /** The subtraction that waits for its reply. */
  asking: Promise<void> | undefined
  timer: NodeJS.Timeout | undefined
  /** Until then the bucket is not used, because another program has overwritten it. */
  spoiltUntilMs: number
}

const rememberedClients = 100_000
/** The fraction of a bucket's units, or of the time that they last, that is spent before it is subtracted. */
const leasedPart = 1 / 4
const minimumLeaseMs = 20
const maximumLeaseMs = 1_000
const spoiltForMs = 1_000

/*
 * A bucket that refills by the clock of the server. A full one need not be kept. The moment of the last change may be in
 * the future of a replica that became the primary.
 */
const take = script(`
local spent, burst, perSecond, debt = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local bucket = redis.call('HMGET', KEYS[1], 'level', 'at')
local level, at = tonumber(bucket[1]), tonumber(bucket[2])
if not level or level ~= level or not at or at ~= at then level, at = burst, now end
level = math.min(burst, level + math.max(0, now - at) * perSecond / 1000)
level = math.max(-debt, level - spent)
redis.call('HSET', KEYS[1], 'level', level, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - level) * 1000 / perSecond) + 1000)
return tostring(level)
`)

/**
 * Rates that processes share. Each client has a bucket in the shared state. A process leases a part of what it knows the
 * bucket to hold: it spends that much, or spends for a part of the time that it lasts, before it subtracts it. So the time
 * between two subtractions is short for a client near its limit and long for others. Everything is subtracted in the end, if
 * need be below zero: in the long run the processes together let no more pass than one would.
 *
 * While the shared state is away, each process has its part of the rate for itself.
 */
export class SharedRates implements RateStore {
  readonly #parts: SharedRatesParts
  readonly #leases = new BoundedMap<string, Lease>(rememberedClients, undefined, ({ timer }) =>
    clearTimeout(timer),
  )
  readonly #endBack: () => void
  #local = new RateLimiter()
  #count = 0

  constructor(parts: SharedRatesParts) {
    this.#parts = parts
    this.#endBack = parts.sharing.onBack(() => {
      this.#local = new RateLimiter()
    })
  }

  /** How many leases have ended with a subtraction. */
  get leases(): number {
    return this.#count
  }

  waitMs(client: string, rate: Rate, units: number, nowMs: number): number {
    const lease = this.#leaseOf(client, rate, nowMs)
    if (this.#isLocal(lease, nowMs)) return this.#local.waitMs(client, this.#part(rate), units, nowMs)
    return Math.max(0, ((Math.min(units, rate.burst) - levelOf(lease, nowMs)) * 1000) / rate.perSecond)
  }

  spend(client: string, rate: Rate, units: number, nowMs: number): void {
    const lease = this.#leaseOf(client, rate, nowMs)
    if (this.#isLocal(lease, nowMs)) this.#local.spend(client, this.#part(rate), units, nowMs)
    else this.#spend(client, lease, units, nowMs)
  }

  charge(client: string, rate: Rate, units: number, nowMs: number): number | undefined {
    const lease = this.#leaseOf(client, rate, nowMs)
    if (this.#isLocal(lease, nowMs)) return this.#local.charge(client, this.#part(rate), units, nowMs)
    const room = Math.max(0, levelOf(lease, nowMs) + debtOf(rate))
    this.#spend(client, lease, Math.min(units, room), nowMs)
    return units > room ? this.waitMs(client, rate, 1, nowMs) : undefined
  }

  /** Waits for what is being subtracted, and subtracts the rest. */
  async close(): Promise<void> {
    this.#endBack()
    await Promise.all([...this.#leases].map(([client, lease]) => this.#subtractAll(client, lease)))
  }

  async #subtractAll(client: string, lease: Lease): Promise<void> {
    while (lease.asking !== undefined || lease.spent > 0) await this.#subtract(client, lease)
  }

  #isLocal({ spoiltUntilMs }: Lease, nowMs: number): boolean {
    return this.#parts.sharing.isAway || nowMs < spoiltUntilMs
  }

  #part({ burst, perSecond }: Rate): Rate {
    const processes = this.#parts.processes()
    return { burst: burst / processes, perSecond: perSecond / processes }
  }

  /** A client that is not known here has a full bucket until the first reply. */
  #leaseOf(client: string, rate: Rate, nowMs: number): Lease {
    const known = this.#leases.use(client)
    if (known === undefined) {
      const lease = newLease(rate, nowMs)
      this.#leases.set(client, lease)
      return lease
    }
    // The operator may have changed the rate of the key.
    known.rate = rate
    return known
  }

  #spend(client: string, lease: Lease, units: number, nowMs: number): void {
    lease.spent += units
    if (lease.asking === undefined) this.#subtractInTime(client, lease, nowMs)
  }

  #subtractInTime(client: string, lease: Lease, nowMs: number): void {
    const { perSecond } = lease.rate
    const held = Math.max(0, levelOf(lease, nowMs) + lease.spent) * leasedPart
    const leased = Math.max(held / this.#parts.processes(), (perSecond * minimumLeaseMs) / 1000)
    const isOld = nowMs - lease.knownAtMs >= maximumLeaseMs
    if (isOld || lease.spent >= leased) {
      void this.#subtract(client, lease)
      return
    }
    const leaseMs = Math.min(maximumLeaseMs, Math.max(minimumLeaseMs, (held * 1000) / perSecond))
    lease.timer ??= setTimeout(() => void this.#subtract(client, lease), leaseMs).unref()
  }

  #subtract(client: string, lease: Lease): Promise<void> {
    clearTimeout(lease.timer)
    lease.timer = undefined
    lease.asking ??= this.#ask(client, lease).finally(() => {
      lease.asking = undefined
      if (lease.spent > 0) this.#subtractInTime(client, lease, lease.knownAtMs)
    })
    return lease.asking
  }

  /** What cannot be subtracted is dropped: without the shared state, rates are those of this process. */
  async #ask(client: string, lease: Lease): Promise<void> {
    const { sharing, elapsedMs, report } = this.#parts
    const { burst, perSecond } = lease.rate
    lease.sending = lease.spent
    lease.spent = 0
    this.#count++
    try {
      const words = [lease.sending, burst, perSecond, debtOf(lease.rate)]
      const level = numberReply(await sharing.run(take, [this.#keyOf(client)], words), 'a rate')
      lease.level = Math.min(burst, level)
    } catch (error) {
      if (!isAwayError(error)) lease.spoiltUntilMs = elapsedMs() + spoiltForMs
      report(error)
    }
    lease.knownAtMs = elapsedMs()
    lease.sending = 0
  }

  #keyOf(client: string): string {
    return this.#parts.sharing.names.key(`client:${client}`, 'rate')
  }
}

const newLease = (rate: Rate, nowMs: number): Lease => ({
  rate,
  level: rate.burst,
  knownAtMs: nowMs - maximumLeaseMs,
  spent: 0,
  sending: 0,
  asking: undefined,
  timer: undefined,
  spoiltUntilMs: 0,
})

/** The units that the client may spend as far as this process knows. */
function levelOf({ rate, level, knownAtMs, spent, sending }: Lease, nowMs: number): number {
  const refilled = ((nowMs - knownAtMs) * rate.perSecond) / 1000
  return Math.min(rate.burst, level + refilled) - spent - sending
}

const debtOf = ({ perSecond }: Rate): number => (perSecond * maximumDebtMs) / 1000
