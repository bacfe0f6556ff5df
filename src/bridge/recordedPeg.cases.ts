import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { fromHex } from '../primitives/hex.ts'
import { recordedBlocks } from '../primitives/recordings.cases.ts'
import { type Block, decodeBlock } from '../protocol/block.ts'
import { regtest } from '../protocol/networks/definitions.ts'

/* The recorded chain with peg activity, and the reference node's answers about the Bridge along it. */

const fixtures = new URL('../../test/fixtures/chains/', import.meta.url)

function readLines<Row>(name: string): Row[] {
  const text = gunzipSync(readFileSync(new URL(name, fixtures))).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line))
}

/** All blocks of the chain except the genesis block. */
export const pegBlocks: readonly Block[] = recordedBlocks('peg').map(({ rlp }) =>
  decodeBlock(fromHex(rlp), regtest),
)

/** An answer to a read-only method while the block at `height` was the best one. */
export interface RecordedRead {
  readonly height: number
  readonly method: string
  readonly args: readonly unknown[]
  readonly data: string
  readonly result: string
  /** Replaces the result when the reference node could not answer. */
  readonly error?: unknown
}

export const recordedReads: readonly RecordedRead[] = readLines('peg.reads.jsonl.gz')

/** A change of a named cell; `0x0` when the cell is deleted. */
export interface RecordedCell {
  readonly height: number
  readonly cell: string
  readonly key: string
  readonly value: string
}

/** In the order of their heights. */
export const cellChanges = readLines<RecordedCell>('peg.storage.jsonl.gz').filter(
  ({ cell }) => cell !== '(balance)',
)
