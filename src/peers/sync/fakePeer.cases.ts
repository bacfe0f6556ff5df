import { setMaxListeners } from 'node:events'
import type { Chain } from '../../chain/chain.ts'
import { keccak256 } from '../../crypto/keccak256.ts'
import { asciiBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { complete } from '../../primitives/work/steps.ts'
import type {
  ChainStatus,
  PushMessage,
  Request,
  RequestKind,
  RequestOf,
  Response,
  ResponseOf,
} from '../messages/message.ts'
import { ownStatus } from '../network/sessionParts.ts'
import { answerTo } from '../serving/answers.ts'
import { SnapshotServer, type SnapshotSpacing } from '../serving/snapshotServer.ts'
import { type Peer, PeerGone, PeerSilent, type RequestOptions } from '../session/peer.ts'

/** How a fake peer answers; by default it answers correctly and at once. */
export interface FakePeerOptions {
  /** Milliseconds before each answer. */
  readonly delayMs?: number
  /** Milliseconds that the peer works on each body, one after the other. */
  readonly bodyMs?: number
  readonly status?: ChainStatus
  /** The blocks that it offers as snapshots. */
  readonly spacing?: SnapshotSpacing
  /** Changes the correct answer, or withholds it by returning undefined. */
  readonly answer?: (request: Request, correct: Response | undefined) => Response | undefined
}

/** A peer that answers from a chain in the same process. */
export class FakePeer implements Peer {
  readonly name: string
  readonly id: string
  readonly address = '127.0.0.1'
  readonly port = 0
  readonly isInbound = false
  readonly clientId = 'fake'
  readonly servesSnapshots = true
  readonly queuedMessages = 0
  readonly sent: PushMessage[] = []
  readonly asked: Request[] = []
  isOpen = true
  #busyUntil = 0
  readonly #chain: Chain
  readonly #snapshots: SnapshotServer
  readonly #options: FakePeerOptions

  constructor(name: string, chain: Chain, options: FakePeerOptions = {}) {
    this.name = name
    this.id = toHexDigits(keccak256(asciiBytes(name))).repeat(2)
    this.#chain = chain
    this.#snapshots = new SnapshotServer(chain, options.spacing)
    this.#options = options
  }

  get status(): ChainStatus {
    return this.#options.status ?? ownStatus(this.#chain)
  }

  send(message: PushMessage): boolean {
    if (this.isOpen) this.sent.push(message)
    return this.isOpen
  }

  request<K extends RequestKind>(
    request: RequestOf<K>,
    options: RequestOptions = {},
  ): Promise<ResponseOf<K>> {
    const { timeoutMs = 30_000, signal } = options
    if (signal) setMaxListeners(0, signal)
    this.asked.push(request)
    return new Promise((resolve, reject) => {
      const silence = setTimeout(() => reject(new PeerSilent(request.kind, timeoutMs)), timeoutMs)
      const fail = (reason: unknown): void => {
        clearTimeout(silence)
        reject(reason)
      }
      const respond = (response: Response): void => {
        clearTimeout(silence)
        resolve(response as ResponseOf<K>)
      }
      signal?.addEventListener('abort', () => fail(signal.reason))
      setTimeout(() => this.#answer(request, respond, fail), this.#delayOf(request))
    })
  }

  disconnect(): void {
    this.isOpen = false
  }

  #delayOf({ kind }: Request): number {
    const { delayMs = 0, bodyMs } = this.#options
    if (kind !== 'body-request' || bodyMs === undefined) return delayMs
    const now = performance.now()
    this.#busyUntil = Math.max(now, this.#busyUntil) + bodyMs
    return delayMs + this.#busyUntil - now
  }

  #answer(request: Request, respond: (response: Response) => void, fail: (reason: unknown) => void): void {
    const { answer = (_, correct) => correct } = this.#options
    try {
      if (!this.isOpen) throw new PeerGone(request.kind)
      const response = answer(request, complete(answerTo(request, this.#chain, this.#snapshots)))
      if (response !== undefined) respond(response)
    } catch (error) {
      fail(error)
    }
  }
}
