import { listReply, numberReply, textReply } from './replies.ts'
import { script } from './script.ts'
import type { Sharing } from './sharing.ts'

/** A cursor and the number of its changes. */
export interface KnownCursor {
  readonly cursor: string
  readonly version: number
}

const longestCursor = 8 * 1024
const defaultLifetimeMs = 5 * 60 * 1000

const putCursor = script(`
redis.call('HSET', KEYS[1], 'client', ARGV[1], 'cursor', ARGV[2], 'version', 1)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
`)
const getCursor = script(`return redis.call('HMGET', KEYS[1], 'client', 'cursor', 'version')`)
const advanceCursor = script(`
local known = redis.call('HMGET', KEYS[1], 'client', 'version')
if known[1] ~= ARGV[1] or known[2] ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'cursor', ARGV[3], 'version', ARGV[2] + 1)
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1
`)
const deleteCursor = script(`
if redis.call('HGET', KEYS[1], 'client') == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
`)

/**
 * Where subscriptions of clients have come to, so that another process can go on with them. An id must be one that cannot
 * be guessed; each cursor is visible to its own client only, and expires when it is neither put nor advanced.
 */
export class SharedCursors {
  readonly #sharing: Sharing
  readonly #network: string
  readonly #lifetimeMs: number

  constructor(sharing: Sharing, network: string, lifetimeMs = defaultLifetimeMs) {
    this.#sharing = sharing
    this.#network = network
    this.#lifetimeMs = lifetimeMs
  }

  async put(client: string, id: string, cursor: string): Promise<void> {
    await this.#sharing.run(putCursor, [this.#keyOf(id)], [client, checked(cursor), this.#lifetimeMs])
  }

  /** Undefined when the cursor has expired or belongs to another client. */
  async get(client: string, id: string): Promise<KnownCursor | undefined> {
    const reply = await this.#sharing.run(getCursor, [this.#keyOf(id)])
    const [owner, cursor, version] = listReply(reply, 'a cursor')
    if (owner !== client) return undefined
    return { cursor: textReply(cursor, 'a cursor'), version: numberReply(version, 'a cursor') }
  }

  /** False when another process has advanced the cursor since it was read with this version, or it is gone. */
  async advance(client: string, id: string, version: number, cursor: string): Promise<boolean> {
    const words = [client, version, checked(cursor), this.#lifetimeMs]
    return numberReply(await this.#sharing.run(advanceCursor, [this.#keyOf(id)], words), 'a cursor') === 1
  }

  async delete(client: string, id: string): Promise<void> {
    await this.#sharing.run(deleteCursor, [this.#keyOf(id)], [client])
  }

  #keyOf(id: string): string {
    return this.#sharing.names.key(`cursor:${this.#network}:${id}`, 'state')
  }
}

function checked(cursor: string): string {
  if (cursor.length > longestCursor)
    throw new RangeError(`a cursor has more than ${longestCursor} characters`)
  return cursor
}
