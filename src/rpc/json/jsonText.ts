import { textOf } from './piece.ts'

/** A result that is already written: the text of one JSON value, or its bytes in pieces when it is long. */
export class JsonText {
  readonly #content: string | readonly Uint8Array[]

  constructor(content: string | readonly Uint8Array[]) {
    this.#content = content
  }

  /** Undefined for a result that is text. */
  get pieces(): readonly Uint8Array[] | undefined {
    return typeof this.#content === 'string' ? undefined : this.#content
  }

  get text(): string {
    return typeof this.#content === 'string' ? this.#content : this.#content.map(textOf).join('')
  }
}

/** A result that is long and never changes: all answers share its bytes. */
export class SharedJson extends JsonText {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    super([bytes])
    this.bytes = bytes
  }
}
