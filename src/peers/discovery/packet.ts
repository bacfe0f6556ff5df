import { keccak256 } from '../../crypto/keccak256.ts'
import { recoverPublicKey, signHash } from '../../crypto/secp256k1.ts'
import { concatBytes, equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { type DiscoveryMessage, decodeMessage, encodeMessage } from './discoveryMessages.ts'

/*
 * A packet is keccak of the rest (32) ‖ signature r ‖ s ‖ recovery id (65) ‖ type (1) ‖ RLP list.
 * The signature covers type and list; the id of the sender is recovered from it.
 */

const signatureAt = 32
const recoveryAt = 96
const typeAt = 97
const minimumPacketLength = 98
/** The size of the reference node's receive buffer. */
export const maximumPacketLength = 8192

export interface ReceivedPacket {
  readonly senderId: Uint8Array
  readonly message: DiscoveryMessage
}

export function encodePacket(message: DiscoveryMessage, privateKey: Uint8Array): Uint8Array {
  const { type, data } = encodeMessage(message)
  const content = concatBytes(Uint8Array.of(type), data)
  const { compact, recovery } = signHash(keccak256(content), privateKey)
  const signed = concatBytes(compact, Uint8Array.of(recovery), content)
  return concatBytes(keccak256(signed), signed)
}

/**
 * Throws a `DecodeError`. Decodes the message first, because recovering the key from the signature takes a hundred
 * times longer.
 */
export function decodePacket(bytes: Uint8Array): ReceivedPacket {
  if (bytes.length < minimumPacketLength || bytes.length > maximumPacketLength) {
    throw new DecodeError('packet', `has ${bytes.length} bytes`)
  }
  if (!equalBytes(keccak256(bytes.subarray(signatureAt)), bytes.subarray(0, signatureAt))) {
    throw new DecodeError('packet', 'does not match its hash')
  }
  const message = decodeMessage(bytes[typeAt]!, bytes.subarray(typeAt + 1))
  const key = recoverPublicKey(keccak256(bytes.subarray(typeAt)), {
    compact: bytes.subarray(signatureAt, recoveryAt),
    recovery: recoveryId(bytes[recoveryAt]!),
  })
  if (!key) throw new DecodeError('packet', 'has an invalid signature')
  return { senderId: key.slice(1), message }
}

/** 27 and 28 mean 0 and 1, as in old transactions. */
const recoveryId = (byte: number): number => (byte >= 27 ? byte - 27 : byte)
