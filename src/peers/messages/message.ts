import { asHash, type Hash } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'

/*
 * The messages between connected nodes. Blocks, headers, bodies and transactions stay encoded, because decoding them
 * is expensive: the receiver checks header and proof of work first.
 */

/** A block by hash, with its claimed number. */
export interface BlockIdentifier {
  readonly hash: Hash
  readonly number: number
}

/** The best block of a node. */
export interface ChainStatus {
  readonly bestNumber: number
  readonly bestHash: Hash
  readonly bestParentHash: Hash
  readonly totalDifficulty: bigint
}

/** The best block as a status message describes it. Old nodes omit the last two fields. */
export interface ReceivedStatus {
  readonly bestNumber: number
  readonly bestHash: Hash
  readonly bestParentHash: Hash | null
  readonly totalDifficulty: bigint | null
}

/** Chains can only be compared by their total difficulty. */
export const isCompleteStatus = (status: ReceivedStatus): status is ChainStatus =>
  status.bestParentHash !== null && status.totalDifficulty !== null

/** The extension of a header as it is sent with a body (RSKIP351). */
export interface EncodedExtension {
  readonly version: number
  readonly extension: Uint8Array
}

/** The parts of a block after its header. */
export interface EncodedBody {
  /** RLP list of the transactions. */
  readonly transactions: Uint8Array
  /** RLP list of the full headers of the uncles. */
  readonly uncles: Uint8Array
  /** Null for headers of version 0. */
  readonly extension: EncodedExtension | null
}

/** Blocks of a snapshot's chain with the total difficulty of each, oldest first. */
export interface EncodedChainPart {
  readonly blocks: readonly Uint8Array[]
  readonly totalDifficulties: readonly bigint[]
}

/** Sent without a request id. A block is sent unasked, or as the answer to `get-block`. */
export type PushMessage =
  | ({ readonly kind: 'status' } & ReceivedStatus)
  | { readonly kind: 'block'; readonly block: Uint8Array }
  | { readonly kind: 'get-block'; readonly hash: Hash }
  | { readonly kind: 'new-block-hashes'; readonly announcements: readonly BlockIdentifier[] }
  | { readonly kind: 'new-block-hash'; readonly hash: Hash }
  | { readonly kind: 'transactions'; readonly transactions: readonly Uint8Array[] }

/** Asks for a response with the same id. */
export type Request =
  | { readonly kind: 'block-hash-request'; readonly height: number }
  | { readonly kind: 'headers-request'; readonly hash: Hash; readonly count: number }
  | { readonly kind: 'block-request'; readonly hash: Hash }
  | { readonly kind: 'body-request'; readonly hash: Hash }
  | { readonly kind: 'skeleton-request'; readonly start: number }
  | {
      readonly kind: 'snap-state-chunk-request'
      readonly blockNumber: number
      readonly from: number
      readonly chunkSize: number
    }
  | { readonly kind: 'snap-status-request' }
  | { readonly kind: 'snap-blocks-request'; readonly blockNumber: number }

export type Response =
  | { readonly kind: 'block-hash-response'; readonly hash: Hash }
  /** Compressed headers, from the requested one through its ancestors. */
  | { readonly kind: 'headers-response'; readonly headers: readonly Uint8Array[] }
  | { readonly kind: 'block-response'; readonly block: Uint8Array }
  | ({ readonly kind: 'body-response' } & EncodedBody)
  | { readonly kind: 'skeleton-response'; readonly points: readonly BlockIdentifier[] }
  | {
      readonly kind: 'snap-state-chunk-response'
      readonly chunk: Uint8Array
      readonly blockNumber: number
      readonly from: number
      readonly to: number
      readonly isComplete: boolean
    }
  | ({ readonly kind: 'snap-status-response'; readonly stateBytes: number } & EncodedChainPart)
  | ({ readonly kind: 'snap-blocks-response' } & EncodedChainPart)

export type RequestKind = Request['kind']
export type ResponseKind = Response['kind']

export const responseKinds = {
  'block-hash-request': 'block-hash-response',
  'headers-request': 'headers-response',
  'block-request': 'block-response',
  'body-request': 'body-response',
  'skeleton-request': 'skeleton-response',
  'snap-state-chunk-request': 'snap-state-chunk-response',
  'snap-status-request': 'snap-status-response',
  'snap-blocks-request': 'snap-blocks-response',
} as const satisfies Record<RequestKind, ResponseKind>

export type RequestOf<K extends RequestKind> = Extract<Request, { readonly kind: K }>
export type ResponseOf<K extends RequestKind> = Extract<
  Response,
  { readonly kind: (typeof responseKinds)[K] }
>

/** A request or response with its id. */
export type Numbered<M extends Request | Response> = M & { readonly id: number }

export type Message = PushMessage | Numbered<Request> | Numbered<Response>
export type MessageKind = Message['kind']

export const isRequest = (message: Message): message is Numbered<Request> => message.kind in responseKinds

const allResponseKinds: ReadonlySet<MessageKind> = new Set(Object.values(responseKinds))
export const isResponseKind = (kind: MessageKind): boolean => allResponseKinds.has(kind)
export const isResponse = (message: Message): message is Numbered<Response> => isResponseKind(message.kind)

/** The number of each kind on the wire. The protocol does not use 4, 5 and 19. */
export const messageTypes = {
  status: 1,
  block: 2,
  'get-block': 3,
  'new-block-hashes': 6,
  transactions: 7,
  'block-hash-request': 8,
  'headers-request': 9,
  'headers-response': 10,
  'block-request': 11,
  'block-response': 12,
  'skeleton-response': 13,
  'body-request': 14,
  'body-response': 15,
  'skeleton-request': 16,
  'new-block-hash': 17,
  'block-hash-response': 18,
  'snap-state-chunk-request': 20,
  'snap-state-chunk-response': 21,
  'snap-status-request': 22,
  'snap-status-response': 23,
  'snap-blocks-request': 24,
  'snap-blocks-response': 25,
} as const satisfies Record<MessageKind, number>

/** Codes of the frames that carry messages; the protocol has no others. */
export const frameCodes = { networkStatus: 0x10, message: 0x18 } as const

/**
 * Bytes that can be kept. A view of a received message is copied, because it would keep the whole message in memory,
 * and a hostile peer can add megabytes to a message.
 */
export const ownBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()

export const protocolVersion = 62

/**
 * The capabilities in a node's Hello. A node with `snap` answers requests for snapshots; `snap` has no message codes of
 * its own.
 */
export const chainCapability = { name: 'rsk', version: protocolVersion } as const
export const snapshotCapability = { name: 'snap', version: 1 } as const

/** The first message on a connection: the protocol, network and chain of a node. */
export interface NetworkStatus {
  readonly protocolVersion: number
  readonly networkId: number
  readonly totalDifficulty: bigint
  readonly bestHash: Hash
  readonly genesisHash: Hash
}

/** The difficulty is unsigned here; in all other messages it is two's complement. */
export function encodeNetworkStatus(status: NetworkStatus): Uint8Array {
  return encodeRlp([
    unsignedBytes(status.protocolVersion),
    unsignedBytes(status.networkId),
    unsignedBytes(status.totalDifficulty),
    status.bestHash,
    status.genesisHash,
  ])
}

export function decodeNetworkStatus(payload: Uint8Array): NetworkStatus {
  const reader = RlpReader.list(payload, 'network status')
  return {
    protocolVersion: reader.number('protocolVersion'),
    networkId: reader.number('networkId'),
    totalDifficulty: reader.unsigned('totalDifficulty'),
    bestHash: asHash(reader.fixed('bestHash', 32)),
    genesisHash: asHash(reader.fixed('genesisHash', 32)),
  }
}
