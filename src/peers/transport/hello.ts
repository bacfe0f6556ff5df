import { asciiBytes } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { Capability } from './connection.ts'

/** The first message of a node on a connection. */
export interface Hello {
  readonly p2pVersion: number
  readonly clientId: string
  readonly capabilities: readonly Capability[]
  readonly listenPort: number
  /** Unverified; the handshake has proved the real id. */
  readonly id: Uint8Array
}

/**
 * Version 4 has neither compression nor chunked frames. The reference node answers with the version it was offered,
 * and sends chunks that cannot be decoded to a node that offers 5.
 */
export const spokenVersion = 4
const understoodVersions: readonly number[] = [4, 5]

export const understands = (hello: Hello): boolean => understoodVersions.includes(hello.p2pVersion)

export const haveOneInCommon = (theirs: readonly Capability[], ours: readonly Capability[]): boolean =>
  theirs.some(({ name, version }) => ours.some((own) => own.name === name && own.version === version))

const maximumClientIdLength = 256
const maximumNameLength = 32
const maximumCapabilities = 64
const maximumVersion = 0xffff_ffff

export function encodeHello(hello: Hello): Uint8Array {
  return encodeRlp([
    unsignedBytes(hello.p2pVersion),
    asciiBytes(hello.clientId),
    hello.capabilities.map(({ name, version }) => [asciiBytes(name), unsignedBytes(version)]),
    unsignedBytes(hello.listenPort),
    hello.id,
  ])
}

/** Additional fields are ignored. */
export function decodeHello(payload: Uint8Array): Hello {
  const fields = RlpReader.list(payload, 'hello')
  return {
    p2pVersion: fields.number('p2pVersion', maximumVersion),
    clientId: printable(fields.bytes('clientId'), maximumClientIdLength),
    capabilities: decodeCapabilities(fields.list('capabilities')),
    listenPort: fields.number('listenPort', 0xffff),
    id: fields.bytes('id'),
  }
}

function decodeCapabilities(list: RlpReader): Capability[] {
  const capabilities: Capability[] = []
  while (!list.done && capabilities.length < maximumCapabilities) {
    const fields = list.list(`[${capabilities.length}]`)
    const name = printable(fields.bytes('name'), maximumNameLength)
    capabilities.push({ name, version: fields.number('version', maximumVersion) })
  }
  return capabilities
}

/** The text appears in logs and RPC answers, so it is cut, and bytes that could control a terminal become `?`. */
const printable = (bytes: Uint8Array, maximum: number): string =>
  String.fromCharCode(
    ...bytes.subarray(0, maximum).map((byte) => (byte >= 0x20 && byte < 0x7f ? byte : 0x3f)),
  )
