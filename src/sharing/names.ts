/**
 * Names of keys and channels. The part in braces is the hash tag: keys with the same tag are in one slot of a cluster, so
 * one script may use them together. The number is the version of the format of everything below the prefix.
 */
export class SharedNames {
  readonly #start: string
  /** Holds the version of the format; has the same name in every version. */
  readonly format: string

  constructor(prefix: string) {
    this.#start = `${prefix}:${formatVersion}`
    this.format = `${prefix}:format`
  }

  key(tag: string, ...parts: readonly string[]): string {
    return [this.#start, `{${tag}}`, ...parts].join(':')
  }

  channel(name: string): string {
    return `${this.#start}:${name}`
  }
}

export const formatVersion = 1
