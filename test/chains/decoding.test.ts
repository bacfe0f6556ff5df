import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../src/primitives/hex.ts'
import {
  chainNames,
  type RecordedReceipt,
  recordedBlocks,
  recordedReceipts,
} from '../../src/primitives/recordings.cases.ts'
import { type Block, decodeBlock, encodeBlock } from '../../src/protocol/block.ts'
import { BlockIndex } from '../../src/protocol/blockIndex.cases.ts'
import { logsBloom, unionOfBlooms } from '../../src/protocol/bloom.ts'
import { genesisBlock } from '../../src/protocol/genesis.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'
import type { Receipt } from '../../src/protocol/receipts.ts'
import { receiptsRoot } from '../../src/protocol/roots.ts'
import {
  edgesRejection,
  gasPriceRejection,
  isRemascTransaction,
  remascRejection,
  transactionsRootRejection,
  unclesHashRejection,
} from '../../src/protocol/validation/bodyRules.ts'
import {
  extraDataRejection,
  forkDetectionRejection,
  gasLimitMinimumRejection,
  proofOfWorkRejection,
  timestampRejection,
} from '../../src/protocol/validation/headerRules.ts'
import { parentRejection } from '../../src/protocol/validation/parentRules.ts'
import type { Rejection } from '../../src/protocol/validation/ruleRejection.ts'
import { unclesRejection } from '../../src/protocol/validation/uncleRules.ts'
import { receiptOfRecording } from '../support/receiptOfRecording.ts'

const sendersPerChain = 1500
const noSender = '0x0000000000000000000000000000000000000000'

/** The first rejection by a rule that needs no execution, in the order of the import. */
function rejectionOf(block: Block, index: BlockIndex): Rejection | undefined {
  const { header } = block
  const parent = index.parentOf(block).header
  const rules = rulesAt(regtest, header.number)
  return (
    parentRejection(header, parent, regtest) ??
    gasPriceRejection(block, rules) ??
    unclesHashRejection(block) ??
    unclesRejection(block, regtest, index) ??
    transactionsRootRejection(block, rules) ??
    proofOfWorkRejection(header, regtest) ??
    remascRejection(block) ??
    timestampRejection(header, regtest, index.nowSeconds) ??
    gasLimitMinimumRejection(header) ??
    extraDataRejection(header) ??
    forkDetectionRejection(header, parent, regtest, (number) => index.ancestor(parent, number)) ??
    edgesRejection(block)
  )
}

/** Receipts by the hash of their block, in the order of its transactions. */
function receiptsByBlock(receipts: readonly RecordedReceipt[]): Map<string, RecordedReceipt[]> {
  const byBlock = new Map<string, RecordedReceipt[]>()
  for (const receipt of receipts) {
    const list = byBlock.get(receipt.blockHash)
    if (list) list.push(receipt)
    else byBlock.set(receipt.blockHash, [receipt])
  }
  return byBlock
}

describe.each(chainNames)('the chain %s', (name) => {
  const recorded = recordedBlocks(name)
  const blocks = recorded.map(({ rlp }) => decodeBlock(fromHex(rlp), regtest))
  const receipts = receiptsByBlock(recordedReceipts(name))

  it('decodes, encodes to the same bytes and has the recorded hashes', () => {
    expect(blocks.length).toBeGreaterThan(100)
    for (const [line, block] of blocks.entries()) {
      const { number, hash, stateRoot, rlp } = recorded[line]!
      expect(toHex(encodeBlock(block)) === rlp, `block ${number} encodes to the same bytes`).toBe(true)
      expect(block.header.number).toBe(number)
      expect(toHex(block.header.hash)).toBe(hash)
      expect(toHex(block.header.stateRoot)).toBe(stateRoot)
    }
  })

  it('obeys every rule that needs no execution', () => {
    const index = new BlockIndex([genesisBlock(regtest)])
    for (const block of blocks) {
      expect(rejectionOf(block, index), `block ${block.header.number}`).toBeUndefined()
      index.add(block)
    }
  })

  it('has the receipts root, logs bloom and gas of its recorded receipts', () => {
    let compared = 0
    for (const { header } of blocks) {
      const list = receipts.get(toHex(header.hash))?.map(receiptOfRecording)
      // Blocks of abandoned branches have no recorded receipts.
      if (!list) continue
      compared++
      expect(toHex(receiptsRoot(list, [], rulesAt(regtest, header.number)))).toBe(toHex(header.receiptsRoot))
      expect(toHex(unionOfBlooms(list.map((receipt) => receipt.logsBloom)))).toBe(toHex(header.logsBloom))
      expect(list.every(hasBloomOfItsLogs)).toBe(true)
      expect(list.reduce((gas, receipt) => gas + receipt.gasUsed, 0)).toBe(header.gasUsed)
    }
    expect(compared).toBe(receipts.size)
  })

  it(`has the recorded transaction hashes and senders (${sendersPerChain} of them, spread evenly)`, () => {
    const pairs = blocks.flatMap((block) =>
      (receipts.get(toHex(block.header.hash)) ?? []).map((receipt, index) => ({ block, index, receipt })),
    )
    const every = Math.max(1, Math.ceil(pairs.length / sendersPerChain))
    for (const [place, { block, index, receipt }] of pairs.entries()) {
      const transaction = block.transactions[index]!
      expect(toHex(transaction.hash)).toBe(receipt.transactionHash)
      if (isRemascTransaction(block, index)) expect(receipt.from).toBe(noSender)
      else if (place % every === 0) expect(toHex(transaction.sender!)).toBe(receipt.from)
    }
    expect(pairs.length).toBeGreaterThan(200)
  })
})

function hasBloomOfItsLogs(receipt: Receipt): boolean {
  return toHex(logsBloom(receipt.logs)) === toHex(receipt.logsBloom)
}
