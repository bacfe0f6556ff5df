import { asciiBytes } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { Capability } from './connection.ts'

/** What a node says of itself first. */
export interface Hello {
  readonly p2pVersion: number
  readonly clientId: string
  readonly capabilities: readonly Capability[]
  readonly listenPort: number
  /** A claim; the handshake has proved the real one. */
  readonly id: Uint8Array
}

/**
 * The version that has neither compression nor chunked frames. The reference node answers whatever it was
 * offered, and chunks its messages for those who say 5 in a way that nobody can read.
 */
export const spokenVersion = 4
const understoodVersions: readonly number[] = [4, 5]

export const understands = (hello: Hello): boolean => understoodVersions.includes(hello.p2pVersion)

export const haveOneInCommon = (theirs: readonly Capability[], ours: readonly Capability[]): boolean =>
  theirs.some(({ name, version }) => ours.some((own) => own.name === name && own.version === version))

const longestClientId = 256
const longestName = 32
const mostCapabilities = 64
const highestVersion = 0xffff_ffff

export function encodeHello(hello: Hello): Uint8Array {
  return encodeRlp([
    unsignedBytes(hello.p2pVersion),
    asciiBytes(hello.clientId),
    hello.capabilities.map(({ name, version }) => [asciiBytes(name), unsignedBytes(version)]),
    unsignedBytes(hello.listenPort),
    hello.id,
  ])
}

/** More fields than these are for the future and not looked at. */
export function decodeHello(payload: Uint8Array): Hello {
  const fields = RlpReader.list(payload, 'hello')
  return {
    p2pVersion: fields.number('p2pVersion', highestVersion),
    clientId: printable(fields.bytes('clientId'), longestClientId),
    capabilities: decodeCapabilities(fields.list('capabilities')),
    listenPort: fields.number('listenPort', 0xffff),
    id: fields.bytes('id'),
  }
}

function decodeCapabilities(list: RlpReader): Capability[] {
  const capabilities: Capability[] = []
  while (!list.done && capabilities.length < mostCapabilities) {
    const fields = list.list(`[${capabilities.length}]`)
    const name = printable(fields.bytes('name'), longestName)
    capabilities.push({ name, version: fields.number('version', highestVersion) })
  }
  return capabilities
}

/** Text from outside ends up in logs and answers, so it is cut and loses what could disturb a terminal. */
const printable = (bytes: Uint8Array, longest: number): string =>
  String.fromCharCode(
    ...bytes.subarray(0, longest).map((byte) => (byte >= 0x20 && byte < 0x7f ? byte : 0x3f)),
  )
