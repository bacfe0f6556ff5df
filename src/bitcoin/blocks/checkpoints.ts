import { packageContent } from '../../platform/packageContent.ts'
import { bitcoinHeaderLength } from './bitcoinHeader.ts'
import { decodeStoredBlock, type StoredBlock } from './storedBlock.ts'

/** Bytes of a checkpoint: 12 of work, 4 of height and the header. */
const checkpointLength = 16 + bitcoinHeaderLength
/** Position of the header's time in a checkpoint. */
const timeAt = 16 + 68

/**
 * Every 2,016th block of a Bitcoin network up to the reference node's last checkpoint. A file of the package contains
 * the stored blocks one after the other; it is read at first use.
 */
export class Checkpoints {
  readonly #path: string
  #file: Uint8Array | undefined

  constructor(path: string) {
    this.#path = path
  }

  get count(): number {
    return this.#bytes.length / checkpointLength
  }

  /** The latest block that is not later than `time`, in seconds since 1970; undefined if all are later. */
  latestAt(time: number): StoredBlock | undefined {
    const bytes = this.#bytes
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let start = bytes.length - checkpointLength
    // The times of checkpoints increase with their heights.
    while (start >= 0 && view.getUint32(start + timeAt, true) > time) start -= checkpointLength
    return start < 0 ? undefined : decodeStoredBlock(bytes.subarray(start, start + checkpointLength))
  }

  get #bytes(): Uint8Array {
    this.#file ??= packageContent(this.#path)
    return this.#file
  }
}
