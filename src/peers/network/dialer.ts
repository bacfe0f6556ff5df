import type { DebugLog } from '../../primitives/debugLog.ts'
import { reasonOf } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { Enode } from '../identity/enode.ts'
import type { PeerScoring } from '../scoring/peerScoring.ts'
import type { Connection } from '../transport/connection.ts'
import { disconnectReasons } from '../transport/disconnectReason.ts'
import { TransportError } from '../transport/transportError.ts'
import type { NodeBook } from './nodeBook.ts'

export interface DialerParts {
  readonly book: NodeBook
  readonly scoring: Pick<PeerScoring, 'isBanned' | 'hasGoodReputation'>
  /** Whether a node is connected. */
  readonly isConnected: (id: string) => boolean
  /** Places that are left for found nodes. */
  readonly freePlaces: () => number
  readonly call: (node: Enode, signal: AbortSignal) => Promise<Connection>
  readonly onConnection: (connection: Connection) => void
  readonly now: () => number
  readonly debug: DebugLog
  readonly onError: (error: unknown) => void
}

const checkIntervalMs = 250
const maximumCalls = 16

/** Calls static nodes whenever they are not connected, and found nodes while places are free. */
export class Dialer {
  readonly #parts: DialerParts
  readonly #calls = new Set<string>()
  readonly #controller = new AbortController()
  #timer: NodeJS.Timeout | undefined

  constructor(parts: DialerParts) {
    this.#parts = parts
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#callDue(), checkIntervalMs)
    this.#callDue()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#controller.abort()
  }

  #callDue(): void {
    const { book, isConnected, now, freePlaces } = this.#parts
    const isBusy = (id: string): boolean => this.#calls.has(id) || isConnected(id)
    for (const node of book.due('static', now(), isBusy)) this.#call(node)
    const places = freePlaces() - this.#calls.size
    if (places <= 0) return
    for (const node of book.due('found', now(), isBusy).slice(0, places)) this.#call(node)
  }

  #call(node: Enode): void {
    const { scoring } = this.#parts
    const id = toHexDigits(node.id)
    const isWelcome = !scoring.isBanned(node.host) && scoring.hasGoodReputation({ id, address: node.host })
    if (isWelcome && this.#calls.size < maximumCalls) void this.#connect(id, node)
  }

  async #connect(id: string, node: Enode): Promise<void> {
    const { book, call, onConnection, now, onError, debug } = this.#parts
    const { signal } = this.#controller
    this.#calls.add(id)
    try {
      const connection = await call(node, signal)
      if (signal.aborted) connection.disconnect(disconnectReasons.quitting)
      else onConnection(connection)
    } catch (error) {
      // Whatever the failure, the node is called again later.
      book.failed(id, now())
      const address = `${node.host}:${node.port}`
      if (!signal.aborted) debug('peer-call-failed', { peer: id, address, problem: reasonOf(error) })
      if (!(error instanceof TransportError)) onError(error)
    } finally {
      this.#calls.delete(id)
    }
  }
}
