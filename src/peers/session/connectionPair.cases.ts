import type { CloseReason, Connection, ConnectionListener, GreetedNode } from '../transport/connection.ts'
import type { DisconnectReason } from '../transport/disconnectReason.ts'

/** One end of two connections that are joined in memory. Frames arrive after the sender has returned. */
export class FakeConnection implements Connection {
  readonly remote: GreetedNode
  readonly address: string
  readonly port = 50_501
  readonly isInbound: boolean
  readonly sent: { readonly code: number; readonly payload: Uint8Array }[] = []
  /** The reason with which this end closed the connection. */
  said: DisconnectReason | undefined
  isFull = false
  other: FakeConnection | undefined
  #listener: ConnectionListener | undefined
  readonly #early: (() => void)[] = []
  #isClosed = false

  constructor(id: number, { clientId = 'Ethereum(J)/v9', address = '10.0.0.1', isInbound = false } = {}) {
    this.remote = {
      id: new Uint8Array(64).fill(id),
      clientId,
      listenPort: 50_501,
      p2pVersion: 4,
      capabilities: [{ name: 'rsk', version: 62 }],
    }
    this.address = address
    this.isInbound = isInbound
  }

  get bufferedBytes(): number {
    return 0
  }

  send(code: number, payload: Uint8Array): boolean {
    if (this.#isClosed || this.isFull) return false
    this.sent.push({ code, payload })
    this.other?.receive(code, payload)
    return true
  }

  disconnect(reason: DisconnectReason): void {
    this.said ??= reason
    this.#close({ by: 'us', reason })
    if (this.other !== undefined) this.other.#close({ by: 'remote', reason })
  }

  start(listener: ConnectionListener): void {
    this.#listener = listener
    for (const deliver of this.#early.splice(0)) deliver()
  }

  receive(code: number, payload: Uint8Array): void {
    const deliver = (): void => queueMicrotask(() => this.#isClosed || this.#listener?.frame(code, payload))
    if (this.#listener === undefined) this.#early.push(deliver)
    else deliver()
  }

  #close(reason: CloseReason): void {
    if (this.#isClosed) return
    this.#isClosed = true
    queueMicrotask(() => this.#listener?.closed(reason))
  }
}

export interface PairOptions {
  readonly clientId?: string
  readonly address?: string
}

/** The two ends of a connection. */
export function connectionPair(options: PairOptions = {}): [FakeConnection, FakeConnection] {
  const outbound = new FakeConnection(2, options)
  const inbound = new FakeConnection(1, { ...options, isInbound: true })
  outbound.other = inbound
  inbound.other = outbound
  return [outbound, inbound]
}
