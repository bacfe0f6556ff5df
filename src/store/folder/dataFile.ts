import { closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { StoreError } from '../errors.ts'
import { readBytes, TreeWalk } from './treeWalk.ts'

/**
 * LMDB maps its file into memory, and reading memory past the end of a file kills the process. A truncated file, for
 * instance after an interrupted copy, must therefore be found before LMDB opens it. So must a file that is not a data
 * file, because lmdb-js 3.5 crashes when LMDB rejects one.
 *
 * The newer of the two meta pages names the last page that was ever allocated. A file that reaches that page is whole. A
 * shorter file may be whole too: pages that were allocated and freed within one transaction are never written. They are
 * then in the list of free pages, which is short. Pages beyond the end that are not in the list are either used or lost to
 * LMDB, which may forget a free page; only then are all trees walked, and the file is rejected if one of them has a page
 * beyond the end.
 *
 * Layout (LMDB data version 2, 64-bit little-endian): a page header of 24 bytes; in a meta page it is followed by the
 * magic number, version, address, map size, the trees of free pages and of the named databases, the last page and the
 * transaction number.
 */
const magic = 0xbeefc0de
const dataVersion = 2
const pageSizes = [256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536]
const metaLength = 160
const metaPage = 0x08
const numberLength = 8
/** A transaction keeps the pages that it does not write in memory, so no file lacks as many of them. */
const maximumMissing = 1 << 22

interface Meta {
  readonly pageSize: number
  readonly freePages: bigint
  readonly databases: bigint
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

/** Makes a whole file as long as its meta page says, so that its next check is short. Only its writer may call this. */
export function extendDataFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    const meta = newestMeta(file)
    if (meta === undefined) return
    const { size } = fstatSync(file)
    const length = (Number(meta.lastPage) + 1) * meta.pageSize
    if (size < length && length <= size + maximumMissing * meta.pageSize) ftruncateSync(file, length)
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
  const page = readBytes(file, position, metaLength)
  if (page === undefined || page.getUint16(18, true) !== metaPage) return undefined
  if (page.getUint32(24, true) !== magic || page.getUint16(28, true) !== dataVersion) return undefined
  const pageSize = page.getUint32(48, true)
  if (!pageSizes.includes(pageSize)) return undefined
  return {
    pageSize,
    freePages: page.getBigUint64(88, true),
    databases: page.getBigUint64(136, true),
    lastPage: page.getBigUint64(144, true),
    transaction: page.getBigUint64(152, true),
  }
}

function isWhole(file: number, meta: Meta): boolean {
  const pages = Math.floor(fstatSync(file).size / meta.pageSize)
  if (pages > meta.lastPage) return true
  const missing = new MissingPages(pages, meta.lastPage)
  const free = new TreeWalk(file, meta.pageSize, pages, (record) => missing.remove(record))
  if (!free.isWhole(meta.freePages)) return false
  return missing.count === 0 || new TreeWalk(file, meta.pageSize, pages).isWhole(meta.databases)
}

/** The pages between the end of a file and its last page that are not known to be free. */
class MissingPages {
  /** 1 for a page that is free. */
  readonly #isFree: Uint8Array
  readonly #first: number
  count: number

  constructor(first: number, lastPage: bigint) {
    this.#first = first
    this.count = Number(lastPage) + 1 - first
    this.#isFree = new Uint8Array(Math.min(this.count, maximumMissing))
  }

  /**
   * Takes a record of the list of free pages: the number of its items, then page numbers. lmdb-js writes zeros between them,
   * and before the first page of a stretch its negative length.
   */
  remove(record: DataView): void {
    if (record.byteLength < numberLength) return
    const end = Math.min(record.byteLength, numberLength * (1 + Number(record.getBigUint64(0, true))))
    for (let at = numberLength; at + numberLength <= end; at += numberLength) {
      const item = Number(record.getBigInt64(at, true))
      if (item >= 0) this.#removeStretch(item, 1)
      else if (at + 2 * numberLength <= end) {
        at += numberLength
        this.#removeStretch(Number(record.getBigInt64(at, true)), -item)
      }
    }
  }

  #removeStretch(page: number, length: number): void {
    const from = Math.max(0, page - this.#first)
    const to = Math.min(this.#isFree.length, page - this.#first + length)
    for (let at = from; at < to; at++) {
      if (this.#isFree[at] === 1) continue
      this.#isFree[at] = 1
      this.count--
    }
  }
}
