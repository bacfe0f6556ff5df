import type { TransportError } from './errors.ts'
import type { HandshakeSocket } from './handshakeSocket.ts'
import { sourceOf } from './remoteAddress.ts'
import type { TransportLimits } from './settings.ts'
import { SourceRates } from './sourceRates.ts'

type InboundLimits = Pick<TransportLimits, 'handshakes' | 'handshakesPerAddress' | 'callRates'>

/** The inbound handshakes that are under way, of which there may be only so many, begun only so often. */
export class HandshakesInProgress {
  readonly #limits: InboundLimits
  readonly #rates: SourceRates
  readonly #sockets = new Set<HandshakeSocket>()
  readonly #bySource = new Map<string, number>()

  constructor(limits: InboundLimits) {
    this.#limits = limits
    this.#rates = new SourceRates(limits.callRates)
  }

  /** Whether a call may be taken; if so, it counts as one. */
  admits(address: string, nowMs: number): boolean {
    return this.#hasRoomFor(address) && this.#rates.spend(address, nowMs)
  }

  #hasRoomFor(address: string): boolean {
    const { handshakes, handshakesPerAddress } = this.#limits
    return (
      this.#sockets.size < handshakes && (this.#bySource.get(sourceOf(address)) ?? 0) < handshakesPerAddress
    )
  }

  add(address: string, socket: HandshakeSocket): void {
    this.#sockets.add(socket)
    this.#bySource.set(sourceOf(address), (this.#bySource.get(sourceOf(address)) ?? 0) + 1)
  }

  remove(address: string, socket: HandshakeSocket): void {
    if (!this.#sockets.delete(socket)) return
    const left = (this.#bySource.get(sourceOf(address)) ?? 1) - 1
    if (left > 0) this.#bySource.set(sourceOf(address), left)
    else this.#bySource.delete(sourceOf(address))
  }

  endAll(reason: TransportError): void {
    for (const socket of this.#sockets) socket.fail(reason)
  }
}
