import { readFileSync } from 'node:fs'

/** A row of docs/errors.md. */
export interface ErrorRow {
  readonly name: string
  readonly code: number
  readonly sentence: string
  /** The `code` of the error of ethers. */
  readonly ethers: string
  /** The name of the class of viem. */
  readonly viem: string
}

/** The rows of all tables of docs/errors.md. */
export function readErrorTable(): ErrorRow[] {
  const text = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
  const rows = text.split('\n').filter((line) => /^\| (?!case|-)/.test(line))
  return rows.map((line) => {
    const [name = '', code, sentence = '', ethers = '', viem = ''] = line.slice(2).split(' | ')
    return { name, code: Number(code), sentence: plain(sentence), ethers: plain(ethers), viem: plain(viem) }
  })
}

const plain = (cell: string): string => cell.replace(/^`|`$/g, '')
