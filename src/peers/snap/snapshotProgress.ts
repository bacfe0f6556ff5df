import { chunkBytes } from '../../trie/chunk.ts'
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

const windowMs = 30_000
const sampleMs = 1_000

/** The bytes received within a second. */
interface Sample {
  readonly time: number
  bytes: number
}

/** Measures the rate of received chunks over the last half minute. */
export class SnapshotMeter {
  readonly #now: () => number
  #samples: Sample[] = []
  #received = 0

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  received(bytes: number): void {
    const time = this.#now()
    this.#received += bytes
    const last = this.#samples.at(-1)
    if (last !== undefined && time - last.time < sampleMs) last.bytes += bytes
    else this.#samples = [...this.#samples.filter((sample) => sample.time > time - windowMs), { time, bytes }]
  }

  progress(
    record: SnapshotRecord | undefined,
    blocksLeft: number,
    halted: string | undefined,
  ): SnapshotProgress {
    const { stateBytes = 0, chunks = 0, isVerified = false } = record ?? {}
    return {
      block: record?.target.number,
      stateBytes,
      fetchedBytes: Math.min(stateBytes, chunks * chunkBytes),
      chunks,
      bytesPerSecond: this.#perSecond,
      headersLeft: record === undefined || isVerified ? 0 : record.header.number,
      blocksLeft,
      receivedBytes: this.#received,
      halted,
    }
  }

  get #perSecond(): number {
    const time = this.#now()
    const recent = this.#samples.filter((sample) => sample.time > time - windowMs)
    const first = recent[0]?.time ?? time
    const bytes = recent.reduce((sum, sample) => sum + sample.bytes, 0)
    return bytes === 0 ? 0 : (1000 * bytes) / Math.max(sampleMs, time - first)
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
