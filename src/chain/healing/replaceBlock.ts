import { equalBytes } from '../../primitives/bytes.ts'
import { DamagedData } from '../../primitives/errors.ts'
import { type Block, unclesHash, weightOf } from '../../protocol/block.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { transactionsRoot } from '../../protocol/roots.ts'
import { getBlockRecord, putBlockRecord, serialOf } from '../storage/blockRecords.ts'
import { encodeHeaderRecord } from '../storage/headerRecord.ts'
import { encodeBody } from '../storage/storedBody.ts'
import type { RepairParts } from './executeAgain.ts'

/**
 * Writes the header and the body of a stored block anew, as a peer has sent it. The hash of the block is that of its
 * header, which commits to the body. Returns false for another block, or when the total difficulty is not known.
 */
export function replaceBlock(block: Block, parts: RepairParts): boolean {
  const { store, network } = parts
  const { header } = block
  const rules = rulesAt(network, header.number)
  const serial = serialOf(store, header.hash)
  if (serial === undefined || !commitsTo(block, transactionsRoot(block.transactions, rules))) return false
  const isWhole = isReadable(() => getBlockRecord(store, 'headers', serial) !== undefined)
  const totalDifficulty = isWhole ? undefined : difficultyOf(block, parts)
  // Headers before RSKIP126 have the root of another trie, so the root of the state does not follow from them.
  if (!isWhole && (totalDifficulty === undefined || !rules.rskip126)) return false
  store.write((batch) => {
    putBlockRecord(batch, 'bodies', serial, encodeBody(block))
    if (totalDifficulty === undefined) return
    const record = { header, totalDifficulty, stateRoot: header.stateRoot }
    putBlockRecord(batch, 'headers', serial, encodeHeaderRecord(record))
  })
  return true
}

const commitsTo = ({ header, uncles }: Block, root: Uint8Array): boolean =>
  equalBytes(root, header.transactionsRoot) && equalBytes(unclesHash(uncles), header.unclesHash)

function difficultyOf(block: Block, { blocks }: RepairParts): bigint | undefined {
  let total: bigint | undefined
  isReadable(() => {
    const parent = blocks.totalDifficulty(block.header.parentHash)
    total = parent === undefined ? undefined : parent + weightOf(block)
    return true
  })
  return total
}

function isReadable(read: () => boolean): boolean {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DamagedData)) throw error
    return false
  }
}
