import { loadWasm } from '../../crypto/loadWasm.ts'
import type { Log } from '../../evm/log.ts'
import { asAddress, asHash, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { unpackZeros } from './zeroRuns.ts'

/** The exports of assembly/logs.ts. */
type LogModule = {
  readonly memory: WebAssembly.Memory
  readonly SHARED: WebAssembly.Global
  readonly HASH: WebAssembly.Global
  readonly PACKED: WebAssembly.Global
  readonly OUTPUT: WebAssembly.Global
  readonly OUTPUT_CAPACITY: WebAssembly.Global
  readonly CONTENT: WebAssembly.Global
  readonly unpack: (from: number, end: number, limit: number) => number
  readonly hex: (from: number, length: number, to: number) => number
  readonly writeHead: (to: number, logIndex: number, sharedLength: number) => number
  readonly writeTail: (to: number, topicCount: number, isRemoved: boolean) => number
  readonly write: (
    to: number,
    logIndex: number,
    sharedLength: number,
    topicCount: number,
    length: number,
    isRemoved: boolean,
  ) => number
  readonly writeItemHead: (to: number, logIndex: number, sharedLength: number, members: number) => number
  readonly writeItemTail: (to: number, topicCount: number, members: number) => number
  readonly writeItem: (
    to: number,
    logIndex: number,
    sharedLength: number,
    topicCount: number,
    length: number,
    members: number,
  ) => number
}

export const addressBytes = 20
export const topicBytes = 32
/** Memory behind the content that the module may overwrite. */
const slack = 512
const pageBytes = 65_536
/** Bytes of a record that are copied to the module at once; more when a search wants one log after the other. */
const firstWindow = 512
const maximumWindow = 16_384

/**
 * One log as a run of bytes (address, topics, data) in the memory of a WebAssembly module, which unpacks it and writes its
 * JSON. Each log replaces the one before, so that a search makes no objects for its logs.
 */
export class FlatLog {
  readonly core: LogModule
  readonly contentStart: number
  topicCount = 0
  /** Bytes of the content. */
  length = 0
  readonly #packedStart: number
  #memory: Uint8Array
  #record: Uint8Array = new Uint8Array(0)
  /** The part of the record that the module has. */
  #windowStart = -1
  #windowEnd = -1

  constructor() {
    this.core = loadWasm<LogModule>('logs')
    this.#memory = new Uint8Array(this.core.memory.buffer)
    this.contentStart = this.core.CONTENT.value
    this.#packedStart = this.core.PACKED.value
  }

  /** All memory of the module. Valid until the next log is set. */
  get memory(): Uint8Array {
    return this.#memory
  }

  /** Where the data begins in the content. */
  get dataStart(): number {
    return addressBytes + this.topicCount * topicBytes
  }

  /** The record of the logs that `unpack` reads. */
  begin(record: Uint8Array): void {
    this.#record = record
    this.#windowStart = -1
    this.#windowEnd = -1
  }

  /** Sets the log that a part of the record holds: the number of its topics and its packed content. */
  unpack(start: number, end: number): void {
    this.topicCount = this.#record[start]!
    this.length = this.#unpackInside(start + 1, end) ?? this.#unpackOutside(start + 1, end)
    if (this.length < this.dataStart) throw new DecodeError('stored receipts', 'have an unreadable log')
  }

  /** Undefined for a log that is too long, or not the result of packing. */
  #unpackInside(start: number, end: number): number | undefined {
    if (start < this.#windowStart || end > this.#windowEnd) {
      if (end - start > maximumWindow) return undefined
      const goesOn = start >= this.#windowStart && start <= this.#windowEnd + 1
      const length = goesOn ? maximumWindow : Math.max(end - start, firstWindow)
      this.#windowStart = start
      this.#windowEnd = Math.min(start + length, this.#record.length)
      this.#memory.set(this.#record.subarray(start, this.#windowEnd), this.#packedStart)
    }
    const shift = this.#packedStart - this.#windowStart
    const length = this.core.unpack(start + shift, end + shift, this.#memory.length - slack)
    return length < 0 ? undefined : length
  }

  #unpackOutside(start: number, end: number): number {
    const content = unpackZeros(this.#record, start, end)
    if (content === undefined) throw new DecodeError('stored receipts', 'have a log that is not packed')
    this.#reserve(content.length)
    this.#memory.set(content, this.contentStart)
    return content.length
  }

  /** Sets a log that is in memory as an object. */
  set({ address, topics, data }: Log): void {
    this.topicCount = topics.length
    const { dataStart, contentStart } = this
    this.length = dataStart + data.length
    this.#reserve(this.length)
    this.#memory.set(address, contentStart)
    let at = contentStart + addressBytes
    for (const topic of topics) {
      this.#memory.set(topic, at)
      at += topicBytes
    }
    this.#memory.set(data, at)
  }

  /** Whether the content has a word at an offset. */
  has(word: Uint8Array, offset: number): boolean {
    const memory = this.#memory
    const start = this.contentStart + offset
    for (let index = 0; index < word.length; index++) {
      if (memory[start + index] !== word[index]) return false
    }
    return true
  }

  /** A part of the content, as a view. */
  part(offset: number, length: number): Uint8Array {
    const start = this.contentStart + offset
    return this.#memory.subarray(start, start + length)
  }

  /** A copy as an object. */
  toLog(): Log {
    return logOf(this.part(0, this.length).slice(), this.dataStart)
  }

  #reserve(length: number): void {
    const missing = this.contentStart + length + slack - this.#memory.length
    if (missing <= 0) return
    this.core.memory.grow(Math.ceil(missing / pageBytes))
    this.#memory = new Uint8Array(this.core.memory.buffer)
  }
}

/** A log whose parts are views of its content. */
export function logOf(content: Uint8Array, dataStart: number): Log {
  const topics: Hash[] = []
  for (let at = addressBytes; at < dataStart; at += topicBytes) {
    topics.push(asHash(content.subarray(at, at + topicBytes)))
  }
  return { address: asAddress(content.subarray(0, addressBytes)), topics, data: content.subarray(dataStart) }
}

let shared: FlatLog | undefined

/** The one of this thread. Searches run to their end before another begins. */
export function flatLog(): FlatLog {
  shared ??= new FlatLog()
  return shared
}
