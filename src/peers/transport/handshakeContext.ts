import type { NodeIdentity } from '../identity/nodeIdentity.ts'
import type { HandshakeSocket } from './handshakeSocket.ts'
import type { SessionSecrets } from './sessionSecrets.ts'
import type { TransportParts } from './transportParts.ts'

/** A handshake whose keys are agreed. */
export interface HandshakeContext {
  readonly socket: HandshakeSocket
  readonly secrets: SessionSecrets
  /** The node that the secrets are shared with. */
  readonly id: Uint8Array
  readonly identity: NodeIdentity
  readonly parts: TransportParts
  readonly isInbound: boolean
}
