import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Sizes are read again after this time. */
const lifeMs = 5_000

/** Bytes of the files in a folder, which must not have subfolders. */
export class FolderBytes {
  readonly #folder: string
  readonly #now: () => number
  #bytes = 0
  #readAt = Number.NEGATIVE_INFINITY

  /** `now` in milliseconds. */
  constructor(folder: string, now: () => number) {
    this.#folder = folder
    this.#now = now
  }

  get bytes(): number {
    if (this.#now() - this.#readAt >= lifeMs) {
      this.#readAt = this.#now()
      this.#bytes = readdirSync(this.#folder).reduce(
        (sum, name) => sum + bytesOf(join(this.#folder, name)),
        0,
      )
    }
    return this.#bytes
  }
}

/** Zero for a file that was removed meanwhile. */
const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
