import { toHexDigits } from '../../primitives/hex.ts'
import { toBigInt } from '../../primitives/integers.ts'
import type { StoredCell } from '../../state/accountContent.ts'
import { wordDigits } from './stackText.ts'

/** Of a contract with more cells than this, only the accessed ones are shown. */
const maximumCells = 10_000

/** The known storage of a frame's contract, and its JSON text. */
export class StorageText {
  readonly #cells = new Map<string, string>()
  #text: string | undefined

  constructor(cells: Iterable<StoredCell>) {
    for (const [number, value] of cells) {
      if (this.#cells.size === maximumCells) {
        this.#cells.clear()
        break
      }
      this.#cells.set(toHexDigits(number), wordDigits(toBigInt(value)))
    }
  }

  get size(): number {
    return this.#cells.size
  }

  get text(): string {
    this.#text ??= objectText(this.#cells)
    return this.#text
  }

  /** An empty cell is left out. */
  set(key: bigint, value: bigint): void {
    const digits = wordDigits(key)
    const text = wordDigits(value)
    if (this.#cells.get(digits) === text) return
    if (value === 0n) {
      if (!this.#cells.delete(digits)) return
    } else this.#cells.set(digits, text)
    this.#text = undefined
  }
}

function objectText(cells: ReadonlyMap<string, string>): string {
  const members: string[] = []
  for (const [key, value] of cells) members.push(`"${key}":"${value}"`)
  return `{${members.join(',')}}`
}
