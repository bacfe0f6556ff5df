import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/*
 * Requests and the reference node's answers over a fixed chain. They are read from a folder beside the repository
 * or, when there is none, from the fixtures; without either the tests are skipped.
 */

export interface GoldenCase {
  readonly case: string
  readonly phase: 'static' | 'stateful'
  readonly seq: number
  /** As text. */
  readonly request: string
  readonly response: string | null
  /** Cases that belong together, in the order of `seq`, on a node of their own. */
  readonly group?: string
  /** Settings of the reference node; such cases are not ours to repeat. */
  readonly config?: object
  /** What is not the same every time. */
  readonly volatile?: readonly string[]
}

interface GoldenBlock {
  readonly rlp: string
}

const folders = [
  fileURLToPath(new URL('../../../shared/golden/', import.meta.url)),
  fileURLToPath(new URL('../fixtures/golden/', import.meta.url)),
]

export const goldenFolder = folders.find((folder) => existsSync(folder))
if (goldenFolder === undefined) console.log('there are no recorded answers, their tests are skipped')

export const goldenBlocks = (): GoldenBlock[] => lines(`${goldenFolder}chain.jsonl`)

/** Recorded cases that need neither other settings nor raw HTTP. */
export function goldenCases(): GoldenCase[] {
  if (goldenFolder === undefined) return []
  const folder = `${goldenFolder}cases/`
  return (
    readdirSync(folder)
      .flatMap((file) => lines<GoldenCase>(`${folder}${file}`))
      .filter((recorded) => recorded.response !== null && recorded.config === undefined)
      // Long requests are recorded in part only, and openings of connections without any.
      .filter(({ request }) => typeof request === 'string' && !/\.\.\.\(\d+ bytes\)/.test(request))
      .filter(({ case: name }) => !name.startsWith('transport/'))
      .sort((a, b) => a.seq - b.seq)
  )
}

function lines<T>(path: string): T[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): T => JSON.parse(line))
}
