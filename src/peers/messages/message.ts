import { encodeRlpList } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import {
  decodeFields,
  difficulty,
  encodedList,
  encodeFields,
  type Fields,
  flag,
  hash,
  type ListField,
  listInString,
  listOf,
  listWith,
  number,
  optional,
  unsigned,
  type ValueOf,
  type ValuesOf,
} from './fields.ts'
import {
  maximumHeaders,
  maximumIdentifiers,
  maximumSnapshotBlocks,
  maximumTransactions,
} from './messageLimits.ts'

/*
 * The messages between connected nodes. Blocks, headers, bodies and transactions stay encoded, because decoding them
 * is expensive: the receiver checks header and proof of work first.
 */

const identifier = listWith({ hash, number })
/** A block by hash, with its claimed number. */
export type BlockIdentifier = ValueOf<typeof identifier>

/** The best block of a node. Old nodes omit the last two fields. */
const status = {
  bestNumber: number,
  bestHash: hash,
  bestParentHash: optional(hash),
  totalDifficulty: optional(difficulty),
}
export type ReceivedStatus = ValuesOf<typeof status>
export type ChainStatus = { readonly [Name in keyof ReceivedStatus]: NonNullable<ReceivedStatus[Name]> }

/** Chains can only be compared by their total difficulty. */
export const isCompleteStatus = (received: ReceivedStatus): received is ChainStatus =>
  received.bestParentHash !== null && received.totalDifficulty !== null

const extension = listWith({ version: number, extension: listInString })
/** The extension of a header as it is sent with a body (RSKIP351). */
export type EncodedExtension = ValueOf<typeof extension>

/** The parts of a block after its header: lists of transactions and of full headers. Version 0 has no extension. */
const body = { transactions: encodedList, uncles: encodedList, extension: optional(extension) }
export type EncodedBody = ValuesOf<typeof body>

/** Blocks of a snapshot's chain with the total difficulty of each, oldest first. */
const chainPart = {
  blocks: listOf(listInString, maximumSnapshotBlocks),
  totalDifficulties: listOf(difficulty, maximumSnapshotBlocks),
}
export type EncodedChainPart = ValuesOf<typeof chainPart>

/** Sent without a request id. */
const pushed = <F extends Fields>(type: number, fields: F) => ({ form: 'pushed', type, fields }) as const
/** As `pushed`, and the only field is the content itself. */
const pushedList = <F extends { readonly [name: string]: ListField<unknown> }>(type: number, fields: F) =>
  ({ form: 'pushed-list', type, fields }) as const
/** A request, or the response with the same id. */
const numbered = <F extends Fields>(type: number, fields: F) => ({ form: 'numbered', type, fields }) as const

/** The messages, each with its number on the wire; the protocol does not use 4, 5 and 19. */
export const formats = {
  status: pushed(1, status),
  /** Sent unasked, or as the answer to `get-block`. */
  block: pushed(2, { block: listInString }),
  'get-block': pushed(3, { hash }),
  'new-block-hashes': pushedList(6, { announcements: listOf(identifier, maximumIdentifiers) }),
  'new-block-hash': pushed(17, { hash }),
  transactions: pushedList(7, { transactions: listOf(encodedList, maximumTransactions) }),

  'block-hash-request': numbered(8, { height: number }),
  'headers-request': numbered(9, { hash, count: number }),
  'block-request': numbered(11, { hash }),
  'body-request': numbered(14, { hash }),
  'skeleton-request': numbered(16, { start: number }),
  'snap-state-chunk-request': numbered(20, { blockNumber: number, from: number, chunkSize: number }),
  'snap-status-request': numbered(22, {}),
  'snap-blocks-request': numbered(24, { blockNumber: number }),

  'block-hash-response': numbered(18, { hash }),
  /** Compressed headers, from the requested one through its ancestors. */
  'headers-response': numbered(10, { headers: listOf(encodedList, maximumHeaders) }),
  'block-response': numbered(12, { block: listInString }),
  'body-response': numbered(15, body),
  'skeleton-response': numbered(13, { points: listOf(identifier, maximumIdentifiers) }),
  'snap-state-chunk-response': numbered(21, {
    chunk: listInString,
    blockNumber: number,
    from: number,
    to: number,
    isComplete: flag,
  }),
  'snap-status-response': numbered(23, { ...chainPart, stateBytes: number }),
  'snap-blocks-response': numbered(25, chainPart),
}

export const responseKinds = {
  'block-hash-request': 'block-hash-response',
  'headers-request': 'headers-response',
  'block-request': 'block-response',
  'body-request': 'body-response',
  'skeleton-request': 'skeleton-response',
  'snap-state-chunk-request': 'snap-state-chunk-response',
  'snap-status-request': 'snap-status-response',
  'snap-blocks-request': 'snap-blocks-response',
} as const

export type MessageKind = keyof typeof formats
export type RequestKind = keyof typeof responseKinds
type ResponseKind = (typeof responseKinds)[RequestKind]
type PushKind = Exclude<MessageKind, RequestKind | ResponseKind>

type MessageOf<K extends MessageKind> = { readonly kind: K } & ValuesOf<(typeof formats)[K]['fields']>
export type PushMessage = { [K in PushKind]: MessageOf<K> }[PushKind]
export type Request = { [K in RequestKind]: MessageOf<K> }[RequestKind]
export type Response = { [K in ResponseKind]: MessageOf<K> }[ResponseKind]
export type RequestOf<K extends RequestKind> = Extract<Request, { readonly kind: K }>
export type ResponseOf<K extends RequestKind> = Extract<
  Response,
  { readonly kind: (typeof responseKinds)[K] }
>

/** A request or response with its id. */
export type Numbered<M extends Request | Response> = M & { readonly id: number }

export type Message = PushMessage | Numbered<Request> | Numbered<Response>

export const isRequest = (message: Message): message is Numbered<Request> => message.kind in responseKinds

const allResponseKinds: ReadonlySet<MessageKind> = new Set(Object.values(responseKinds))
export const isResponseKind = (kind: MessageKind): boolean => allResponseKinds.has(kind)
export const isResponse = (message: Message): message is Numbered<Response> => isResponseKind(message.kind)

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

/**
 * The first message on a connection: the protocol, network and chain of a node. Its difficulty is unsigned; in all
 * other messages it is two's complement.
 */
const networkStatus = {
  protocolVersion: number,
  networkId: number,
  totalDifficulty: unsigned,
  bestHash: hash,
  genesisHash: hash,
}
export type NetworkStatus = ValuesOf<typeof networkStatus>

export const encodeNetworkStatus = (values: NetworkStatus): Uint8Array =>
  encodeRlpList(encodeFields(networkStatus, values))

export const decodeNetworkStatus = (payload: Uint8Array): NetworkStatus =>
  decodeFields(networkStatus, RlpReader.list(payload, 'network status'))
