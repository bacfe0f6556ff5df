import { asciiBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp, type RlpValue } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { idLength } from '../identity/nodeIdentity.ts'

/*
 * The four messages of Rootstock's discovery. They resemble Ethereum's discovery v4 but are not compatible with it: a
 * UUID relates answers to requests, hosts are text, and messages do not expire.
 */

/** The address that a node claims. Receivers use the source of the packet instead. */
export interface ClaimedAddress {
  readonly host: string
  readonly udpPort: number
  readonly tcpPort: number
}

export interface NeighbourNode extends ClaimedAddress {
  readonly id: Uint8Array
}

interface Correlated {
  /** A UUID of version 4; an answer repeats the id of its request. */
  readonly requestId: string
  /** Absent in messages of old nodes. */
  readonly networkId: number | undefined
}

export type DiscoveryMessage = Correlated &
  (
    | { readonly kind: 'ping' | 'pong'; readonly address: ClaimedAddress }
    | { readonly kind: 'find-node'; readonly target: Uint8Array }
    | { readonly kind: 'neighbours'; readonly nodes: readonly NeighbourNode[] }
  )

export const maximumNeighbours = 20
const maximumHostLength = 253
const maximumTargetLength = 64
const maximumNetworkId = 0xffff_ffff
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

const typeOf = { ping: 1, pong: 2, 'find-node': 3, neighbours: 4 } as const
const kinds = [undefined, 'ping', 'pong', 'find-node', 'neighbours'] as const

/** The type byte of a message and its RLP list. */
export function encodeMessage(message: DiscoveryMessage): { type: number; data: Uint8Array } {
  const networkId = message.networkId === undefined ? [] : [unsignedBytes(message.networkId)]
  const data = encodeRlp([...contentOf(message), asciiBytes(message.requestId), ...networkId])
  return { type: typeOf[message.kind], data }
}

function contentOf(message: DiscoveryMessage): RlpValue[] {
  if (message.kind === 'find-node') return [message.target]
  if (message.kind === 'neighbours') return [message.nodes.map((node) => [...addressFields(node), node.id])]
  // Sender and recipient; like the reference node, this node puts its own address in both.
  const address = addressFields(message.address)
  return [address, address]
}

const addressFields = ({ host, udpPort, tcpPort }: ClaimedAddress): Uint8Array[] => [
  asciiBytes(host),
  unsignedBytes(udpPort),
  unsignedBytes(tcpPort),
]

export function decodeMessage(type: number, data: Uint8Array): DiscoveryMessage {
  const kind = kinds[type]
  if (kind === undefined) throw new DecodeError('packet.type', `${type} is not a message type`)
  const fields = RlpReader.list(data, kind)
  switch (kind) {
    case 'ping':
    case 'pong': {
      fields.encoded('from')
      const address = readAddress(fields.list('to'))
      return { kind, address, ...readCorrelation(fields) }
    }
    case 'find-node': {
      const target = fields.bytes('target').subarray(0, maximumTargetLength)
      return { kind, target, ...readCorrelation(fields) }
    }
    case 'neighbours': {
      const nodes = readNodes(fields.list('nodes'))
      return { kind, nodes, ...readCorrelation(fields) }
    }
  }
}

function readCorrelation(fields: RlpReader): Correlated {
  const requestId = text(fields.bytes('id'))
  if (!uuidPattern.test(requestId)) throw new DecodeError(fields.path('id'), 'is not a UUID of version 4')
  return { requestId, networkId: fields.done ? undefined : fields.number('networkId', maximumNetworkId) }
}

/** Nodes beyond the number that may be sent are ignored. */
function readNodes(list: RlpReader): NeighbourNode[] {
  const nodes: NeighbourNode[] = []
  while (!list.done && nodes.length < maximumNeighbours) nodes.push(readNode(list.list(`[${nodes.length}]`)))
  return nodes
}

/** `[host, udpPort, tcpPort, id]`, where the TCP port is optional. */
function readNode(fields: RlpReader): NeighbourNode {
  const isShort = fields.remaining() === 3
  const host = readHost(fields)
  const udpPort = fields.number('udpPort', 0xffff)
  const tcpPort = isShort ? udpPort : fields.number('tcpPort', 0xffff)
  return { host, udpPort, tcpPort, id: fields.fixed('id', idLength) }
}

function readAddress(fields: RlpReader): ClaimedAddress {
  const address = {
    host: readHost(fields),
    udpPort: fields.number('udpPort', 0xffff),
    tcpPort: fields.number('tcpPort', 0xffff),
  }
  fields.end()
  return address
}

function readHost(fields: RlpReader): string {
  const host = fields.bytes('host')
  if (host.length > maximumHostLength)
    throw new DecodeError(fields.path('host'), `has ${host.length} characters`)
  return text(host)
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
