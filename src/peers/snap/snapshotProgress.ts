import { chunkBytes } from '../../trie/chunk.ts'
import type { RecentRate } from '../sync/recentRate.ts'
import type { SnapshotRecord } from './snapshotRecord.ts'

/** Progress of fetching a snapshot. */
export interface SnapshotProgress {
  /** The number of its block; undefined until a snapshot is chosen. */
  readonly block: number | undefined
  /** Bytes of the whole state; 0 until they are known. */
  readonly stateBytes: number
  readonly fetchedBytes: number
  readonly chunks: number
  readonly bytesPerSecond: number
  /** Headers below the block that are not verified yet. */
  readonly headersLeft: number
  /** Blocks below the snapshot that later rules read and that are not fetched yet; 0 until the state is complete. */
  readonly blocksLeft: number
  /** Bytes received since the start of the node. */
  readonly receivedBytes: number
  /** Why nothing is fetched; undefined while fetching. */
  readonly halted: string | undefined
}

export function snapshotProgress(
  record: SnapshotRecord | undefined,
  received: RecentRate,
  blocksLeft: number,
  halted: string | undefined,
): SnapshotProgress {
  const { stateBytes = 0, chunks = 0, isVerified = false } = record ?? {}
  return {
    block: record?.target.number,
    stateBytes,
    fetchedBytes: Math.min(stateBytes, chunks * chunkBytes),
    chunks,
    bytesPerSecond: received.perSecond,
    headersLeft: record === undefined || isVerified ? 0 : record.header.number,
    blocksLeft,
    receivedBytes: received.total,
    halted,
  }
}

/** Why a snapshot cannot be fetched at the moment. */
export class SnapshotFailure extends Error {
  override readonly name = 'SnapshotFailure'
  /** Whether the snapshot is proven false, so that another must be chosen. */
  readonly isRefuted: boolean

  constructor(problem: string, isRefuted = false) {
    super(problem)
    this.isRefuted = isRefuted
  }
}
