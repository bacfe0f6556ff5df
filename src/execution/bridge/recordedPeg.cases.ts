import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { recordedBlocks } from '../../../test/support/recordings.ts'
import { fromHex } from '../../primitives/hex.ts'
import { type Block, decodeBlock } from '../../protocol/block.ts'
import { genesisBlock, genesisState } from '../../protocol/genesis.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { CodeCache } from '../../state/codeCache.ts'
import type { Trie } from '../../trie/trie.ts'
import { executeBlock } from '../block/executeBlock.ts'
import { verifyExecution } from '../block/verifyExecution.ts'
import { ListedBlocks } from '../native/nativeWorld.cases.ts'

/* The recorded chain with peg activity, and what the reference node told about the Bridge along it. */

const fixtures = new URL('../../../test/fixtures/chains/', import.meta.url)

function readLines<Row>(name: string): Row[] {
  const text = gunzipSync(readFileSync(new URL(name, fixtures))).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line))
}

/** All blocks of the chain but the genesis block. */
export const pegBlocks: readonly Block[] = recordedBlocks('peg').map(({ rlp }) =>
  decodeBlock(fromHex(rlp), regtest),
)

/** An answer to a read-only method, with that block as the best one. */
export interface RecordedRead {
  readonly height: number
  readonly method: string
  readonly args: readonly unknown[]
  readonly data: string
  readonly result: string
  /** In its place when the reference node could not answer. */
  readonly error?: unknown
}

export const recordedReads: readonly RecordedRead[] = readLines('peg.reads.jsonl.gz')

/** A change of a named cell; `0x0` when it is absent from now on. */
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

/** Executes the chain up to a height and checks every block; the states after each of them. */
export class PegChain {
  readonly codes = new CodeCache(2 ** 22)
  readonly states: Trie[]
  readonly #known: ListedBlocks

  constructor() {
    const genesis = genesisState(regtest)
    this.states = [genesis]
    this.#known = new ListedBlocks([genesisBlock(regtest, genesis)])
  }

  runTo(height: number): void {
    while (this.states.length <= height) this.#runNext()
  }

  #runNext(): void {
    const number = this.states.length
    const block = pegBlocks[number - 1]!
    const context = { network: regtest, chain: this.#known, codes: this.codes }
    const result = executeBlock(block, this.states[number - 1]!, context)
    const problem = verifyExecution(block, result, rulesAt(regtest, number))
    if (problem) throw new Error(`block ${number}: ${problem.detail}`)
    this.states.push(result.state)
    this.#known.add(block)
  }
}
