import { sourceOf } from '../../primitives/addresses/addressBlock.ts'
import type { HandshakeSocket } from './handshakeSocket.ts'
import { SourceRates } from './sourceRates.ts'
import { TransportError } from './transportError.ts'
import type { TransportLimits } from './transportParts.ts'

type InboundLimits = Pick<
  TransportLimits,
  'handshakes' | 'handshakesPerAddress' | 'undisturbedMs' | 'callRates'
>

interface Handshake {
  readonly socket: HandshakeSocket
  readonly source: string
  readonly startedAtMs: number
}

/** Inbound handshakes in progress, limited in number and rate. */
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

  /** Whether there is room for a call, if necessary by ending the oldest handshake. */
  hasRoomFor(address: string, nowMs: number): boolean {
    const { handshakes, handshakesPerAddress, undisturbedMs } = this.#limits
    // The address is empty when the caller has already left.
    if (address === '' || this.#countOf(sourceOf(address)) >= handshakesPerAddress) return false
    if (this.#handshakes.size < handshakes) return true
    const [oldest] = this.#handshakes
    return oldest !== undefined && nowMs - oldest.startedAtMs >= undisturbedMs
  }

  /** Whether one more call is within the rates; if so, it counts. */
  count(address: string, nowMs: number): boolean {
    return this.#rates.spend(address, nowMs)
  }

  /** Registers a handshake, ending the oldest one at the limit. The result removes it. */
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
    oldest.socket.fail(new TransportError('aborted', 'too many handshakes are in progress'))
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
