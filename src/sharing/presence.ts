import { numberReply, script, serverNow } from './sharedScript.ts'
import type { Sharing } from './sharing.ts'

const beatMs = 1_000
/** A process that has not reported for 5 seconds does not count. */
const forgottenAfterMs = 5_000

const beat = script(`${serverNow}
local now = nowMs()
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], 10 * ARGV[2])
return redis.call('ZCARD', KEYS[1])
`)

const leave = script(`return redis.call('ZREM', KEYS[1], ARGV[1])`)

/** Counts the processes that share the state, so that each knows its part of a limit while the state is away. */
export class Presence {
  readonly #sharing: Sharing
  readonly #id: string
  readonly #report: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  #processes = 1

  /** `id` is unique to the process. */
  constructor(sharing: Sharing, id: string, report: (error: unknown) => void) {
    this.#sharing = sharing
    this.#id = id
    this.#report = report
    this.#timer = setInterval(() => void this.refresh(), beatMs)
    this.#timer.unref()
  }

  /** The number of living processes at the last refresh, this one included. */
  get processes(): number {
    return this.#processes
  }

  async refresh(): Promise<void> {
    if (this.#sharing.isAway) return
    try {
      const alive = await this.#sharing.run(beat, [this.#key], [this.#id, forgottenAfterMs])
      this.#processes = Math.max(1, numberReply(alive, 'processes'))
    } catch (error) {
      this.#report(error)
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    if (!this.#sharing.isAway) await this.#sharing.run(leave, [this.#key], [this.#id]).catch(() => {})
  }

  get #key(): string {
    return this.#sharing.names.key('processes', 'alive')
  }
}
