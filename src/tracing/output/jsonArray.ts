import type { TraceOutput } from './traceOutput.ts'

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
