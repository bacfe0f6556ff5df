/** The JSON text of a frame's stack. Texts of items that stay from one step to the next are reused. */
export class StackText {
  readonly #textOf: (word: bigint) => string
  readonly #words: bigint[] = []
  readonly #texts: string[] = []

  constructor(textOf: (word: bigint) => string = wordDigits) {
    this.#textOf = textOf
  }

  /** Top last. */
  of(stack: readonly bigint[]): string {
    const { length } = stack
    for (let at = 0; at < length; at++) {
      const word = stack[at]!
      if (this.#words[at] === word) continue
      this.#words[at] = word
      this.#texts[at] = `"${this.#textOf(word)}"`
    }
    this.#words.length = length
    this.#texts.length = length
    return `[${this.#texts.join(',')}]`
  }
}

/** 64 hex digits. */
export const wordDigits = (word: bigint): string => word.toString(16).padStart(64, '0')

/** As few hex digits as possible. */
export const shortWord = (word: bigint): string => `0x${word.toString(16)}`
