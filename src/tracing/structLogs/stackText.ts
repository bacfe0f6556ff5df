/** The JSON text of a frame's stack. Texts of items that stay from one step to the next are reused. */
export class StackText {
  readonly #words: bigint[] = []
  readonly #texts: string[] = []

  /** Top last. */
  of(stack: readonly bigint[]): string {
    const { length } = stack
    for (let at = 0; at < length; at++) {
      const word = stack[at]!
      if (this.#words[at] === word) continue
      this.#words[at] = word
      this.#texts[at] = `"${wordDigits(word)}"`
    }
    this.#words.length = length
    this.#texts.length = length
    return `[${this.#texts.join(',')}]`
  }
}

/** 64 hex digits. */
export const wordDigits = (word: bigint): string => word.toString(16).padStart(64, '0')
