import type { DisconnectReason } from './disconnectReason.ts'

/** A sub-protocol that a node speaks, as its Hello names it. */
export interface Capability {
  readonly name: string
  readonly version: number
}

/** The node at the other end. */
export interface GreetedNode {
  /** The 64-byte public key that the handshake has proved; the id in the Hello is ignored. */
  readonly id: Uint8Array
  readonly clientId: string
  /** The port at which the node claims to listen; 0 when it does not listen. */
  readonly listenPort: number
  readonly p2pVersion: number
  readonly capabilities: readonly Capability[]
}

/** How a connection ended: `disconnect` was called here, the other node disconnected, or the connection failed. */
export type CloseReason =
  | { readonly by: 'us'; readonly reason: DisconnectReason }
  | { readonly by: 'remote'; readonly reason: DisconnectReason }
  | { readonly by: 'failure'; readonly kind: FailureKind; readonly problem: string }

/**
 * `lost`: the socket closed or failed. `timeout`: the other node did not answer or read for too long. `protocol`: it
 * broke a rule of the transport, for example by a frame with a wrong MAC.
 */
export type FailureKind = 'lost' | 'timeout' | 'protocol'

export interface ConnectionListener {
  /** One message of a sub-protocol. The listener may keep the payload. */
  frame(code: number, payload: Uint8Array): void
  /** Called once, after the last frame. */
  closed(reason: CloseReason): void
}

/**
 * An encrypted connection whose Hello messages have been exchanged. Its owner calls `start` once; until then the
 * socket is not read, and frames that came with the handshake are kept.
 */
export interface Connection {
  readonly remote: GreetedNode
  readonly address: string
  readonly port: number
  readonly isInbound: boolean
  /** Bytes sent that the other node has not taken yet. */
  readonly bufferedBytes: number
  /**
   * Sends a message of a sub-protocol, whose codes start at 0x10; the connection handles the base protocol itself.
   * False when the message was not sent because too many bytes are waiting or the connection is closed.
   */
  send(code: number, payload: Uint8Array): boolean
  /** Sends the reason and closes. */
  disconnect(reason: DisconnectReason): void
  start(listener: ConnectionListener): void
}

/** An address in its usual form: IPv4 unmapped when it comes from an IPv6 socket, and without a zone. */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  return mapped?.[1] ?? address.split('%', 1)[0]!
}
