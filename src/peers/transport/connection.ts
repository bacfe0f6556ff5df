import type { DisconnectReason } from './disconnectReason.ts'

/** A part of the protocol that a node speaks, as its Hello names it. */
export interface Capability {
  readonly name: string
  readonly version: number
}

/** What is known of the node at the other end. */
export interface RemoteNode {
  /** The 64-byte public key that the handshake has proved; never what the Hello claims. */
  readonly id: Uint8Array
  readonly clientId: string
  /** The port at which it says it can be called; 0 when it cannot. */
  readonly listenPort: number
  readonly p2pVersion: number
  readonly capabilities: readonly Capability[]
}

/**
 * How a connection ended: by us, by a word of the other node, or because something happened to it. `problem`
 * is for the log.
 */
export type CloseReason =
  | { readonly by: 'us'; readonly reason: DisconnectReason }
  | { readonly by: 'remote'; readonly reason: DisconnectReason }
  | { readonly by: 'failure'; readonly kind: FailureKind; readonly problem: string }

/**
 * `lost`: the socket closed or failed. `timeout`: the other node fell silent. `protocol`: it broke a rule of the
 * transport, such as a frame with a wrong MAC.
 */
export type FailureKind = 'lost' | 'timeout' | 'protocol'

export interface ConnectionListener {
  /** One message of a sub-protocol. The payload is the listener's to keep. */
  frame(code: number, payload: Uint8Array): void
  /** Told once, after the last frame. */
  closed(reason: CloseReason): void
}

/**
 * An encrypted connection whose Hello messages have been exchanged. Its owner calls `start` once; frames that
 * came before are kept until then, and reading stops when they become many.
 */
export interface Connection {
  readonly remote: RemoteNode
  readonly address: string
  readonly port: number
  readonly isInbound: boolean
  /** Bytes that were sent and that the other node has not taken yet. */
  readonly bufferedBytes: number
  /**
   * Sends a message of a sub-protocol, whose codes start at 0x10; the base protocol is the connection's own
   * affair. False when too much is waiting already, or the connection is closed: nothing was sent then.
   */
  send(code: number, payload: Uint8Array): boolean
  /** Tells the reason and closes. */
  disconnect(reason: DisconnectReason): void
  start(listener: ConnectionListener): void
  /** Stops reading from the socket until `resume`, so that the other node has to wait. */
  pause(): void
  resume(): void
}
