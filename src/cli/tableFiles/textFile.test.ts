import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Column, columnsOf, type Value } from './table.ts'
import { csv, jsonLines, TextFile } from './textFile.ts'

const column = columnsOf<never>()
const columns: readonly Column[] = [
  column.integer('number', () => 0),
  column.nullable.bytes('hash', () => null),
  column.text('words', () => ''),
]

/** The content of a file with these rows, in which each row and its bytes are used again for the next. */
function contentOf(format: typeof csv, rows: readonly (readonly [number, number | null, string])[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-text-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'file')
  const file = new TextFile(path, format(columns))
  const memory = new Uint8Array(4)
  const row: Value[] = []
  for (const [number, byte, words] of rows) {
    memory.fill(byte ?? 0)
    row.splice(0, columns.length, number, byte === null ? null : memory.subarray(0, 2), words)
    file.add(row)
  }
  file.finish()
  return readFileSync(path, 'utf8')
}

describe('a file of lines', () => {
  it('has the values of each row, shared with the row before or not', () => {
    const rows = [
      [1, 0xaa, 'a'],
      [1, 0xbb, 'a'],
      [2, null, 'b'],
      [2, null, 'a'],
    ] as const
    expect(contentOf(csv, rows)).toBe('number,hash,words\n1,0xaaaa,a\n1,0xbbbb,a\n2,,b\n2,,a\n')
    const objects = contentOf(jsonLines, rows)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(objects).toEqual([
      { number: 1, hash: '0xaaaa', words: 'a' },
      { number: 1, hash: '0xbbbb', words: 'a' },
      { number: 2, hash: null, words: 'b' },
      { number: 2, hash: null, words: 'a' },
    ])
  })

  it('is whole when lines are longer than a piece, and with characters of several bytes', () => {
    const texts = ['€'.repeat(500_000), 'a'.repeat(3_000_000), 'b', '😀'.repeat(300_000), 'é'.repeat(200_000)]
    const lines = texts.map((text, number) => `${number},,${text}\n`)
    const rows = texts.map((text, number) => [number, null, text] as const)
    expect(contentOf(csv, rows) === `number,hash,words\n${lines.join('')}`).toBe(true)
  })
})
