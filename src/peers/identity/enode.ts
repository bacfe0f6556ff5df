import { isIPv6 } from 'node:net'
import { uncompressPublicKey } from '../../crypto/secp256k1.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { idLength, publicKeyOfId } from './nodeIdentity.ts'

/** Where a node can be reached. `host` is a name or an address, an IPv6 one without brackets. */
export interface PeerAddress {
  readonly host: string
  readonly port: number
}

/** A node that can be called: its address and its public key. */
export interface Enode extends PeerAddress {
  readonly id: Uint8Array
}

const scheme = 'enode://'
const maximumHostLength = 253

/** Reads `enode://<128 hex digits>@host:port`; a query after the port, as other clients write it, is ignored. */
export function parseEnode(text: string): Enode {
  if (!text.startsWith(scheme)) throw new DecodeError('enode', `does not start with ${scheme}`)
  const at = text.indexOf('@')
  if (at < 0) throw new DecodeError('enode', 'has no @ between id and host')
  const id = parseNodeId(text.slice(scheme.length, at))
  return { id, ...parsePeerAddress(text.slice(at + 1).split('?', 1)[0]!, 'enode') }
}

/** Reads the 128 hex digits of a node id. Throws a `DecodeError` unless it is a point of the curve. */
export function parseNodeId(digits: string, where = 'node id'): Uint8Array {
  const id = fromHex(digits, where)
  if (id.length !== idLength) throw new DecodeError(where, `has ${id.length} bytes instead of ${idLength}`)
  if (!uncompressPublicKey(publicKeyOfId(id))) throw new DecodeError(where, 'is not a public key')
  return id
}

/** Reads `host:port` or `[IPv6 address]:port`. */
export function parsePeerAddress(text: string, where = 'address'): PeerAddress {
  const colon = text.lastIndexOf(':')
  if (colon < 0) throw new DecodeError(where, 'has no port')
  return { host: parseHost(text.slice(0, colon), where), port: parsePort(text.slice(colon + 1), where) }
}

function parseHost(text: string, where: string): string {
  if (text.startsWith('[') && text.endsWith(']')) {
    const address = text.slice(1, -1)
    if (!isIPv6(address)) throw new DecodeError(where, 'has no IPv6 address between its brackets')
    return address
  }
  if (text.length > maximumHostLength || !/^[0-9a-z]([0-9a-z._-]*[0-9a-z])?$/i.test(text)) {
    throw new DecodeError(where, 'has no host name or address before its port')
  }
  return text
}

function parsePort(text: string, where: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 0xffff) throw new DecodeError(where, 'has a port that is not between 1 and 65535')
  return port
}

export const isSameAddress = (a: PeerAddress, b: PeerAddress): boolean =>
  a.host === b.host && a.port === b.port

export const formatPeerAddress = ({ host, port }: PeerAddress): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

export const formatEnode = (node: Enode): string =>
  `${scheme}${toHexDigits(node.id)}@${formatPeerAddress(node)}`
