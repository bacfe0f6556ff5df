import { setTimeout as pause } from 'node:timers/promises'
import { type ConnectionParts, RedisConnection } from './redisConnection.ts'
import { askSentinel } from './sentinel.ts'
import { nameOfServer, type SharedAddress, type SharedServer } from './sharedAddress.ts'
import { listReply, textReply } from './sharedScript.ts'
import { SharingError } from './sharingError.ts'

export interface SessionParts extends ConnectionParts {
  readonly channels: readonly string[]
  readonly onMessage: (channel: string, message: string) => void
  /** Is called once when the session ends without `close`. */
  readonly onEnd: (error: SharingError) => void
}

/** Maximum attempts of a command while its slot is being moved. */
const maximumAttempts = 6
const pauseWhileMovingMs = 20
/** Some keys of the command are on another server of the cluster, because their slot is being moved. */
const betweenServers = /^TRYAGAIN|attempted to access a non local key/

/**
 * Connections to all primaries that hold the shared state, and one for messages. When one of them fails, all are closed and
 * the session has ended.
 */
export class SharedSession {
  /** The servers in messages. */
  readonly name: string
  readonly #isCluster: boolean
  readonly #parts: SessionParts
  readonly #open = new Set<RedisConnection>()
  #commands: RedisConnection | undefined
  #isEnded = false

  private constructor(server: SharedServer, isCluster: boolean, parts: SessionParts) {
    this.name = isCluster ? `the cluster of ${nameOfServer(server)}` : nameOfServer(server)
    this.#isCluster = isCluster
    this.#parts = parts
  }

  /** Reaches the shared state through one server of its address. Rejects with `SharingError`. */
  static async open(
    address: SharedAddress,
    server: SharedServer,
    parts: SessionParts,
  ): Promise<SharedSession> {
    const first = address.kind === 'sentinel' ? await askSentinel(server, address.primary, parts) : server
    const session = new SharedSession(first, address.kind === 'cluster', parts)
    try {
      await session.#connect(first)
      return session
    } catch (error) {
      session.close()
      throw error
    }
  }

  /** Sends a command to the primary of a key, or to any primary. Rejects with `SharingError`. */
  async send(words: readonly string[], key: string | undefined): Promise<unknown> {
    const connection = this.#commands
    if (connection === undefined || this.#isEnded) throw ended()
    for (let attempt = 1; ; attempt++) {
      try {
        return await connection.send(words, key)
      } catch (error) {
        if (!(error instanceof SharingError)) throw error
        const { problem, reply = '' } = error
        if (reply.startsWith('MOVED ')) throw this.#partOfCluster(connection)
        const isMoving = betweenServers.test(reply)
        if (!isMoving || attempt === maximumAttempts) {
          if (problem === 'away') this.#end(error)
          throw isMoving ? new SharingError('away', `the cluster is moving slots: ${error.message}`) : error
        }
      }
      await pause(pauseWhileMovingMs)
    }
  }

  /** Ends the connections; commands that wait are rejected. */
  close(): void {
    this.#isEnded = true
    for (const connection of this.#open) connection.close()
  }

  async #connect(server: SharedServer): Promise<void> {
    const { channels, onMessage } = this.#parts
    const listens = channels.length > 0
    if (this.#isCluster) {
      this.#commands = await this.#connectionTo(server).catch((error: unknown) => {
        const isAlone = error instanceof SharingError && error.reply?.includes('cluster support disabled')
        throw isAlone
          ? new SharingError('address', `${nameOfServer(server)} is not part of a cluster: use redis://`)
          : error
      })
      if (listens) await this.#commands.subscribe(channels, onMessage)
      return
    }
    const subscribed = listens
      ? this.#connectionTo(server).then((connection) => connection.subscribe(channels, onMessage))
      : undefined
    const [commands] = await Promise.all([this.#connectionTo(server), subscribed])
    const [role] = listReply(await commands.send(['ROLE']), 'ROLE')
    if (textReply(role, 'ROLE') !== 'master')
      throw new SharingError('away', `${nameOfServer(server)} is a replica`)
    this.#commands = commands
  }

  async #connectionTo(server: SharedServer): Promise<RedisConnection> {
    const kind = this.#isCluster ? 'cluster' : 'server'
    const connection = await RedisConnection.open(kind, server, this.#parts, (error) => this.#end(error))
    this.#open.add(connection)
    if (!this.#isEnded) return connection
    connection.close()
    throw ended()
  }

  #partOfCluster({ server }: RedisConnection): SharingError {
    const where = nameOfServer(server)
    return new SharingError(
      'address',
      `${where} is part of a cluster: write its address as redis+cluster://${where}`,
    )
  }

  #end(error: SharingError): void {
    if (this.#isEnded) return
    this.close()
    this.#parts.onEnd(error)
  }
}

const ended = (): SharingError => new SharingError('away', 'the connection has ended')
