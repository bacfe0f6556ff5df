import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { fromHex } from '../../src/primitives/hex.ts'
import { type Block, decodeBlock } from '../../src/protocol/block.ts'
import { networks } from '../../src/protocol/networks/definitions.ts'
import { wholeRequest } from './wholeRequest.ts'

/*
 * Requests and the reference node's answers over a fixed chain. They are read from a folder beside the repository
 * or, when there is none, from the fixtures; without either the tests are skipped.
 */

export interface GoldenCase {
  readonly case: string
  readonly phase: 'static' | 'stateful'
  readonly seq: number
  /** As text; null for the opening of a connection, which has only notes. */
  readonly request: string | null
  readonly response: string | null
  /** Cases that belong together, in the order of `seq`, on a node of their own. */
  readonly group?: string
  /** Settings of the reference node that differ from those of the other cases. */
  readonly config?: string
  /** What is not the same every time. */
  readonly volatile?: readonly string[]
  /** Of raw HTTP: lines that were sent (`> `) and received (`< `), and what became of the connection. */
  readonly notes?: readonly string[]
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

/** They are read once: so are the senders of their transactions, which every node looks at. */
let chain: readonly Block[] | undefined

/** The recorded chain without its genesis. */
export function goldenBlocks(): readonly Block[] {
  chain ??= lines<GoldenBlock>(`${goldenFolder}chain.jsonl`).map(({ rlp }) =>
    decodeBlock(fromHex(rlp), networks.regtest),
  )
  return chain
}

/** All of them, in the order in which they were recorded. */
export function recordedCases(): GoldenCase[] {
  if (goldenFolder === undefined) return []
  const folder = `${goldenFolder}cases/`
  return readdirSync(folder)
    .flatMap((file) => lines<GoldenCase>(`${folder}${file}`))
    .map((recorded) => ({ ...recorded, request: wholeRequest(recorded) }))
    .sort((a, b) => a.seq - b.seq)
}

/** Those that need neither other settings nor raw connections. */
export const goldenCases = (): AskedCase[] =>
  recordedCases()
    .filter(isAsked)
    .filter(({ config }) => config === undefined)

/** A question over HTTP or a WebSocket, of which only the bodies matter. */
export type AskedCase = GoldenCase & { readonly request: string }

export const isAsked = (recorded: GoldenCase): recorded is AskedCase =>
  recorded.request !== null && !isRaw(recorded)

/** All that was sent over a connection, and all that came back. */
export const isRaw = ({ case: name }: GoldenCase): boolean => /^(transport\/|websocket\/upgrade-)/.test(name)

function lines<T>(path: string): T[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): T => JSON.parse(line))
}
