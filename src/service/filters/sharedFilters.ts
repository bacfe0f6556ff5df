import { DecodeError } from '../../primitives/errors.ts'
import { listReply, numberReply, script, textReply } from '../../sharing/sharedScript.ts'
import type { Sharing } from '../../sharing/sharing.ts'
import { decodeFilter, encodeFilter } from './filterRecord.ts'
import {
  defaultLifetimeMs,
  type FilterStore,
  type FilterStoreParts,
  maximumIdLength,
  type OwnedFilter,
  type WeightBounds,
  weightOf,
} from './filterStore.ts'

export interface SharedFiltersParts extends Partial<FilterStoreParts> {
  readonly sharing: Sharing
  /** All filters of a network are in one slot of a cluster. */
  readonly network: string
  readonly report: (error: unknown) => void
}

/*
 * A filter is a hash with its owner, its weight, its record and a version; earlier versions kept more members, which are
 * ignored. `polled` has the ids by expiry time, `weight` that of each client and their total, in a field that is not a
 * possible client name. `holders` has the clients by their weight, and a sorted set per client has its ids by expiry time, so
 * that the largest client and its oldest filter are found without a search. Times are the server's, unless a test passes its
 * own.
 */
const prelude = `
local polled, weight, holders = KEYS[1], KEYS[2], KEYS[3]
local prefix, owned, lifetime = ARGV[1], ARGV[2], tonumber(ARGV[3])
local time = redis.call('TIME')
local now = tonumber(ARGV[4]) or time[1] * 1000 + math.floor(time[2] / 1000)
local total = ' total'
local function weightOf(client) return tonumber(redis.call('HGET', weight, client)) or 0 end
local function countWeight(client, amount)
  if redis.call('HINCRBY', weight, client, amount) <= 0 then redis.call('HDEL', weight, client) end
  if redis.call('HINCRBY', weight, total, amount) <= 0 then redis.call('HDEL', weight, total) end
  local held = weightOf(client)
  if held > 0 then redis.call('ZADD', holders, held, client) else redis.call('ZREM', holders, client) end
end
local function forget(id)
  local filter = redis.call('HMGET', prefix .. id, 'client', 'weight')
  redis.call('ZREM', polled, id)
  if redis.call('DEL', prefix .. id) == 1 and filter[1] then
    redis.call('ZREM', owned .. filter[1], id)
    countWeight(filter[1], -(tonumber(filter[2]) or 0))
  end
end
local function makeRoom(client, wanted, all)
  while weightOf(total) + wanted > all do
    local largest = redis.call('ZREVRANGE', holders, 0, 0, 'WITHSCORES')
    if not largest[1] or largest[1] == client then return false end
    if tonumber(largest[2]) <= weightOf(client) + wanted then return false end
    local oldest = redis.call('ZRANGE', owned .. largest[1], 0, 0)[1]
    if oldest then
      redis.call('ZREM', owned .. largest[1], oldest)
      forget(oldest)
    else
      redis.call('ZREM', holders, largest[1])
    end
  end
  return true
end
local function sweep()
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', polled, '-inf', now, 'LIMIT', 0, 100)) do forget(id) end
end
local function keep(id, client)
  for _, ids in ipairs({ polled, owned .. client }) do redis.call('ZADD', ids, now + lifetime, id) end
  for _, key in ipairs({ polled, weight, holders, owned .. client, prefix .. id }) do
    redis.call('PEXPIRE', key, 10 * lifetime)
  end
end
local function isLive(id)
  local expiresAt = redis.call('ZSCORE', polled, id)
  return expiresAt and tonumber(expiresAt) > now
end
`

const addFilter = script(`${prelude}
local id, client, wanted, record, perClient, all = unpack(ARGV, 5)
sweep()
if weightOf(client) + wanted > tonumber(perClient) then return 0 end
if not makeRoom(client, tonumber(wanted), tonumber(all)) then return 0 end
redis.call('HSET', prefix .. id, 'client', client, 'weight', wanted, 'record', record, 'version', 1)
countWeight(client, wanted)
keep(id, client)
return 1
`)

const getFilter = script(`${prelude}
if not isLive(ARGV[5]) then return {} end
return redis.call('HMGET', prefix .. ARGV[5], 'client', 'record', 'version')
`)

/** An empty record means that the filter was polled without news. */
const advanceFilter = script(`${prelude}
local id, version, record = unpack(ARGV, 5)
if not isLive(id) or redis.call('HGET', prefix .. id, 'version') ~= version then return 0 end
local client = redis.call('HGET', prefix .. id, 'client')
if record ~= '' then
  redis.call('HSET', prefix .. id, 'record', record, 'version', version + 1)
end
keep(id, client)
return 1
`)

const deleteFilter = script(`${prelude}
forget(ARGV[5])
return 1
`)

/** Filters that several nodes poll. */
export class SharedFilters implements FilterStore {
  readonly isShared = true
  readonly #parts: SharedFiltersParts
  readonly #keys: readonly string[]
  readonly #prefix: string
  /** Followed by the name of a client: the key of its ids. */
  readonly #owned: string

  constructor(parts: SharedFiltersParts) {
    const { sharing, network } = parts
    this.#parts = parts
    this.#keys = [
      sharing.names.key(`filters:${network}`, 'polled'),
      sharing.names.key(`filters:${network}`, 'weight'),
      sharing.names.key(`filters:${network}`, 'holders'),
    ]
    this.#prefix = sharing.names.key(`filters:${network}`, 'filter', '')
    this.#owned = sharing.names.key(`filters:${network}`, 'owned', '')
  }

  async get(id: string): Promise<OwnedFilter | undefined> {
    if (id.length > maximumIdLength) return undefined
    const reply = listReply(await this.#run(getFilter, [id]), 'a filter')
    if (reply.length === 0) return undefined
    return this.#decoded(id, reply)
  }

  async add(id: string, owned: OwnedFilter, { weightPerClient, weight }: WeightBounds): Promise<boolean> {
    const { client, filter } = owned
    const words = [id, client, weightOf(filter), recordOf(owned), weightPerClient, weight]
    return numberReply(await this.#run(addFilter, words), 'a filter') === 1
  }

  async advance(id: string, from: OwnedFilter, next: OwnedFilter): Promise<boolean> {
    const changed = next.filter === from.filter ? '' : recordOf(next)
    return numberReply(await this.#run(advanceFilter, [id, from.version ?? 0, changed]), 'a filter') === 1
  }

  async delete(id: string): Promise<void> {
    await this.#run(deleteFilter, [id])
  }

  close(): void {
    // Nothing to save: every change is written immediately.
  }

  /**
   * The first word is the id. The filter's key is passed too, so that a cluster refuses the script while the key is on
   * another server.
   */
  #run(program: typeof addFilter, words: readonly (string | number)[]): Promise<unknown> {
    const { sharing, now, lifetimeMs = defaultLifetimeMs } = this.#parts
    const keys = [...this.#keys, `${this.#prefix}${words[0]}`]
    return sharing.run(program, keys, [this.#prefix, this.#owned, lifetimeMs, now?.() ?? '', ...words])
  }

  /** Reports a record that another program wrote, and treats the filter as absent. */
  async #decoded(
    id: string,
    [client, record, version]: readonly unknown[],
  ): Promise<OwnedFilter | undefined> {
    try {
      const found = decodeFilter(Uint8Array.from(Buffer.from(textReply(record, 'a filter'), 'base64')))
      const isOwned = found !== undefined && found.client === client
      if (!isOwned) throw new DecodeError('filter', `${id} is not what was written`)
      return {
        client: found.client,
        filter: found.filter,
        version: numberReply(version, 'a filter'),
      }
    } catch (error) {
      this.#parts.report(error)
      return undefined
    }
  }
}

const recordOf = ({ client, filter }: OwnedFilter): string =>
  Buffer.from(encodeFilter({ client, filter, polledAtMs: 0 })).toString('base64')
