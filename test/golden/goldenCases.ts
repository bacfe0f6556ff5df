import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { fromHex } from '../../src/primitives/hex.ts'
import { type Block, decodeBlock } from '../../src/protocol/block.ts'
import { networks } from '../../src/protocol/networks/definitions.ts'
import { wholeRequest } from './wholeRequest.ts'

/*
 * Requests and the reference node's answers over a fixed chain. They are read from the optional folder `shared/golden`
 * beside the checkout, or from the fixtures; without either the tests are skipped.
 */

export interface GoldenCase {
  readonly case: string
  readonly phase: 'static' | 'stateful'
  readonly seq: number
  /** The text of the request; null for the opening of a connection, which has notes only. */
  readonly request: string | null
  readonly response: string | null
  /** Cases to replay together, in the order of `seq`, on a separate node. */
  readonly group?: string
  /** Settings of the reference node that differ from those of the other cases. */
  readonly config?: string
  /** Reasons why the answer differs between runs. */
  readonly volatile?: readonly string[]
  /** For raw HTTP: lines sent (`> `) and received (`< `), and the end of the connection. */
  readonly notes?: readonly string[]
}

interface GoldenBlock {
  readonly rlp: string
}

const folders = [
  fileURLToPath(new URL('../../../shared/golden/', import.meta.url)),
  fileURLToPath(new URL('../fixtures/golden/', import.meta.url)),
]

const goldenFolder = folders.find((folder) => existsSync(folder))
if (goldenFolder === undefined) console.log('recorded answers are missing, their tests are skipped')

/** Decoded once, so that the senders are recovered once for all nodes. */
let chain: readonly Block[] | undefined

/** The recorded chain without the genesis block. */
export function goldenBlocks(): readonly Block[] {
  chain ??= lines<GoldenBlock>(`${goldenFolder}chain.jsonl`).map(({ rlp }) =>
    decodeBlock(fromHex(rlp), networks.regtest),
  )
  return chain
}

/** All cases in the order of recording. */
export function recordedCases(): GoldenCase[] {
  if (goldenFolder === undefined) return []
  const folder = `${goldenFolder}cases/`
  return readdirSync(folder)
    .flatMap((file) => lines<GoldenCase>(`${folder}${file}`))
    .map((recorded) => ({ ...recorded, request: wholeRequest(recorded) }))
    .sort((a, b) => a.seq - b.seq)
}

/** Cases with the common settings and without raw connections. */
export const goldenCases = (): AskedCase[] =>
  recordedCases()
    .filter(isAsked)
    .filter(({ config }) => config === undefined)

/** A request over HTTP or WebSocket; only the bodies are compared. */
export type AskedCase = GoldenCase & { readonly request: string }

export const isAsked = (recorded: GoldenCase): recorded is AskedCase =>
  recorded.request !== null && !isRaw(recorded)

/** A case that records all bytes of a connection. */
export const isRaw = ({ case: name }: GoldenCase): boolean => /^(transport\/|websocket\/upgrade-)/.test(name)

function lines<T>(path: string): T[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): T => JSON.parse(line))
}
