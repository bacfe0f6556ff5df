import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { StoreError } from '../errors.ts'

/**
 * LMDB maps its file into memory, and reading memory past the end of a file kills the process. A truncated file, for
 * instance after an interrupted copy, must therefore be found before LMDB opens it. So must a file that is not a data
 * file, because lmdb-js 3.5 crashes when LMDB rejects one.
 *
 * The newer of the two meta pages names the last page in use. A file that reaches that page is whole. A shorter file
 * may be whole too: pages that were allocated and freed within one transaction are never written. In that case the
 * trees are walked, and the file is rejected if one of them has a page beyond the end.
 *
 * Layout (LMDB data version 2, 64-bit little-endian): a page header of 24 bytes; in a meta page it is followed by the
 * magic number, version, address, map size, the trees of free pages and of the named databases, the last page and the
 * transaction number.
 */
const magic = 0xbeefc0de
const dataVersion = 2
const pageSizes = [256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536]
const headerLength = 24
const metaLength = 160
const noPage = 0xffff_ffff_ffff_ffffn
const nodeLength = 8
const treeLength = 48
const placeLength = 24

const branchPage = 0x01
const metaPage = 0x08
const valueElsewhere = 0x01
const valueIsTree = 0x02

interface Meta {
  readonly pageSize: number
  readonly roots: readonly bigint[]
  readonly lastPage: bigint
  readonly transaction: bigint
}

/** Throws for a data file that LMDB did not write or that is truncated. */
export function checkDataFile(path: string): void {
  const file = openSync(path, 'r')
  try {
    if (fstatSync(file).size === 0) return
    let meta = newestMeta(file)
    while (meta !== undefined && !isWhole(file, meta)) {
      // A writer may commit while its file is walked, which makes the result meaningless: walk again.
      const next = newestMeta(file)
      if (next?.transaction === meta.transaction) throw truncated(path)
      meta = next
    }
    if (meta === undefined) {
      throw new StoreError(
        'not-a-store',
        `${path} is damaged or was not written by a node: choose another folder`,
      )
    }
  } finally {
    closeSync(file)
  }
}

function truncated(path: string): StoreError {
  const advice = 'restore it from a backup, or remove the folder to start anew'
  return new StoreError('truncated', `${path} is truncated (an interrupted copy?): ${advice}`)
}

function newestMeta(file: number): Meta | undefined {
  const first = readMeta(file, 0)
  const second = first && readMeta(file, first.pageSize)
  if (first === undefined || second === undefined) return undefined
  return second.transaction > first.transaction ? second : first
}

function readMeta(file: number, position: number): Meta | undefined {
  const page = read(file, position, metaLength)
  if (page === undefined || page.getUint16(18, true) !== metaPage) return undefined
  if (page.getUint32(24, true) !== magic || page.getUint16(28, true) !== dataVersion) return undefined
  const pageSize = page.getUint32(48, true)
  if (!pageSizes.includes(pageSize)) return undefined
  return {
    pageSize,
    roots: [page.getBigUint64(88, true), page.getBigUint64(136, true)],
    lastPage: page.getBigUint64(144, true),
    transaction: page.getBigUint64(152, true),
  }
}

function isWhole(file: number, meta: Meta): boolean {
  const pages = Math.floor(fstatSync(file).size / meta.pageSize)
  if (pages > meta.lastPage) return true
  const walk = new TreeWalk(file, meta.pageSize, pages)
  return meta.roots.every((root) => walk.isWhole(root))
}

/** A walk over the pages of a file with arbitrary content; it visits at most as many pages as the file has. */
class TreeWalk {
  readonly #file: number
  readonly #pageSize: number
  readonly #pages: number
  #visited = 0

  constructor(file: number, pageSize: number, pages: number) {
    this.#file = file
    this.#pageSize = pageSize
    this.#pages = pages
  }

  /** Whether all pages of the tree below `root` are in the file. */
  isWhole(root: bigint): boolean {
    if (root === noPage) return true
    if (root >= this.#pages || this.#visited++ > this.#pages) return false
    const page = read(this.#file, Number(root) * this.#pageSize, this.#pageSize)
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
    if ((kind & (valueElsewhere | valueIsTree)) === 0) return true
    const value = node + nodeLength + page.getUint16(node + 6, true)
    const isTree = (kind & valueIsTree) !== 0
    if (value + (isTree ? treeLength : placeLength) > this.#pageSize) return false
    if (isTree) return this.isWhole(page.getBigUint64(value + 40, true))
    return page.getBigUint64(value, true) + page.getBigUint64(value + 16, true) <= this.#pages
  }
}

const childOf = (page: DataView, node: number): bigint =>
  (BigInt(page.getUint16(node + 4, true)) << 32n) | BigInt(page.getUint32(node, true))

function read(file: number, position: number, length: number): DataView | undefined {
  const bytes = new Uint8Array(length)
  return readSync(file, bytes, 0, length, position) === length ? new DataView(bytes.buffer) : undefined
}
