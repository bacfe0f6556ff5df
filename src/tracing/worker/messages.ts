import type { MessagePort } from 'node:worker_threads'
import type { Network } from '../../protocol/networks/network.ts'
import type { Stamp } from '../../store/stamp.ts'
import type { TraceErrorCode } from '../output/traceError.ts'
import type { TraceJob } from '../request/traceJob.ts'

/* What the two threads tell each other, as plain data. */

/** Where the worker reads: the folder itself, or, of a store in memory, what the other thread reads for it. */
export type StoreSource =
  | { readonly kind: 'folder'; readonly path: string; readonly stamp: Stamp }
  | { readonly kind: 'memory'; readonly port: MessagePort; readonly answered: SharedArrayBuffer }

/** What a worker is started with. */
export interface WorkerOptions {
  /** With the upgrade heights of its chain. */
  readonly network: Network
  readonly source: StoreSource
  readonly maximumLength: number
  readonly maximumBlocks: number
}

/** A block that is in no store yet, in the encodings of the store. */
export interface EncodedBlock {
  readonly record: Uint8Array
  readonly body: Uint8Array
  readonly receipts: Uint8Array
}

export interface JobMessage {
  readonly job: TraceJob
  readonly pending: EncodedBlock | undefined
  readonly control: SharedArrayBuffer
}

/** A piece of the text, or how the job ended. */
export type WorkerMessage =
  | string
  | { readonly ending: 'complete' | 'stopped' }
  | { readonly ending: 'refused'; readonly code: TraceErrorCode; readonly message: string }
  /** Nobody foresaw this. */
  | { readonly ending: 'failed'; readonly error: unknown }
