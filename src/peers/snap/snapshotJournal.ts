import { removeUnexecuted, startAt } from '../../chain/snapshot.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Batch, Store } from '../../store/store.ts'
import {
  deleteRecord,
  newRecord,
  putRecord,
  readRecord,
  type SnapshotRecord,
  type SnapshotTarget,
} from './snapshotRecord.ts'

/**
 * The record of a snapshot in the store. Each change is written in the same transaction as the data that it describes.
 */
export class SnapshotJournal {
  readonly #store: Store
  readonly #network: Network
  readonly #onProgress: () => void
  #record: SnapshotRecord | undefined

  /** `onProgress` is called when a part of the snapshot has been stored. */
  constructor(store: Store, network: Network, onProgress: () => void) {
    this.#store = store
    this.#network = network
    this.#onProgress = onProgress
    this.#record = readRecord(store)
  }

  /** Undefined when no snapshot is being fetched. */
  get record(): SnapshotRecord | undefined {
    return this.#record
  }

  begin(target: SnapshotTarget): SnapshotRecord {
    return this.#change(newRecord(target), () => {})
  }

  /** Stores progress together with the data that `write` adds. */
  note(changes: Partial<SnapshotRecord>, write: (batch: Batch) => void = () => {}): SnapshotRecord {
    if (this.#record === undefined) throw new Error('no snapshot is being fetched')
    const record = this.#change({ ...this.#record, ...changes }, write)
    this.#onProgress()
    return record
  }

  /** Gives up the snapshot. */
  discard(): void {
    if (this.#record === undefined) return
    const { hash, stateRoot } = this.#record.target
    removeUnexecuted(this.#store, hash, stateRoot, this.#network)
    this.#store.write(deleteRecord)
    this.#record = undefined
  }

  /** Makes the block of the snapshot the head of the chain. */
  complete(): void {
    const { target } = this.#record!
    this.#store.write((batch) => {
      startAt(batch, target.hash, this.#network)
      deleteRecord(batch)
    })
    this.#record = undefined
  }

  #change(record: SnapshotRecord, write: (batch: Batch) => void): SnapshotRecord {
    this.#store.write((batch) => {
      write(batch)
      putRecord(batch, record)
    })
    this.#record = record
    return record
  }
}
