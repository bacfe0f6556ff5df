import type { Hash } from '../../primitives/bytes.ts'
import type { HeaderOutline } from './headerRecord.ts'
import type { StoredBlock } from './storedBlock.ts'

/** A block in a list of many, which is decoded when more than its outline is asked for. */
export class OutlinedBlock implements HeaderOutline {
  readonly hash: Hash
  readonly number: number
  readonly parentHash: Hash
  readonly gasUsed: number
  readonly timestamp: number
  readonly #read: (hash: Hash) => StoredBlock
  #stored: StoredBlock | undefined

  constructor(hash: Hash, number: number, outline: HeaderOutline, read: (hash: Hash) => StoredBlock) {
    this.hash = hash
    this.number = number
    this.parentHash = outline.parentHash
    this.gasUsed = outline.gasUsed
    this.timestamp = outline.timestamp
    this.#read = read
  }

  get stored(): StoredBlock {
    this.#stored ??= this.#read(this.hash)
    return this.#stored
  }
}
