import { listReply, numberReply, script, textReply } from '../../sharing/sharedScript.ts'
import type { Sharing } from '../../sharing/sharing.ts'
import { isAwayError, SharingError } from '../../sharing/sharingError.ts'
import type { ApiKey } from './apiKey.ts'
import { decodeKey, encodeKey } from './keyRecord.ts'
import type { ChangeableKeys, KeyStore } from './keyStore.ts'

export interface SharedKeysParts {
  readonly sharing: Sharing
  /** Called with records that cannot be read and keys that are gone. */
  readonly report: (error: unknown) => void
  /** A monotonic clock. */
  readonly elapsedMs: () => number
  readonly refreshEveryMs?: number
}

const defaultRefreshEveryMs = 1_000
/** How long keys are used after the shared state was seen last. */
const trustedForMs = 60_000
/** Keys of one reply, so that no other client of the server waits long. */
const keysAtOnce = 1_000
const attempts = 20

/*
 * `records` holds each key by its id, `changes` the ids by the number of their last change. The origin is made with the
 * first key: another one, or none, means that the data was replaced.
 */
const readChanges = script(`
local changed = redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. ARGV[1], '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[2])
local ids, last = {}, false
for i = 1, #changed, 2 do
  ids[#ids + 1] = changed[i]
  last = changed[i + 1]
end
local records = #ids > 0 and redis.call('HMGET', KEYS[1], unpack(ids)) or {}
return { redis.call('GET', KEYS[3]) or '', redis.call('GET', KEYS[4]) or '0', last or '', ids, records }
`)

const writeChange = script(`
if (redis.call('GET', KEYS[3]) or '') ~= ARGV[1] or (redis.call('GET', KEYS[4]) or '0') ~= ARGV[2] then return 0 end
if ARGV[1] == '' then redis.call('SET', KEYS[3], ARGV[3]) end
for i = 5, #ARGV, 2 do
  local version = redis.call('INCR', KEYS[4])
  redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
  redis.call('ZADD', KEYS[2], version, ARGV[i])
end
redis.call('PUBLISH', ARGV[4], 'changed')
return 1
`)

/**
 * Keys that processes share. Each has a copy, which a message renews after a change, and a question every second in case
 * the message is lost. While the shared state is away the copy is used for a minute, then no key is accepted.
 */
export class SharedKeys implements KeyStore, ChangeableKeys {
  /** The copy is renewed as soon as a key changes, so servers ask it each time. */
  readonly cacheMs = 0
  readonly #parts: SharedKeysParts
  readonly #names: readonly string[]
  readonly #channel: string
  readonly #timer: NodeJS.Timeout
  #keys = new Map<string, ApiKey>()
  /** Keys of replaced data while they are read. */
  #replacing: Map<string, ApiKey> | undefined
  #origin = ''
  #version = 0
  #isLost = false
  #seenAtMs = Number.NEGATIVE_INFINITY
  #refreshing: Promise<void> | undefined
  #isRefreshWanted = false

  /** Create it before the shared state is opened, and call `refresh` afterwards. */
  constructor(parts: SharedKeysParts) {
    const { sharing, refreshEveryMs = defaultRefreshEveryMs } = parts
    this.#parts = parts
    this.#names = ['records', 'changes', 'origin', 'version'].map((name) => sharing.names.key('keys', name))
    this.#channel = sharing.names.channel('keys')
    sharing.onMessage(this.#channel, () => this.#tryRefresh())
    sharing.onBack(() => this.#tryRefresh())
    this.#timer = setInterval(() => this.#tryRefresh(), refreshEveryMs)
    this.#timer.unref()
  }

  get unavailable(): string | undefined {
    if (this.#isLost) return 'the shared state has lost its API keys'
    const ageMs = this.#parts.elapsedMs() - this.#seenAtMs
    return ageMs < trustedForMs ? undefined : 'the shared state of API keys is away'
  }

  get(id: string): ApiKey | undefined {
    return this.#keys.get(id)
  }

  list(): readonly ApiKey[] {
    return [...this.#keys.values()]
  }

  /** They are in memory, so one page has all. */
  page(after: string): readonly ApiKey[] {
    return after === '' ? this.list() : []
  }

  put(): never {
    throw new SharingError('refused', 'shared keys are changed within change()')
  }

  /** Calls `work` again when another process changed keys meanwhile. */
  async change<Result>(work: (keys: KeyStore) => Result): Promise<Result> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      await this.refresh()
      const changed = new Map<string, ApiKey>()
      const list = (): readonly ApiKey[] => [...new Map([...this.#keys, ...changed]).values()]
      const result = work({
        get: (id) => changed.get(id) ?? this.#keys.get(id),
        list,
        page: (after) => (after === '' ? list() : []),
        put: (key) => changed.set(key.id, key),
      })
      if (changed.size === 0 || (await this.#write(changed))) return result
    }
    throw new SharingError('refused', 'other processes change the API keys all the time: try again')
  }

  /** Brings the copy up to date. Rejects with `SharingError`. */
  refresh(): Promise<void> {
    this.#isRefreshWanted = this.#refreshing !== undefined
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #tryRefresh(): void {
    if (this.#parts.sharing.isAway) return
    this.refresh().catch((error: unknown) => {
      if (!isAwayError(error)) this.#parts.report(error)
    })
  }

  async #refresh(): Promise<void> {
    do {
      this.#isRefreshWanted = false
      while (await this.#readOnce()) {}
      // The reply may lack a change that was published meanwhile.
    } while (this.#isRefreshWanted)
  }

  /** Whether more changes are left to read. */
  async #readOnce(): Promise<boolean> {
    const askedAtMs = this.#parts.elapsedMs()
    const reply = await this.#parts.sharing.run(readChanges, this.#names, [this.#version, keysAtOnce])
    const [origin, version, last, ids, records] = listReply(reply, 'the API keys')
    if (
      this.#isReplaced(textReply(origin, 'the origin of keys'), numberReply(version, 'the version of keys'))
    ) {
      return !this.#isLost
    }
    const changed = listReply(ids, 'the changes of keys')
    const found = listReply(records, 'the records of keys')
    for (const [index, id] of changed.entries()) this.#take(textReply(id, 'an id'), found[index])
    if (changed.length > 0) this.#version = numberReply(last, 'the changes of keys')
    if (changed.length === keysAtOnce) return true
    this.#version = numberReply(version, 'the version of keys')
    this.#keys = this.#replacing ?? this.#keys
    this.#replacing = undefined
    this.#seenAtMs = askedAtMs
    return false
  }

  /** A copy of other data is dropped; without any data the keys are lost, until an operator restores or makes some. */
  #isReplaced(origin: string, version: number): boolean {
    const isReplaced = this.#origin !== '' && (origin !== this.#origin || version < this.#version)
    this.#isLost = origin === '' && (this.#isLost || isReplaced)
    if (!isReplaced) {
      this.#origin = origin
      return false
    }
    const message = this.#isLost
      ? `the shared state has lost its ${this.#keys.size} API keys: restore it from a backup, or create keys`
      : 'the shared state was replaced: its API keys are read again'
    this.#parts.report(new SharingError('damaged', message))
    if (this.#isLost) this.#keys = new Map()
    else this.#replacing = new Map()
    this.#version = 0
    this.#origin = origin
    return true
  }

  /**
   * A key whose record cannot be read is not accepted. A revocation that was seen stays, also when a replica that did not
   * get it became the primary.
   */
  #take(id: string, record: unknown): void {
    const keys = this.#replacing ?? this.#keys
    try {
      const key = decodeKey(Buffer.from(textReply(record, `the key ${id.slice(0, 20)}`)))
      if (key.id !== id)
        throw new SharingError('damaged', `the record of the key ${id.slice(0, 20)} is of another key`)
      const revokedAt = key.revokedAt ?? this.#keys.get(id)?.revokedAt
      keys.set(id, revokedAt === undefined ? key : { ...key, revokedAt })
    } catch (error) {
      keys.delete(id)
      this.#parts.report(error)
    }
  }

  /** Whether no other process changed keys since the copy was renewed. */
  async #write(changed: ReadonlyMap<string, ApiKey>): Promise<boolean> {
    const origin = crypto.randomUUID()
    const records = [...changed].flatMap(([id, key]) => [id, Buffer.from(encodeKey(key)).toString()])
    const words = [this.#origin, this.#version, origin, this.#channel, ...records]
    const isWritten =
      numberReply(await this.#parts.sharing.run(writeChange, this.#names, words), 'a change') === 1
    await this.refresh()
    return isWritten
  }
}
