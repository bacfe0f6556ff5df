import { DecodeError } from '../../primitives/errors.ts'
import { toSafeNumber, unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { type DisconnectReason, disconnectReasonOf, disconnectReasons } from './disconnectReason.ts'

/** Messages of every connection. Codes from 0x10 on belong to the sub-protocols. */
export const baseCodes = { hello: 0x00, disconnect: 0x01, ping: 0x02, pong: 0x03 } as const
export const firstSubprotocolCode = 0x10

/** The payload of ping and pong: the reference node neither sends nor accepts a frame without payload. */
export const emptyList = Uint8Array.of(0xc0)

/** A list, although many clients send a bare number: the reference node only understands lists. */
export const encodeDisconnect = (reason: DisconnectReason): Uint8Array => encodeRlp([unsignedBytes(reason)])

/** Reads a reason in a list or bare. Never throws, because the other node has left whatever it sent. */
export function decodeDisconnect(payload: Uint8Array): DisconnectReason {
  if (payload.length === 1 && payload[0]! < 0xc0) return disconnectReasonOf(payload[0]! & 0x7f)
  try {
    const code = toSafeNumber(RlpReader.list(payload, 'disconnect').bytes('reason'))
    return code === undefined ? disconnectReasons.unknown : disconnectReasonOf(code)
  } catch (error) {
    if (error instanceof DecodeError) return disconnectReasons.unknown
    throw error
  }
}
