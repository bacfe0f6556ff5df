import { signedBytes } from '../primitives/integers.ts'
import { type Block, unclesHash } from './block.ts'
import type { BlockIndex } from './blockIndex.cases.ts'
import { forkDetectionData } from './forkDetection.ts'
import { gasLimitToward } from './gasBounds.ts'
import { hasForkDetectionData } from './headers/hashes.ts'
import { type BlockHeader, gasLimitOf, type HeaderFields } from './headers/header.ts'
import { headerFields } from './headers/headerFields.cases.ts'
import { mineHeader } from './mergedMining/mineHeader.cases.ts'
import { regtest } from './networks/definitions.ts'
import { rulesAt } from './networks/rules.ts'
import { transactionsRoot } from './roots.ts'
import { remascTransaction } from './transactions/remasc.ts'
import type { Transaction } from './transactions/transaction.ts'

export interface LocalBlockContents {
  readonly transactions?: readonly Transaction[]
  readonly uncles?: readonly BlockHeader[]
  /** Applied last, so that a test can break a rule. */
  readonly overrides?: Partial<HeaderFields>
}

/** A mined block of the local chain that obeys the rules of headers and bodies; it is not executed. */
export function localBlock(parent: Block, index: BlockIndex, contents: LocalBlockContents = {}): Block {
  const number = parent.header.number + 1
  const transactions = [...(contents.transactions ?? []), remascTransaction(number)]
  const uncles = contents.uncles ?? []
  const fields = headerFields(regtest, number, {
    parentHash: parent.header.hash,
    unclesHash: unclesHash(uncles),
    transactionsRoot: transactionsRoot(transactions, rulesAt(regtest, number)),
    gasLimit: signedBytes(gasLimitToward(7_500_000n, gasLimitOf(parent.header))),
    timestamp: parent.header.timestamp + 10,
    uncleCount: uncles.length,
    ...contents.overrides,
  })
  const data = hasForkDetectionData(fields, regtest)
    ? forkDetectionData(parent.header, (ancestor) => index.ancestor(parent.header, ancestor))
    : undefined
  return {
    header: mineHeader(fields, regtest, data ? { forkDetectionData: data } : {}),
    transactions,
    uncles,
  }
}

/** `length` blocks after `first`, each the parent of the next, added to the index. */
export function localChain(first: Block, length: number, index: BlockIndex): Block[] {
  const blocks: Block[] = []
  for (let parent = first; blocks.length < length; parent = blocks.at(-1)!) {
    const block = localBlock(parent, index)
    index.add(block)
    blocks.push(block)
  }
  return blocks
}
