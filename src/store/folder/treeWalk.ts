import { readSync } from 'node:fs'

/*
 * The pages of an LMDB tree: a header of 24 bytes with the kind and the number of entries, then the positions of the nodes.
 * A node has 8 bytes, its key, and the number of a page below it or a value.
 */

const headerLength = 24
const noPage = 0xffff_ffff_ffff_ffffn
const nodeLength = 8
const treeLength = 48
const placeLength = 24

const branchPage = 0x01
const valueElsewhere = 0x01
const valueIsTree = 0x02

/** A walk over the pages of a file with arbitrary content; it visits at most as many pages as the file has. */
export class TreeWalk {
  readonly #file: number
  readonly #pageSize: number
  readonly #pages: number
  readonly #onValue: ((value: DataView) => void) | undefined
  #visited = 0

  /** `onValue` gets the values of the tree, which are not read otherwise. */
  constructor(file: number, pageSize: number, pages: number, onValue?: (value: DataView) => void) {
    this.#file = file
    this.#pageSize = pageSize
    this.#pages = pages
    this.#onValue = onValue
  }

  /** Whether all pages of the tree below `root` are in the file. */
  isWhole(root: bigint): boolean {
    if (root === noPage) return true
    if (root >= this.#pages || this.#visited++ > this.#pages) return false
    const page = readBytes(this.#file, Number(root) * this.#pageSize, this.#pageSize)
    if (page === undefined) return false
    const isBranch = page.getUint16(18, true) === branchPage
    const entries = page.getUint16(20, true) >> 1
    for (let i = 0; i < entries; i++) {
      const node = headerLength + page.getUint16(headerLength + 2 * i, true)
      if (node + nodeLength > this.#pageSize) return false
      if (!(isBranch ? this.isWhole(childOf(page, node)) : this.#isWholeValue(page, node))) return false
    }
    return true
  }

  /** A value is in its node, on pages of its own, or is the root of a named database. */
  #isWholeValue(page: DataView, node: number): boolean {
    const kind = page.getUint16(node + 4, true)
    const value = node + nodeLength + page.getUint16(node + 6, true)
    if ((kind & valueIsTree) !== 0) {
      return value + treeLength <= this.#pageSize && this.isWhole(page.getBigUint64(value + 40, true))
    }
    const length = page.getUint32(node, true)
    if ((kind & valueElsewhere) === 0) {
      if (this.#onValue !== undefined && value + length <= this.#pageSize)
        this.#onValue(new DataView(page.buffer, value, length))
      return true
    }
    if (value + placeLength > this.#pageSize) return false
    const start = page.getBigUint64(value, true)
    const count = page.getBigUint64(value + 16, true)
    if (start + count > this.#pages) return false
    if (this.#onValue === undefined) return true
    if (headerLength + length > Number(count) * this.#pageSize) return false
    const long = readBytes(this.#file, Number(start) * this.#pageSize + headerLength, length)
    if (long !== undefined) this.#onValue(long)
    return long !== undefined
  }
}

const childOf = (page: DataView, node: number): bigint =>
  (BigInt(page.getUint16(node + 4, true)) << 32n) | BigInt(page.getUint32(node, true))

/** Undefined when the file ends before. */
export function readBytes(file: number, position: number, length: number): DataView | undefined {
  const bytes = new Uint8Array(length)
  return readSync(file, bytes, 0, length, position) === length ? new DataView(bytes.buffer) : undefined
}
