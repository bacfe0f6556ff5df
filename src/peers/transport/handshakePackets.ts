import { concatBytes } from '../../primitives/bytes.ts'
import { encodeRlp, encodeRlpList } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { idLength } from '../identity/nodeIdentity.ts'
import { envelopeOverhead, open, type Random, seal } from './ecies.ts'
import { TransportError } from './transportError.ts'

/*
 * The two packets of the handshake: auth from the initiator, ack from the responder. Since EIP-8 a packet is
 *   size (2 bytes) ‖ envelope of (RLP list ‖ random padding), where the envelope authenticates the size;
 * the legacy form is a bare envelope of fixed fields.
 */

export interface Auth {
  /** r ‖ s ‖ recovery id, made with the initiator's ephemeral key. */
  readonly signature: Uint8Array
  readonly initiatorId: Uint8Array
  readonly nonce: Uint8Array
  /** The hash of the ephemeral key that the signature yields; in the legacy form only. */
  readonly ephemeralKeyHash?: Uint8Array
}

export interface Ack {
  /** The responder's ephemeral public key, 64 bytes. */
  readonly ephemeralKey: Uint8Array
  readonly nonce: Uint8Array
}

const version = Uint8Array.of(4)
const nonceLength = 32
const signatureLength = 65
const hashLength = 32
const sizeLength = 2
const noToken = Uint8Array.of(0)

export const legacyAuthLength =
  envelopeOverhead + signatureLength + hashLength + idLength + nonceLength + noToken.length

/** Packets are much shorter, even with extra fields and padding. */
const maximumPacketLength = 2048

/** A bare envelope begins with the prefix of an uncompressed public key. */
const envelopeStart = 0x04

/** Makes every auth longer than a legacy one, so that responders can distinguish them. */
const minimumPadding = 100
const paddingRange = 200

/** Length of a whole EIP-8 packet, read from its first two bytes. */
export function packetLength(start: Uint8Array, minimum: number): number {
  const length = sizeLength + (start[0]! << 8) + start[1]!
  if (length < minimum || length > maximumPacketLength) {
    throw new TransportError('protocol', `a handshake packet announces ${length} bytes`)
  }
  return length
}

export function encodeAuth(auth: Auth, responderId: Uint8Array, random: Random): Uint8Array {
  const fields = encodeRlp([auth.signature, auth.initiatorId, auth.nonce, version])
  return sealPacket(fields, responderId, random)
}

export function decodeAuth(packet: Uint8Array, privateKey: Uint8Array): Auth {
  const fields = openPacket(packet, privateKey, 'auth')
  return {
    signature: fields.fixed('signature', signatureLength),
    initiatorId: fields.fixed('initiatorId', idLength),
    nonce: fields.fixed('nonce', nonceLength),
  }
}

/** The auth in the first 307 bytes of a connection; undefined when it is not of the legacy form. */
export function decodeLegacyAuth(start: Uint8Array, privateKey: Uint8Array): Auth | undefined {
  if (start[0] !== envelopeStart) return undefined
  let plaintext: Uint8Array
  try {
    plaintext = open(start, privateKey)
  } catch (error) {
    // The size of an EIP-8 packet may begin with the same byte.
    if (error instanceof TransportError) return undefined
    throw error
  }
  const hashAt = signatureLength
  const idAt = hashAt + hashLength
  const nonceAt = idAt + idLength
  return {
    signature: plaintext.subarray(0, hashAt),
    ephemeralKeyHash: plaintext.subarray(hashAt, idAt),
    initiatorId: plaintext.subarray(idAt, nonceAt),
    nonce: plaintext.subarray(nonceAt, nonceAt + nonceLength),
  }
}

export function encodeAck(ack: Ack, initiatorId: Uint8Array, random: Random): Uint8Array {
  return sealPacket(encodeRlp([ack.ephemeralKey, ack.nonce, version]), initiatorId, random)
}

export function encodeLegacyAck(ack: Ack, initiatorId: Uint8Array, random: Random): Uint8Array {
  return seal(concatBytes(ack.ephemeralKey, ack.nonce, noToken), initiatorId, noMacData, random)
}

export function decodeAck(packet: Uint8Array, privateKey: Uint8Array): Ack {
  const fields = openPacket(packet, privateKey, 'ack')
  return {
    ephemeralKey: fields.fixed('ephemeralKey', idLength),
    nonce: fields.fixed('nonce', nonceLength),
  }
}

const noMacData = new Uint8Array(0)

function sealPacket(fields: Uint8Array, recipientId: Uint8Array, random: Random): Uint8Array {
  const padding = random(minimumPadding + (random(1)[0]! % paddingRange))
  const plaintext = concatBytes(fields, padding)
  const length = plaintext.length + envelopeOverhead
  const size = Uint8Array.of(length >> 8, length & 0xff)
  return concatBytes(size, seal(plaintext, recipientId, size, random))
}

/** The fields of a packet. As EIP-8 demands, extra fields, the version and padding are ignored. */
function openPacket(packet: Uint8Array, privateKey: Uint8Array, name: string): RlpReader {
  const plaintext = open(packet.subarray(sizeLength), privateKey, packet.subarray(0, sizeLength))
  // Wrapped in a list, so that the reader takes the first item and ignores the padding.
  return RlpReader.list(encodeRlpList([plaintext]), 'handshake').list(name)
}
