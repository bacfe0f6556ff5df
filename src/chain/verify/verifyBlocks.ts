import { emptyTrieRoot } from '../../crypto/keccak256.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { unclesHash, weightOf } from '../../protocol/block.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { receiptsRoot, transactionsRoot } from '../../protocol/roots.ts'
import type { Reader } from '../../store/store.ts'
import { Blocks } from '../storage/blocks.ts'
import { type ChainStart, chainStart } from '../storage/chainStart.ts'
import type { StoredBlock } from '../storage/storedBlock.ts'
import { placeOf } from '../storage/transactionPlace.ts'
import { type Finding, findingOf, type VerifyStep } from './finding.ts'

const blocksPerStep = 256

/** A chain from the genesis block on. */
const wholeChain: ChainStart = { number: 0, lowest: 0 }

/**
 * Compares the canonical blocks with the commitments in their headers, each header with its parent, and the index of
 * transactions with the blocks.
 */
export function* verifyBlocks(
  reader: Reader,
  network: Network,
  head: number,
): Generator<VerifyStep, void, undefined> {
  const blocks = new Blocks(reader, network)
  const start = chainStart(reader) ?? wholeChain
  let parent: StoredBlock | undefined
  for (let number = 0; number <= head; number++) {
    let block: StoredBlock | undefined
    if (number > 0 && number < start.lowest) {
      // The genesis block is not the parent of the first block that was fetched below a snapshot.
      parent = undefined
      continue
    }
    try {
      block = blocks.expectCanonical(number)
      for (const finding of findingsIn(block, parent, network, reader, start)) yield { finding }
    } catch (error) {
      yield { finding: findingOf(error, 'block', `block ${number}`) }
    }
    parent = block
    if (number % blocksPerStep === 0 || number === head) {
      yield { progress: { what: 'blocks verified', done: number + 1, total: head + 1 } }
    }
  }
}

function* findingsIn(
  block: StoredBlock,
  parent: StoredBlock | undefined,
  network: Network,
  reader: Reader,
  start: ChainStart,
): Generator<Finding, void, undefined> {
  const { header, number } = block
  const rules = rulesAt(network, number)
  const named = (part: Finding['part'], what: string): Finding => ({
    part,
    what: `block ${number} (${toHex(block.hash)}): ${what}`,
  })
  if (header.number !== number) yield named('index', 'it is listed under another number')
  if (parent !== undefined && !equalBytes(header.parentHash, parent.hash)) {
    yield named('index', 'it does not follow the block before it')
  }
  if (parent !== undefined && block.totalDifficulty !== parent.totalDifficulty + weightOf(block)) {
    yield named('block', 'its total difficulty is not the sum')
  }
  if (number > 0 && !equalBytes(unclesHash(block.uncles), header.unclesHash)) {
    yield named('block', 'the uncles differ from the header')
  }
  const { transactions } = block
  if (!isRoot(transactions.length, transactionsRoot(transactions, rules), header.transactionsRoot)) {
    yield named('block', 'the transactions differ from the header')
  }
  // Blocks below a snapshot were not executed: they have neither receipts nor entries in the index.
  if (number > 0 && number <= start.number) return
  const { receipts } = block
  if (!isRoot(receipts.length, receiptsRoot(receipts, transactions, rules), header.receiptsRoot)) {
    yield named('block', 'the receipts differ from the header')
  }
  for (const [index, { hash }] of transactions.entries()) {
    const place = placeOf(reader, hash)
    if (place?.blockNumber !== number || place.index !== index) {
      yield named('index', `the index does not lead to its transaction ${toHex(hash)}`)
    }
  }
}

/** The genesis block has lists without items, whose roots older rules write differently. */
const isRoot = (count: number, root: Hash, expected: Hash): boolean =>
  equalBytes(count === 0 ? emptyTrieRoot : root, expected)
