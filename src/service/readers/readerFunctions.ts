import type { CallLogSettings, LoggedText } from '../../node/local/callLog/callLog.ts'
import type { StoreFolder } from '../../node/node.ts'
import type { Hash } from '../../primitives/bytes.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Work } from '../../rpc/budget/workMeter.ts'
import type { ErrorDialect } from '../../rpc/errors/errors.ts'
import type { Json } from '../../rpc/json/json.ts'
import type { RpcSettings } from '../../rpc/method/context.ts'
import type { EncodedBlock } from '../../tracing/request/pendingBlock.ts'
import type { TraceLimits } from '../../tracing/run/traceLimits.ts'
import type { PlacedPiece } from './pieceMemory.ts'

/** A part of what the copy of a store in memory lacks. */
export interface SentChanges {
  readonly id: number
  readonly packed: Uint8Array
}

/** A network that the reader thread shall answer for. */
export interface OpenedNetwork {
  readonly id: number
  /** With the upgrade heights of its chain. */
  readonly network: Network
  /** Undefined for a chain in memory; the reader has a copy of its store. */
  readonly folder: StoreFolder | undefined
  /** Size of the cache of decoded records. */
  readonly cacheBytes: number
  readonly settings: RpcSettings
  readonly traces: TraceLimits
  /** Undefined when calls are not logged. */
  readonly callLog: CallLogSettings | undefined
}

/** One call. */
export interface ReadMessage {
  readonly network: number
  readonly method: string
  /** As the client sent them. */
  readonly params: unknown
  readonly errors: ErrorDialect
  /** The best block when the call was handed over; the reader waits until it sees it. */
  readonly head: Hash
  /** Undefined until the call asks for it. */
  readonly pending: EncodedBlock | undefined
  /** In characters of the answer. */
  readonly maximumLength: number
  readonly control: SharedArrayBuffer
}

/** The functions of a reader thread. It sends the pieces of a long answer as events. */
export interface ReaderFunctions {
  open(network: OpenedNetwork): void
  /** Updates the copy of a chain in memory before each call. */
  change(changes: SentChanges): void
  /** The network with this id is not served any more. */
  close(id: number): void
  /** Fails when the network cannot be opened. */
  read(call: ReadMessage): Promise<EndMessage>
}

/** Bytes of an answer in UTF-8: in the shared memory, or in a transferred buffer. */
export type SentPiece = PlacedPiece | Uint8Array

/** An error of the catalogue. */
export interface SentError {
  readonly code: number
  readonly message: string
  readonly data: Json | undefined
}

export type ReadEnding =
  /** `text` is a short answer; undefined when it was sent in pieces. */
  | { readonly ending: 'complete'; readonly text: string | undefined }
  /** The call was stopped: its client has disconnected, or its time was over. */
  | { readonly ending: 'stopped' }
  /** With the errors that the operator should see. */
  | {
      readonly ending: 'refused'
      readonly error: SentError
      readonly unforeseen: readonly unknown[]
      /** Separate, because errors lose their class between threads. */
      readonly metDamage: boolean
    }
  /** The call reads the pending block and must start over with it. */
  | { readonly ending: 'needs-pending' }
  /** The reader does not have the block that was the best one when the call was handed over. */
  | { readonly ending: 'behind' }

/** The end of a call with its work, and the lines of the call log about it. */
export type EndMessage = ReadEnding & {
  readonly work: Omit<Work, 'bytes'>
  readonly logged: readonly LoggedText[]
}
