import { keccak256 } from '../../crypto/keccak256.ts'
import { concatBytes } from '../../primitives/bytes.ts'

/** The secrets that only the two ends of a connection know after the handshake. */
export interface SessionSecrets {
  /** Key of the AES-256 keystreams of both directions. */
  readonly encryptionKey: Uint8Array
  readonly macKey: Uint8Array
  /** The first input of the running MAC of each direction. */
  readonly egressSeed: Uint8Array
  readonly ingressSeed: Uint8Array
}

/** The data of the handshake that both ends know. Packets include their size. */
export interface HandshakeTranscript {
  /** The shared secret of the two ephemeral keys. */
  readonly ephemeralSecret: Uint8Array
  readonly initiatorNonce: Uint8Array
  readonly responderNonce: Uint8Array
  readonly auth: Uint8Array
  readonly ack: Uint8Array
}

export function sessionSecrets(
  transcript: HandshakeTranscript,
  role: 'initiator' | 'responder',
): SessionSecrets {
  const { ephemeralSecret, initiatorNonce, responderNonce, auth, ack } = transcript
  const nonces = keccak256(concatBytes(responderNonce, initiatorNonce))
  const shared = keccak256(concatBytes(ephemeralSecret, nonces))
  const encryptionKey = keccak256(concatBytes(ephemeralSecret, shared))
  const macKey = keccak256(concatBytes(ephemeralSecret, encryptionKey))
  const ofInitiator = concatBytes(xorBytes(macKey, responderNonce), auth)
  const ofResponder = concatBytes(xorBytes(macKey, initiatorNonce), ack)
  return role === 'initiator'
    ? { encryptionKey, macKey, egressSeed: ofInitiator, ingressSeed: ofResponder }
    : { encryptionKey, macKey, egressSeed: ofResponder, ingressSeed: ofInitiator }
}

/** Both inputs have the same length. */
export function xorBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  const mixed = new Uint8Array(a.length)
  for (let i = 0; i < mixed.length; i++) mixed[i] = a[i]! ^ b[i]!
  return mixed
}
