import type { MessagePort } from 'node:worker_threads'
import type { Network } from '../../protocol/networks/network.ts'
import type { Stamp } from '../../store/stamp.ts'
import type { TraceErrorCode } from '../output/traceError.ts'
import type { TraceJob } from '../request/traceJob.ts'

/* The messages between the two threads, as plain data. */

/** The store that the worker reads: a folder, or a store in the memory of the other thread. */
export type StoreSource =
  | { readonly kind: 'folder'; readonly path: string; readonly stamp: Stamp }
  | { readonly kind: 'memory'; readonly port: MessagePort; readonly answered: SharedArrayBuffer }

/** The options that a worker starts with. */
export interface WorkerOptions {
  /** With the upgrade heights of its chain. */
  readonly network: Network
  readonly source: StoreSource
  readonly maximumLength: number
  readonly maximumBlocks: number
}

/** A block that is not stored yet, in the encodings of the store. */
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

/** A piece of the text, or the end of the job with the gas that it executed. */
export type WorkerMessage = string | (Ending & { readonly gas: number })

export type Ending =
  | { readonly ending: 'complete' | 'stopped' }
  | { readonly ending: 'refused'; readonly code: TraceErrorCode; readonly message: string }
  /** An unexpected error. */
  | { readonly ending: 'failed'; readonly error: unknown }
