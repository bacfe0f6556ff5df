import type { Chain } from '../../../chain/chain.ts'
import type { FoundTransaction } from '../../../chain/storage/transactionPlace.ts'
import { asHash, type Hash } from '../../../primitives/bytes.ts'
import type { PendingBlock } from '../../../tracing/request/pendingBlock.ts'
import type { TraceJob } from '../../../tracing/request/traceJob.ts'
import { StreamedJson } from '../../json/streamedJson.ts'
import type { ReadContext } from '../../method/context.ts'
import type { ReadNode } from '../../node/readNode.ts'
import { expectBlock, findBlock } from '../../node/selection.ts'
import { type BlockReference, isMinedReference } from '../../params/blockReference.ts'

/** A block whose transactions are traced. */
interface TracedBlock {
  readonly hash: Hash
  /** The block itself if it is pending and therefore not stored. */
  readonly pending: PendingBlock | undefined
}

function findTracedBlock(reference: BlockReference, node: ReadNode): TracedBlock | undefined {
  if (!isMinedReference(reference)) return pendingBlockOf(node)
  const hash = findBlock(reference, node)?.hash
  return hash && { hash, pending: undefined }
}

/** Throws when the block is unknown. */
export function expectTracedBlock(reference: BlockReference, node: ReadNode): TracedBlock {
  if (!isMinedReference(reference)) return pendingBlockOf(node)
  return { hash: expectBlock(reference, node).hash, pending: undefined }
}

function pendingBlockOf(node: ReadNode): TracedBlock {
  const pending = node.pending()
  return { hash: pending.block.header.hash, pending }
}

const hashBytes = 32

/** A transaction of the canonical chain; undefined for bytes that are not as long as a hash. */
export const findTransaction = (hash: Uint8Array, chain: Chain): FoundTransaction | undefined =>
  hash.length === hashBytes ? chain.transaction(asHash(hash)) : undefined

/** Executes while the answer is written. */
export const streamTrace = (
  job: TraceJob,
  { node, work }: ReadContext,
  pending?: PendingBlock,
): StreamedJson => new StreamedJson(node.traces.trace(job, pending, work))

/** The trace of a transaction of the best chain; null for an unknown one. */
export function traceFound(
  bytes: Uint8Array,
  context: ReadContext,
  jobOf: (hash: Hash) => TraceJob,
): StreamedJson | null {
  const found = findTransaction(bytes, context.node.chain)
  return found === undefined ? null : streamTrace(jobOf(found.transaction.hash), context)
}

/** The traces of the transactions that a block shows; null for an unknown block. */
export function traceFoundBlock(
  reference: BlockReference,
  context: ReadContext,
  jobOf: (shown: { readonly hash: Hash; readonly skipsRemasc: boolean | undefined }) => TraceJob,
): StreamedJson | null {
  const block = findTracedBlock(reference, context.node)
  if (block === undefined) return null
  const { skipsRemasc } = context.settings.development ?? {}
  return streamTrace(jobOf({ hash: block.hash, skipsRemasc }), context, block.pending)
}
