import { keccak256 } from '../../crypto/keccak256.ts'
import { recoverPublicKey, sharedSecret, signHash } from '../../crypto/secp256k1.ts'
import { concatBytes, equalBytes } from '../../primitives/bytes.ts'
import { randomIdentity } from '../identity/keptIdentity.ts'
import { type NodeIdentity, publicKeyOfId } from '../identity/nodeIdentity.ts'
import type { Random } from './ecies.ts'
import { type Ack, type Auth, decodeAck, encodeAck, encodeAuth, encodeLegacyAck } from './handshakePackets.ts'
import { type SessionSecrets, sessionSecrets, xorBytes } from './sessionSecrets.ts'
import { TransportError } from './transportError.ts'

/*
 * The key agreement of RLPx. The initiator signs, with an ephemeral key, a token that only the owners of the two
 * static keys can compute; the responder recovers the ephemeral key from the signature. The first frame with a correct
 * MAC proves the identity of its sender, because only the owner of the static key could read the nonces.
 */

const nonceLength = 32

export interface Initiation {
  readonly auth: Uint8Array
  finish(ackPacket: Uint8Array): SessionSecrets
}

export function initiate(identity: NodeIdentity, responderId: Uint8Array, random: Random): Initiation {
  const ephemeral = randomIdentity(random)
  const nonce = random(nonceLength)
  const { compact, recovery } = signHash(tokenOf(identity, responderId, nonce), ephemeral.privateKey)
  const signature = concatBytes(compact, Uint8Array.of(recovery))
  const auth = encodeAuth({ signature, initiatorId: identity.id, nonce }, responderId, random)
  return {
    auth,
    finish(ackPacket) {
      const ack = decodeAck(ackPacket, identity.privateKey)
      return sessionSecrets(
        {
          ephemeralSecret: secretWith(publicKeyOfId(ack.ephemeralKey), ephemeral.privateKey),
          initiatorNonce: nonce,
          responderNonce: ack.nonce,
          auth,
          ack: ackPacket,
        },
        'initiator',
      )
    },
  }
}

export interface ReceivedAuth {
  readonly auth: Auth
  /** As received. */
  readonly packet: Uint8Array
  readonly isLegacy: boolean
}

export interface HandshakeResponse {
  readonly ack: Uint8Array
  readonly secrets: SessionSecrets
}

/** Answers in the form of the auth: EIP-8 or legacy. */
export function respond(identity: NodeIdentity, received: ReceivedAuth, random: Random): HandshakeResponse {
  const { auth, packet, isLegacy } = received
  const theirEphemeralKey = ephemeralKeyOf(identity, auth)
  const ephemeral = randomIdentity(random)
  const answer: Ack = { ephemeralKey: ephemeral.id, nonce: random(nonceLength) }
  const encode = isLegacy ? encodeLegacyAck : encodeAck
  const ack = encode(answer, auth.initiatorId, random)
  const secrets = sessionSecrets(
    {
      ephemeralSecret: secretWith(theirEphemeralKey, ephemeral.privateKey),
      initiatorNonce: auth.nonce,
      responderNonce: answer.nonce,
      auth: packet,
      ack,
    },
    'responder',
  )
  return { ack, secrets }
}

function ephemeralKeyOf(
  identity: NodeIdentity,
  { signature, initiatorId, nonce, ephemeralKeyHash }: Auth,
): Uint8Array {
  const token = tokenOf(identity, initiatorId, nonce)
  const key = recoverPublicKey(token, { compact: signature.subarray(0, 64), recovery: signature[64]! })
  if (!key) throw new TransportError('protocol', 'no key can be recovered from the signature of the auth')
  if (ephemeralKeyHash && !equalBytes(keccak256(key.subarray(1)), ephemeralKeyHash)) {
    throw new TransportError(
      'protocol',
      'the key recovered from the signature of the auth differs from the announced one',
    )
  }
  return key
}

/** The signed token: the shared secret of the static keys XOR the initiator's nonce. */
const tokenOf = (identity: NodeIdentity, otherId: Uint8Array, nonce: Uint8Array): Uint8Array =>
  xorBytes(secretWith(publicKeyOfId(otherId), identity.privateKey), nonce)

function secretWith(publicKey: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const secret = sharedSecret(publicKey, privateKey)
  if (!secret) throw new TransportError('protocol', 'a key of the handshake is not a point of the curve')
  return secret
}
