import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { toHex } from '../../primitives/hex.ts'
import type { Column, Value } from './table.ts'

/** Lines are written in pieces of up to this many bytes, because each write has a fixed cost. */
const pieceLength = 1 << 20
/** The most bytes of a character. */
const characterBytes = 3

/** A format with a line per row. */
interface LineFormat {
  /** The lines before the first row. */
  readonly head: string
  line(row: readonly Value[]): string
}

export class TextFile {
  readonly #descriptor: number
  readonly #format: LineFormat
  readonly #piece = Buffer.allocUnsafe(pieceLength)
  #used = 0

  constructor(path: string, format: LineFormat) {
    this.#descriptor = openSync(path, 'wx')
    this.#format = format
    this.#add(format.head)
  }

  add(row: readonly Value[]): void {
    this.#add(this.#format.line(row))
  }

  finish(): void {
    this.#flush()
    fsyncSync(this.#descriptor)
    closeSync(this.#descriptor)
  }

  abandon(): void {
    closeSync(this.#descriptor)
  }

  #add(text: string): void {
    const maximumLength = characterBytes * text.length
    if (this.#used + maximumLength > pieceLength) this.#flush()
    if (maximumLength > pieceLength) this.#write(Buffer.from(text))
    else this.#used += this.#piece.write(text, this.#used)
  }

  #flush(): void {
    this.#write(this.#piece.subarray(0, this.#used))
    this.#used = 0
  }

  #write(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length; ) start += writeSync(this.#descriptor, bytes, start)
  }
}

/** The texts of values by column. Consecutive rows share many values: those of their block, say. */
function valueTexts(columns: readonly Column[], textIn: (value: Value, column: Column) => string) {
  const values = columns.map((): Value | undefined => undefined)
  const texts = columns.map(() => '')
  return (row: readonly Value[], at: number): string => {
    const value = row[at] ?? null
    if (value !== values[at]) {
      values[at] = value
      texts[at] = textIn(value, columns[at]!)
    }
    return texts[at]!
  }
}

/** An object per line, whose integers of 63 bits are numbers; the text has all their digits. */
export function jsonLines(columns: readonly Column[]): LineFormat {
  const before = columns.map(({ name }, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  const textOfValue = valueTexts(columns, (value, { kind }) => {
    if (value === null || kind === 'integer' || kind === 'boolean') return String(value)
    return kind === 'text' ? JSON.stringify(value) : `"${textOf(value)}"`
  })
  return {
    head: '',
    line(row) {
      let line = ''
      for (let at = 0; at < before.length; at++) line += before[at]! + textOfValue(row, at)
      return `${line}}\n`
    },
  }
}

/** With a line of names; null is an empty field, and empty bytes are `0x`. */
export function csv(columns: readonly Column[]): LineFormat {
  const textOfValue = valueTexts(columns, (value, { kind }) => {
    if (value === null) return ''
    return kind === 'text' ? quoted(textOf(value)) : textOf(value)
  })
  return {
    head: `${columns.map(({ name }) => name).join(',')}\n`,
    line(row) {
      let line = textOfValue(row, 0)
      for (let at = 1; at < columns.length; at++) line += `,${textOfValue(row, at)}`
      return `${line}\n`
    },
  }
}

/** An empty text is quoted, because an empty field is null (RFC 4180 leaves that to the readers). */
const quoted = (text: string): string =>
  text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

const textOf = (value: Exclude<Value, null>): string =>
  value instanceof Uint8Array ? toHex(value) : String(value)
