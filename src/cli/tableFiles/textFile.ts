import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { toHex } from '../../primitives/hex.ts'
import type { Column, Value } from './table.ts'

/** Lines are written in pieces of about this many characters, because each write has a fixed cost. */
const pieceLength = 1 << 20

/** A format with a line per row. */
interface LineFormat {
  /** The lines before the first row. */
  readonly head: string
  line(row: readonly Value[]): string
}

export class TextFile {
  readonly #descriptor: number
  readonly #format: LineFormat
  #piece: string

  constructor(path: string, format: LineFormat) {
    this.#descriptor = openSync(path, 'wx')
    this.#format = format
    this.#piece = format.head
  }

  add(row: readonly Value[]): void {
    this.#piece += this.#format.line(row)
    if (this.#piece.length >= pieceLength) this.#write()
  }

  finish(): void {
    this.#write()
    fsyncSync(this.#descriptor)
    closeSync(this.#descriptor)
  }

  abandon(): void {
    closeSync(this.#descriptor)
  }

  #write(): void {
    const bytes = Buffer.from(this.#piece)
    this.#piece = ''
    for (let start = 0; start < bytes.length; ) start += writeSync(this.#descriptor, bytes, start)
  }
}

/** An object per line, whose integers of 63 bits are numbers; the text has all their digits. */
export function jsonLines(columns: readonly Column[]): LineFormat {
  const names = columns.map(({ name }) => JSON.stringify(name))
  const isNumber = columns.map(({ kind }) => kind === 'integer' || kind === 'boolean')
  const member = (value: Value, at: number): string =>
    `${names[at]}:${value === null || isNumber[at] ? value : JSON.stringify(textOf(value))}`
  return { head: '', line: (row) => `{${row.map(member).join(',')}}\n` }
}

/** With a line of names; null is an empty field, and empty bytes are `0x`. */
export const csv = (columns: readonly Column[]): LineFormat => ({
  head: `${columns.map(({ name }) => name).join(',')}\n`,
  line: (row) => `${row.map((value) => (value === null ? '' : quoted(textOf(value)))).join(',')}\n`,
})

/** An empty text is quoted, because an empty field is null (RFC 4180 leaves that to the readers). */
const quoted = (text: string): string =>
  text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

const textOf = (value: Exclude<Value, null>): string =>
  value instanceof Uint8Array ? toHex(value) : String(value)
