import { type FlatLog, flatLog } from '../../chain/storage/flatLog.ts'
import { Buffer } from '../../platform/buffer.ts'
import { toHex } from '../../primitives/hex.ts'
import { lend } from '../../primitives/work/lentBytes.ts'
import { limitExceeded } from '../errors/errors.ts'
import { JsonText } from '../json/jsonText.ts'
import { wholeCharacters } from '../json/piece.ts'
import { SpareMemory } from './spareMemory.ts'

/** Bytes of a piece of a long answer. */
const pieceLength = 1 << 20
/** The most characters of one answer; a JavaScript string cannot be twice as long. */
const maximumAnswerLength = 256 << 20
/** More than a log takes besides its content and the shared text, and more than a vector that is stored beyond an end. */
const frameLength = 256
/** Longer byte strings do not fit in the region from which digits are written. */
const maximumFlatHex = 2048
/** A thread keeps 16 MiB of it, and what longer answers need for some seconds. */
const spare = new SpareMemory({ length: pieceLength, kept: 16, keptMs: 5_000 })

/** How logs are written. Every function writes at `to` and returns the end of the text. */
export interface LogForm {
  /** A log with its data, whose first character is a comma. */
  write(to: number, logIndex: number, sharedLength: number, log: FlatLog): number
  /** The same up to the data. */
  writeHead(to: number, logIndex: number, sharedLength: number): number
  readonly hasData: boolean
  /** The same from the end of the data. */
  writeTail(to: number, log: FlatLog): number
}

interface TextPiece {
  readonly memory: Buffer
  used: number
}

/**
 * JSON text that is written from stored bytes, in the memory of the thread's `FlatLog`, and moved to pieces when that is full.
 * One text is written to its end before the next one begins.
 */
export class RecordText {
  readonly flat: FlatLog = flatLog()
  readonly #outputStart: number
  readonly #capacity: number
  readonly #sharedStart: number
  #sharedEnd: number
  /** The end of the text in the output. */
  #at: number
  #flushed = 0
  readonly #pieces: TextPiece[] = []

  constructor() {
    const { SHARED, OUTPUT, OUTPUT_CAPACITY } = this.flat.core
    this.#sharedStart = SHARED.value
    this.#sharedEnd = this.#sharedStart
    this.#outputStart = OUTPUT.value
    this.#capacity = OUTPUT_CAPACITY.value
    this.#at = this.#outputStart
  }

  /** Bytes so far. */
  get length(): number {
    return this.#flushed + this.#at - this.#outputStart
  }

  write(text: string): void {
    const isShort = text.length <= this.#capacity
    if (isShort) this.#reserve(text.length)
    const end = isShort ? writeAscii(this.flat.memory, text, this.#at) : undefined
    if (end === undefined) this.#writeEncoded(text)
    else this.#at = end
  }

  /** Writes bytes as text with `0x`. */
  hex(bytes: Uint8Array): void {
    if (bytes.length > maximumFlatHex) {
      this.write(`"${toHex(bytes)}"`)
      return
    }
    const { core, memory } = this.flat
    this.#reserve(2 * bytes.length + frameLength)
    memory.set(bytes, core.HASH.value)
    this.#at = core.hex(core.HASH.value, bytes.length, writeAscii(memory, '"0x', this.#at)!)
    memory[this.#at++] = quote
  }

  /** Sets the text that the next logs have in common: texts as they are, bytes as hex digits. */
  share(...parts: readonly (string | Uint8Array)[]): void {
    const { core, memory } = this.flat
    let at = this.#sharedStart
    for (const part of parts) {
      if (typeof part === 'string') at = writeAscii(memory, part, at)!
      else {
        memory.set(part, core.HASH.value)
        at = core.hex(core.HASH.value, part.length, at)
      }
    }
    this.#sharedEnd = at
  }

  /** Writes the log that the memory has, after `separator`. */
  log(form: LogForm, logIndex: number, separator: number): void {
    const { flat } = this
    const sharedLength = this.#sharedEnd - this.#sharedStart
    const needed = 2 * flat.length + sharedLength + frameLength
    if (needed > this.#capacity) {
      this.#longLog(form, logIndex, separator)
      return
    }
    this.#reserve(needed)
    const start = this.#at
    this.#at = form.write(start, logIndex, sharedLength, flat)
    flat.memory[start] = separator
  }

  /** The answer, after its last characters. */
  endWith(text: string): JsonText {
    this.write(text)
    const { memory } = this.flat
    if (this.#pieces.length === 0) {
      const text = Buffer.from(memory.buffer, this.#outputStart, this.#at - this.#outputStart)
      return new JsonText(text.toString('latin1'))
    }
    this.#flush()
    return new JsonText(
      this.#pieces.map(({ memory: piece, used }) => lend(piece.subarray(0, used), () => spare.add(piece))),
    )
  }

  #reserve(length: number): void {
    if (this.#at + length > this.#outputStart + this.#capacity) this.#flush()
  }

  /** Writes a log whose text is longer than the output. */
  #longLog(form: LogForm, logIndex: number, separator: number): void {
    const { flat } = this
    const { core, length, dataStart } = flat
    this.#flush()
    this.#at = form.writeHead(this.#at, logIndex, this.#sharedEnd - this.#sharedStart)
    flat.memory[this.#outputStart] = separator
    const part = (this.#capacity - frameLength) / 2
    for (let offset = dataStart; form.hasData && offset < length; offset += part) {
      this.#flush()
      this.#at = core.hex(flat.contentStart + offset, Math.min(part, length - offset), this.#at)
    }
    this.#flush()
    this.#at = form.writeTail(this.#at, flat)
  }

  /** Moves the output to pieces. */
  #flush(): void {
    const { memory } = this.flat
    this.#flushed += this.#at - this.#outputStart
    for (let from = this.#outputStart; from < this.#at; ) {
      const piece = this.#pieceWithRoom()
      const count = Math.min(this.#at - from, pieceLength - piece.used)
      piece.memory.set(memory.subarray(from, from + count), piece.used)
      piece.used += count
      from += count
    }
    this.#at = this.#outputStart
  }

  /** Writes a text that is long, or has characters of several bytes, which stay whole in pieces. */
  #writeEncoded(text: string): void {
    this.#flush()
    const bytes = Buffer.from(text)
    this.#flushed += bytes.length
    for (let start = 0; start < bytes.length; ) {
      const piece = this.#pieceWithRoom()
      const end = wholeCharacters(bytes, start, Math.min(bytes.length, start + pieceLength - piece.used))
      if (end === start) this.#addPiece()
      piece.memory.set(bytes.subarray(start, end), piece.used)
      piece.used += end - start
      start = end
    }
  }

  #pieceWithRoom(): TextPiece {
    const last = this.#pieces.at(-1)
    return last !== undefined && last.used < pieceLength ? last : this.#addPiece()
  }

  #addPiece(): TextPiece {
    if (this.#pieces.length * pieceLength >= maximumAnswerLength) throw limitExceeded('length of the answer')
    const piece = { memory: spare.take(), used: 0 }
    this.#pieces.push(piece)
    return piece
  }
}

const quote = 0x22
const maximumAscii = 0x7f

/** Returns the end of the text; undefined if it is not ASCII. A loop is faster than an encoder here. */
function writeAscii(memory: Uint8Array, text: string, start: number): number | undefined {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code > maximumAscii) return undefined
    memory[start + index] = code
  }
  return start + text.length
}
