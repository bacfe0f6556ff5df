import { sourceOf } from '../../primitives/addressBlock.ts'
import { TransportError } from './errors.ts'
import type { HandshakeSocket } from './handshakeSocket.ts'
import type { TransportLimits } from './settings.ts'
import { SourceRates } from './sourceRates.ts'

type InboundLimits = Pick<
  TransportLimits,
  'handshakes' | 'handshakesPerAddress' | 'undisturbedMs' | 'callRates'
>

interface Handshake {
  readonly socket: HandshakeSocket
  readonly source: string
  readonly startedAtMs: number
}

/** The inbound handshakes that are under way, of which there may be only so many, begun only so often. */
export class HandshakesInProgress {
  readonly #limits: InboundLimits
  readonly #rates: SourceRates
  /** The oldest first. */
  readonly #handshakes = new Set<Handshake>()
  readonly #countBySource = new Map<string, number>()

  constructor(limits: InboundLimits) {
    this.#limits = limits
    this.#rates = new SourceRates(limits.callRates)
  }

  /** Whether there is a place for a call, if need be that of one who takes long. */
  hasRoomFor(address: string, nowMs: number): boolean {
    const { handshakes, handshakesPerAddress, undisturbedMs } = this.#limits
    // Of a caller who has left already the address is not known.
    if (address === '' || this.#countOf(sourceOf(address)) >= handshakesPerAddress) return false
    if (this.#handshakes.size < handshakes) return true
    const [oldest] = this.#handshakes
    return oldest !== undefined && nowMs - oldest.startedAtMs >= undisturbedMs
  }

  /** Whether one more call does not come too soon; if so, it counts. */
  count(address: string, nowMs: number): boolean {
    return this.#rates.spend(address, nowMs)
  }

  /** Begins a handshake, for which there is room; the result ends it. */
  begin(socket: HandshakeSocket, address: string, startedAtMs: number): () => void {
    if (this.#handshakes.size >= this.#limits.handshakes) this.#endOldest()
    const source = sourceOf(address)
    const handshake = { socket, source, startedAtMs }
    this.#handshakes.add(handshake)
    this.#countBySource.set(source, this.#countOf(source) + 1)
    return () => this.#remove(handshake)
  }

  endAll(reason: TransportError): void {
    for (const { socket } of this.#handshakes) socket.fail(reason)
  }

  #endOldest(): void {
    const [oldest] = this.#handshakes
    if (oldest === undefined) return
    this.#remove(oldest)
    oldest.socket.fail(new TransportError('aborted', 'others were waiting'))
  }

  #remove(handshake: Handshake): void {
    if (!this.#handshakes.delete(handshake)) return
    const left = this.#countOf(handshake.source) - 1
    if (left > 0) this.#countBySource.set(handshake.source, left)
    else this.#countBySource.delete(handshake.source)
  }

  #countOf(source: string): number {
    return this.#countBySource.get(source) ?? 0
  }
}
