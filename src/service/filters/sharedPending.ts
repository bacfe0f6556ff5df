import { randomUUID } from 'node:crypto'
import { asHash, type Hash } from '../../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import type { PendingCursor, PendingNews } from '../../rpc/method/clientFilters.ts'
import { listReply, numberReply, script, textReply } from '../../sharing/sharedScript.ts'
import type { Sharing } from '../../sharing/sharing.ts'
import { isAwayError } from '../../sharing/sharingError.ts'
import type { PendingFeed } from './pendingTransactions.ts'

export interface SharedPendingParts {
  readonly sharing: Sharing
  readonly network: string
  readonly report: (error: unknown) => void
  /** How many pending transactions are kept for clients that poll late. */
  readonly capacity?: number
}

const defaultCapacity = 10_000
/** Transactions become pending one by one on each node; a node sends those of this time together. */
const sendAfterMs = 50
const hashesAtOnce = 1_000
/** Longer than a filter lives without a poll. */
const lifetimeMs = 60 * 60 * 1000

/*
 * The hashes by number, in the order in which a node first saw them. A hash that is kept is not added again, so each counts
 * once although every node sends it. The run is named with the first hash; numbers are valid only within a run.
 */
const addPending = script(`
local hashes, run, capacity, lifetime = KEYS[1], KEYS[2], tonumber(ARGV[1]), ARGV[2]
if not redis.call('GET', run) then
  redis.call('DEL', hashes)
  redis.call('SET', run, ARGV[3])
end
local last = redis.call('ZRANGE', hashes, -1, -1, 'WITHSCORES')
local number = tonumber(last[2]) or 0
for i = 4, #ARGV do
  if redis.call('ZADD', hashes, 'NX', number + 1, ARGV[i]) == 1 then number = number + 1 end
end
redis.call('ZREMRANGEBYRANK', hashes, 0, -capacity - 1)
redis.call('PEXPIRE', hashes, lifetime)
redis.call('PEXPIRE', run, lifetime)
return number
`)

const readPending = script(`
local run = redis.call('GET', KEYS[2]) or ''
local after = run == ARGV[1] and ARGV[2] or '0'
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
return { run, last[2] or '0', redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. after, '+inf') }
`)

const readCursor = script(`
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
return { redis.call('GET', KEYS[2]) or '', last[2] or '0' }
`)

/**
 * The pending transactions of all nodes of a network: each once, in the order in which a node first saw it. A client may
 * poll any node. Transactions that arrive while the shared state is unreachable are added when it is back.
 */
export class SharedPending implements PendingFeed {
  readonly #parts: SharedPendingParts
  readonly #keys: readonly string[]
  readonly #capacity: number
  #unsent: Hash[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(parts: SharedPendingParts) {
    const { sharing, network, capacity = defaultCapacity } = parts
    this.#parts = parts
    this.#capacity = capacity
    this.#keys = ['hashes', 'run'].map((part) => sharing.names.key(`pending:${network}`, part))
  }

  get cursor(): Promise<PendingCursor> {
    return this.#readCursor()
  }

  add(hash: Hash): void {
    this.#unsent.push(hash)
    if (this.#unsent.length > this.#capacity) this.#unsent.shift()
    this.#sendLater()
  }

  async news(cursor: PendingCursor): Promise<PendingNews> {
    await this.#send()
    const reply = await this.#parts.sharing.run(readPending, this.#keys, [cursor.run, cursor.count])
    const [run, last, found] = listReply(reply, 'pending transactions')
    const next = {
      run: textReply(run, 'pending transactions'),
      count: numberReply(last, 'pending transactions'),
    }
    if (next.run === cursor.run && next.count === cursor.count) return { hashes: [], cursor }
    const hashes = listReply(found, 'pending transactions').map(hashIn)
    return { hashes, cursor: next }
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  async #readCursor(): Promise<PendingCursor> {
    await this.#send()
    const [run, last] = listReply(
      await this.#parts.sharing.run(readCursor, this.#keys),
      'pending transactions',
    )
    return { run: textReply(run, 'pending transactions'), count: numberReply(last, 'pending transactions') }
  }

  #sendLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#send().catch((error: unknown) => {
        if (!isAwayError(error)) this.#parts.report(error)
        this.#sendLater()
      })
    }, sendAfterMs).unref()
  }

  /** Sending a hash twice is harmless, so hashes that may not have arrived are sent again. */
  async #send(): Promise<void> {
    while (this.#unsent.length > 0) {
      const hashes = this.#unsent.slice(0, hashesAtOnce)
      const words = [this.#capacity, lifetimeMs, randomUUID(), ...hashes.map(toHexDigits)]
      await this.#parts.sharing.run(addPending, this.#keys, words)
      this.#unsent = this.#unsent.filter((hash) => !hashes.includes(hash))
    }
  }
}

const hashIn = (value: unknown): Hash => asHash(fromHex(textReply(value, 'pending transactions'), 'pending'))
