import { getOrCreate } from '../primitives/getOrCreate.ts'
import type { Steps } from '../primitives/work/steps.ts'
import { completeInTurns } from '../primitives/work/turns.ts'
import { numberReply, script } from './sharedScript.ts'
import type { Sharing } from './sharing.ts'
import { isAwayError } from './sharingError.ts'

export interface SharedSumsParts {
  readonly sharing: Sharing
  /** Unique to the process. */
  readonly processId: string
  /** A hash expires when nothing is added to it for this time. */
  readonly lifetimeMs: number
  readonly report: (error: unknown) => void
  readonly sendEveryMs?: number | undefined
}

const defaultSendEveryMs = 1_000

/** The sums of one hash as this process knows them. */
interface Sums {
  /** Not sent yet. */
  readonly queued: Map<string, number>
  /** Sent, and not known to have arrived. */
  sending: { readonly amounts: ReadonlyMap<string, number>; readonly sequence: number } | undefined
  /** The sum of all processes in the watched field, without what is queued here. */
  total: number
  underWay: Promise<void> | undefined
  /** Whether a batch has arrived, so that the total is known. */
  isKnown: boolean
  /** Whether another program has spoilt the hash; it is tried again in the next round. */
  isSpoilt: boolean
}

/** Maximum amounts of one batch, so that other clients of the server do not wait long. */
const amountsAtOnce = 500

/*
 * A batch counts once: the hash holds the number of the last batch of each process. The number is noted first, so a field
 * that another program has spoilt cannot make a repeated batch count twice. A watched sum never shrinks: a replica that
 * became the primary without the last additions gets back what this process had seen.
 */
const addBatch = script(`
local hash, process, sequence, watched, seen, lifetime = KEYS[1], ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4]), ARGV[5]
if sequence > (tonumber(redis.call('HGET', hash, process)) or 0) then
  redis.call('HSET', hash, process, sequence)
  if watched ~= '' and seen > (tonumber(redis.call('HGET', hash, watched)) or 0) then
    redis.call('HSET', hash, watched, ARGV[4])
  end
  for i = 6, #ARGV, 2 do redis.call('HINCRBYFLOAT', hash, ARGV[i], ARGV[i + 1]) end
  redis.call('PEXPIRE', hash, lifetime)
end
return watched ~= '' and redis.call('HGET', hash, watched) or '0'
`)

/** Marks the fields that are not sums. */
const processMark = '#'
export const isSum = (field: string): boolean => !field.startsWith(processMark)

/**
 * Sums to which several processes add, in fields of hashes. Amounts are queued, and sent every second in numbered batches. A
 * batch whose reply is missing is sent again with its number, so nothing counts twice, and nothing is lost but what a killed
 * process had queued.
 */
export class SharedSums {
  readonly #parts: SharedSumsParts
  readonly #watched: string
  readonly #sums = new Map<string, Sums>()
  readonly #timer: NodeJS.Timeout
  readonly #endBack: () => void
  #sequence = 0
  #isSending = false

  /** The sum of the watched field is known after each batch. */
  constructor(parts: SharedSumsParts, watched = '') {
    this.#parts = parts
    this.#watched = watched
    this.#timer = setInterval(() => void this.#sendInTurns(), parts.sendEveryMs ?? defaultSendEveryMs)
    this.#timer.unref()
    this.#endBack = parts.sharing.onBack(() => void this.#sendInTurns())
  }

  /** Sends what is not sent, and ends. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#endBack()
    await this.sendAll()
  }

  add(hash: string, amounts: Iterable<readonly [field: string, amount: number]>): void {
    const { queued } = this.#sumsOf(hash)
    for (const [field, amount] of amounts) {
      if (amount !== 0) queued.set(field, (queued.get(field) ?? 0) + amount)
    }
  }

  isKnown(hash: string): boolean {
    return this.#sums.get(hash)?.isKnown === true
  }

  isSpoilt(hash: string): boolean {
    return this.#sums.get(hash)?.isSpoilt === true
  }

  /** The sum of the watched field when it was known last, without what this process has not sent. */
  totalOf(hash: string): number {
    return this.#sums.get(hash)?.total ?? 0
  }

  /** What this process has added to the watched field and does not know to have arrived. */
  unsentOf(hash: string): number {
    const sums = this.#sums.get(hash)
    if (sums === undefined) return 0
    return (sums.queued.get(this.#watched) ?? 0) + (sums.sending?.amounts.get(this.#watched) ?? 0)
  }

  /** Sends what is queued for a hash, and learns its sum. What was not sent stays queued. */
  async send(hash: string): Promise<void> {
    if (this.#parts.sharing.isAway) return
    const sums = this.#sumsOf(hash)
    sums.underWay ??= this.#trySend(hash, sums)
    await sums.underWay
  }

  async sendAll(): Promise<void> {
    await Promise.all(this.#unsent().map((hash) => this.send(hash)))
  }

  /** In slices: a message for each of thousands of hashes at once would hold up all requests. */
  async #sendInTurns(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    await completeInTurns(this.#sendEach())
    this.#isSending = false
  }

  *#sendEach(): Steps<void> {
    for (const hash of this.#unsent()) {
      this.#sumsOf(hash).isSpoilt = false
      void this.send(hash)
      yield
    }
  }

  /** The hashes for which something is not sent. */
  #unsent(): string[] {
    return [...this.#sums].flatMap(([hash, { queued, sending }]) =>
      queued.size > 0 || sending !== undefined ? [hash] : [],
    )
  }

  /** Forgets hashes that are not wanted any more and have nothing to send. */
  forget(isWanted: (hash: string) => boolean): void {
    for (const [hash, { queued, sending, underWay }] of this.#sums) {
      const isIdle = queued.size === 0 && sending === undefined && underWay === undefined
      if (isIdle && !isWanted(hash)) this.#sums.delete(hash)
    }
  }

  #sumsOf(hash: string): Sums {
    return getOrCreate(this.#sums, hash, () => ({
      queued: new Map(),
      sending: undefined,
      total: 0,
      underWay: undefined,
      isKnown: false,
      isSpoilt: false,
    }))
  }

  async #trySend(hash: string, sums: Sums): Promise<void> {
    try {
      await this.#send(hash, sums)
      sums.isKnown = true
    } catch (error) {
      if (isAwayError(error)) return
      sums.isSpoilt = true
      this.#parts.report(error)
    } finally {
      sums.underWay = undefined
    }
  }

  async #send(hash: string, sums: Sums): Promise<void> {
    do {
      const batch = sums.sending ?? this.#take(sums.queued)
      sums.sending = batch
      await this.#sendBatch(hash, sums, batch)
      sums.sending = undefined
    } while (sums.queued.size >= amountsAtOnce)
  }

  #take(queued: Map<string, number>): NonNullable<Sums['sending']> {
    const amounts = new Map<string, number>()
    for (const [field, amount] of queued) {
      if (amounts.size === amountsAtOnce) break
      amounts.set(field, amount)
      queued.delete(field)
    }
    // One count for all hashes, so that a hash that was forgotten does not begin again.
    this.#sequence++
    return { amounts, sequence: this.#sequence }
  }

  async #sendBatch(
    hash: string,
    sums: Sums,
    { amounts, sequence }: NonNullable<Sums['sending']>,
  ): Promise<void> {
    const { sharing, processId, lifetimeMs } = this.#parts
    const words = [
      `${processMark}${processId}`,
      sequence,
      this.#watched,
      sums.total,
      lifetimeMs,
      ...[...amounts].flat(),
    ]
    const total = numberReply(await sharing.run(addBatch, [hash], words), 'a sum')
    sums.total = Math.max(sums.total, total)
  }
}
