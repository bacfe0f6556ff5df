import { TraceError } from './traceError.ts'

const pieceLength = 1 << 16

/** Collects the text of an answer into pieces of 64 KiB, and throws beyond the limit. */
export class TraceOutput {
  readonly #write: (piece: string) => void
  readonly #maximumLength: number
  readonly #onWritten: ((parts: number) => void) | undefined
  #length = 0
  #piece = ''
  #parts = 0

  /** `onWritten` gets the number of texts that a piece has: a step or a call is one or two. */
  constructor(write: (piece: string) => void, maximumLength: number, onWritten?: (parts: number) => void) {
    this.#write = write
    this.#onWritten = onWritten
    this.#maximumLength = maximumLength
  }

  write(text: string): void {
    this.#parts++
    this.#length += text.length
    if (this.#length > this.#maximumLength) throw tooLarge(this.#maximumLength)
    this.#piece += text
    if (this.#piece.length >= pieceLength) this.#flush()
  }

  end(): void {
    if (this.#piece !== '') this.#flush()
  }

  #flush(): void {
    this.#onWritten?.(this.#parts)
    this.#parts = 0
    this.#write(this.#piece)
    this.#piece = ''
  }
}

export const tooLarge = (maximumLength: number): TraceError =>
  new TraceError(
    'too-large',
    `the trace is larger than the limit of ${maximumLength} characters: leave memory, stack or storage out, ask for one transaction, or use the callTracer`,
  )

/** A JSON array that is written item by item. */
export class JsonArray {
  readonly #output: TraceOutput
  #separator = '['

  constructor(output: TraceOutput) {
    this.#output = output
  }

  add(item: string): void {
    this.begin()
    this.#output.write(item)
  }

  /** Begins an item, which the caller writes to the output. */
  begin(): void {
    this.#output.write(this.#separator)
    this.#separator = ','
  }

  end(): void {
    this.#output.write(this.#separator === '[' ? '[]' : ']')
  }
}
