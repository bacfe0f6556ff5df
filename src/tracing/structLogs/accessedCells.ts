import { wordDigits } from './stackText.ts'

/** The cells of a contract that an execution has accessed, and their JSON text. */
export class AccessedCells {
  readonly #cells = new Map<string, string>()
  #text: string | undefined

  get text(): string {
    this.#text ??= JSON.stringify(Object.fromEntries(this.#cells))
    return this.#text
  }

  set(key: bigint, value: bigint): void {
    this.#cells.set(wordDigits(key), wordDigits(value))
    this.#text = undefined
  }
}
