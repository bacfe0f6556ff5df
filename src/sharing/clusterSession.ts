import { setTimeout as pause } from 'node:timers/promises'
import { getOrCreate } from '../primitives/getOrCreate.ts'
import { nameOfServer, type SharedServer } from './address.ts'
import { Connection } from './connection.ts'
import { SharingError } from './errors.ts'
import type { Session, SessionParts } from './session.ts'
import { SessionConnections } from './sessionConnections.ts'
import { readRedirection, readSlots, type SlotRange, slotCount, slotOf } from './slots.ts'

/** More servers than this in one cluster are taken for a mistake; clusters are meant for up to 1000. */
const mostPrimaries = 1_000
/** How often a command is sent while its slot is being moved. */
const mostAttempts = 6
const pauseWhileMovingMs = 20

/*
 * The cluster client of the package keeps reconnecting to each server by itself, hides why no server can be used and waits
 * without bound while it looks for the slots. Here a cluster ends as a whole and is opened anew, as a single primary is:
 * what uses the shared state has one answer to its being away. A cluster that has lost a primary refuses all commands in
 * its default settings anyway (cluster-require-full-coverage).
 */

/** Connects to all primaries of the cluster of a server. Rejects with `SharingError`. */
export async function openClusterSession(seed: SharedServer, parts: SessionParts): Promise<Session> {
  const ranges = await rangesOf(seed, parts)
  const session = new ClusterSession(seed, parts)
  try {
    await session.open(ranges)
    return session
  } catch (error) {
    session.close()
    throw error
  }
}

async function rangesOf(seed: SharedServer, parts: SessionParts): Promise<readonly SlotRange[]> {
  const connection = await Connection.open(seed, parts)
  try {
    return readSlots(await connection.send(['CLUSTER', 'SLOTS']), seed.host)
  } catch (error) {
    const isAlone = error instanceof SharingError && error.reply?.includes('cluster support disabled')
    if (!isAlone) throw error
    throw new SharingError('address', `${nameOfServer(seed)} is not part of a cluster: use redis://`)
  } finally {
    connection.close()
  }
}

class ClusterSession implements Session {
  readonly name: string
  readonly #seed: SharedServer
  readonly #connections: SessionConnections
  readonly #byServer = new Map<string, Promise<Connection>>()
  /** The connection to the primary of each slot. */
  readonly #bySlot = new Array<Connection | undefined>(slotCount)

  constructor(seed: SharedServer, parts: SessionParts) {
    this.name = `the cluster of ${nameOfServer(seed)}`
    this.#seed = seed
    this.#connections = new SessionConnections(parts)
  }

  async open(ranges: readonly SlotRange[]): Promise<void> {
    const opened = await Promise.all(ranges.map((range) => this.#connectionTo(range)))
    for (const [index, { first, last }] of ranges.entries()) {
      const connection = opened[index]
      if (connection !== undefined) this.#bySlot.fill(connection, first, last + 1)
    }
    // Servers of a cluster pass messages on, so one of them is enough.
    const [first] = opened
    if (first !== undefined) await this.#connections.listen(first.server)
  }

  async send(words: readonly string[], key: string | undefined): Promise<unknown> {
    const slot = key === undefined ? 0 : slotOf(key)
    try {
      return await this.#sendToSlot(words, slot)
    } catch (error) {
      if (error instanceof SharingError && error.problem === 'away') this.#connections.end(error)
      throw error
    }
  }

  close(): void {
    this.#connections.close()
  }

  /** A redirected command has not been executed, so it is sent again. */
  async #sendToSlot(words: readonly string[], slot: number): Promise<unknown> {
    let connection = this.#bySlot[slot]
    let isAsking = false
    for (let attempt = 1; connection !== undefined; attempt++) {
      try {
        return await sendTo(connection, words, isAsking)
      } catch (error) {
        const { reply = '' } = error instanceof SharingError ? error : {}
        const moved = readRedirection(reply, connection.server.host)
        const isMoving = moved !== undefined || betweenServers.test(reply)
        if (!isMoving || attempt === mostAttempts) throw isMoving ? tooMany(error) : error
        isAsking = moved?.isLasting === false
        if (moved === undefined) await pause(pauseWhileMovingMs)
        else connection = await this.#connectionTo(moved)
        if (moved?.isLasting) this.#bySlot[slot] = connection
      }
    }
    throw new SharingError('away', 'the connection has ended')
  }

  #connectionTo({ host, port }: Pick<SharedServer, 'host' | 'port'>): Promise<Connection> {
    const server = { ...this.#seed, host, port }
    const name = nameOfServer(server)
    if (this.#byServer.size >= mostPrimaries && !this.#byServer.has(name)) {
      return Promise.reject(new SharingError('away', `the cluster has more than ${mostPrimaries} primaries`))
    }
    return getOrCreate(this.#byServer, name, () => this.#connections.open(server))
  }
}

/** Some keys of the command are on another server, because their slot is being moved. */
const betweenServers = /^TRYAGAIN|attempted to access a non local key/

/** ASKING holds for the next command of the connection. */
async function sendTo(connection: Connection, words: readonly string[], isAsking: boolean): Promise<unknown> {
  if (!isAsking) return connection.send(words)
  const [, reply] = await Promise.all([connection.send(['ASKING']), connection.send(words)])
  return reply
}

const tooMany = (error: unknown): SharingError =>
  new SharingError(
    'away',
    `the cluster is moving slots: ${error instanceof Error ? error.message : 'failed'}`,
  )
