import type { Hash } from '../../primitives/bytes.ts'

/*
 * What nodes say to each other once they are connected. Blocks, headers, bodies and transactions stay encoded:
 * to decode them costs many times their bytes, so whoever receives one looks at its header and proof first.
 */

/** A block by hash, with the number it is said to have. */
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

/** What a header commits to besides its own fields, as it travels with a body (RSKIP351). */
export interface EncodedExtension {
  readonly version: number
  readonly extension: Uint8Array
}

/** The parts of a block behind its header. */
export interface EncodedBody {
  /** RLP list of the transactions. */
  readonly transactions: Uint8Array
  /** RLP list of the full headers of the uncles. */
  readonly uncles: Uint8Array
  /** Null for headers of version 0, which have none. */
  readonly extension: EncodedExtension | null
}

/** Blocks of a snapshot's chain with the total difficulty of each, oldest first. */
export interface EncodedChainPart {
  readonly blocks: readonly Uint8Array[]
  readonly totalDifficulties: readonly bigint[]
}

/** Said without being asked, or, for a block, because `getBlock` asked. */
export type PushMessage =
  | {
      readonly kind: 'status'
      readonly bestNumber: number
      readonly bestHash: Hash
      /** Old nodes leave the last two out. */
      readonly bestParentHash: Hash | null
      readonly totalDifficulty: bigint | null
    }
  | { readonly kind: 'block'; readonly block: Uint8Array }
  | { readonly kind: 'getBlock'; readonly hash: Hash }
  | { readonly kind: 'newBlockHashes'; readonly announcements: readonly BlockIdentifier[] }
  | { readonly kind: 'newBlockHash'; readonly hash: Hash }
  | { readonly kind: 'transactions'; readonly transactions: readonly Uint8Array[] }

/** Asks for the response that bears the same id. */
export type Request =
  | { readonly kind: 'blockHashRequest'; readonly height: number }
  | { readonly kind: 'headersRequest'; readonly hash: Hash; readonly count: number }
  | { readonly kind: 'blockRequest'; readonly hash: Hash }
  | { readonly kind: 'bodyRequest'; readonly hash: Hash }
  | { readonly kind: 'skeletonRequest'; readonly start: number }
  | {
      readonly kind: 'snapStateChunkRequest'
      readonly blockNumber: number
      readonly from: number
      readonly chunkSize: number
    }
  | { readonly kind: 'snapStatusRequest' }
  | { readonly kind: 'snapBlocksRequest'; readonly blockNumber: number }

export type Response =
  | { readonly kind: 'blockHashResponse'; readonly hash: Hash }
  /** Compressed headers, from the one asked for through its parents. */
  | { readonly kind: 'headersResponse'; readonly headers: readonly Uint8Array[] }
  | { readonly kind: 'blockResponse'; readonly block: Uint8Array }
  | ({ readonly kind: 'bodyResponse' } & EncodedBody)
  | { readonly kind: 'skeletonResponse'; readonly points: readonly BlockIdentifier[] }
  | {
      readonly kind: 'snapStateChunkResponse'
      readonly chunk: Uint8Array
      readonly blockNumber: number
      readonly from: number
      readonly to: number
      readonly isComplete: boolean
    }
  | ({ readonly kind: 'snapStatusResponse'; readonly stateBytes: number } & EncodedChainPart)
  | ({ readonly kind: 'snapBlocksResponse' } & EncodedChainPart)

export type RequestKind = Request['kind']
export type ResponseKind = Response['kind']

export const responseKinds = {
  blockHashRequest: 'blockHashResponse',
  headersRequest: 'headersResponse',
  blockRequest: 'blockResponse',
  bodyRequest: 'bodyResponse',
  skeletonRequest: 'skeletonResponse',
  snapStateChunkRequest: 'snapStateChunkResponse',
  snapStatusRequest: 'snapStatusResponse',
  snapBlocksRequest: 'snapBlocksResponse',
} as const satisfies Record<RequestKind, ResponseKind>

export type RequestOf<K extends RequestKind> = Extract<Request, { readonly kind: K }>
export type ResponseOf<K extends RequestKind> = Extract<
  Response,
  { readonly kind: (typeof responseKinds)[K] }
>

/** A request or response on its way. */
export type Numbered<M extends Request | Response> = M & { readonly id: number }

export type Message = PushMessage | Numbered<Request> | Numbered<Response>
export type MessageKind = Message['kind']

export const isRequest = (message: Message): message is Numbered<Request> => message.kind in responseKinds

const allResponseKinds: ReadonlySet<MessageKind> = new Set(Object.values(responseKinds))
export const isResponseKind = (kind: MessageKind): boolean => allResponseKinds.has(kind)
export const isResponse = (message: Message): message is Numbered<Response> => isResponseKind(message.kind)
