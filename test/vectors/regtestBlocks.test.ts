import { describe, expect, it } from 'vitest'
import { asAddress, equalBytes } from '../../src/primitives/bytes.ts'
import { fromHex, toHex } from '../../src/primitives/hex.ts'
import { unsignedBytes } from '../../src/primitives/integers.ts'
import { type RecordedReceipt, recordedVectors } from '../../src/primitives/recordings.cases.ts'
import { encodeRlp, encodeRlpList } from '../../src/primitives/rlp/encode.ts'
import { RlpReader } from '../../src/primitives/rlp/reader.ts'
import { unclesHash } from '../../src/protocol/block.ts'
import { unionOfBlooms } from '../../src/protocol/bloom.ts'
import { genesisBlock } from '../../src/protocol/genesis.ts'
import { decodeHeader } from '../../src/protocol/headers/decode.ts'
import { encodeHeader } from '../../src/protocol/headers/encode.ts'
import { hashForMergedMining } from '../../src/protocol/headers/hashes.ts'
import { type BlockHeader, gasLimitOf } from '../../src/protocol/headers/header.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'
import { decodeReceipt, encodeReceipt } from '../../src/protocol/receipts.ts'
import { receiptsRoot, transactionsRoot } from '../../src/protocol/roots.ts'
import { remascTransaction } from '../../src/protocol/transactions/remasc.ts'
import { Transaction } from '../../src/protocol/transactions/transaction.ts'
import { proofOfWorkRejection } from '../../src/protocol/validation/headerRules.ts'
import { parentRejection } from '../../src/protocol/validation/parentRules.ts'
import { receiptOfRecording } from '../support/receiptOfRecording.ts'

interface RecordedTransaction {
  readonly hash: string
  readonly nonce: string
  readonly from: string
  readonly to: string | null
  readonly gas: string
  readonly gasPrice: string
  readonly value: string
  readonly input: string
  readonly v: string
  readonly r: string
  readonly s: string
}

interface RecordedHeader {
  readonly number: string
  readonly hash: string
  readonly gasLimit: string
  readonly hashForMergedMining: string
  readonly sha3Uncles: string
  readonly bitcoinMergedMiningCoinbaseTransaction: string
  readonly bitcoinMergedMiningMerkleProof: string
  readonly rskPteEdges: readonly number[] | null
}

interface RecordedBlock {
  readonly block: RecordedHeader & { readonly transactions: readonly RecordedTransaction[] }
  /** Without merkle proof and coinbase. */
  readonly rawHeader: string | null
  readonly receipts: readonly {
    readonly hash: string
    readonly raw: string
    readonly json: RecordedReceipt
  }[]
  readonly uncles: readonly { readonly json: RecordedHeader; readonly rawHeader: string }[]
}

const [recordedGenesis, ...recorded] = recordedVectors<RecordedBlock[]>('regtest-33-blocks')

/** The full encoding: the recorded one ends before the merkle proof and the coinbase. */
function fullHeader(rawHeader: string, json: RecordedHeader): Uint8Array {
  const reader = RlpReader.list(fromHex(rawHeader), 'header')
  const items: Uint8Array[] = []
  while (!reader.done) items.push(reader.encoded(`[${items.length}]`))
  const proof = encodeRlp(fromHex(json.bitcoinMergedMiningMerkleProof))
  const coinbase = encodeRlp(fromHex(json.bitcoinMergedMiningCoinbaseTransaction))
  return encodeRlpList([...items, proof, coinbase])
}

const headerOf = ({ rawHeader, block }: RecordedBlock): BlockHeader =>
  decodeHeader(fullHeader(rawHeader!, block), regtest)

function transactionOf(json: RecordedTransaction, number: number): Transaction {
  if (json.r === '0x0') return remascTransaction(number)
  const v = Number(json.v)
  return new Transaction({
    nonce: unsignedBytes(BigInt(json.nonce)),
    gasPrice: BigInt(json.gasPrice),
    gasLimit: unsignedBytes(BigInt(json.gas)),
    to: json.to === null ? null : asAddress(fromHex(json.to)),
    value: BigInt(json.value),
    data: fromHex(json.input),
    chainId: Math.floor((v - 35) / 2),
    signature: { v: 27 + ((v - 35) % 2), r: BigInt(json.r), s: BigInt(json.s) },
  })
}

describe('the recorded local chain of 33 blocks', () => {
  it('starts with the genesis block', () => {
    const { header } = genesisBlock(regtest)
    expect(toHex(header.hash)).toBe(recordedGenesis!.block.hash)
    expect(toHex(hashForMergedMining(header, regtest))).toBe(recordedGenesis!.block.hashForMergedMining)
    expect(recorded).toHaveLength(32)
  })

  it('has headers that encode to the same bytes', () => {
    for (const entry of recorded) {
      const full = fullHeader(entry.rawHeader!, entry.block)
      expect(toHex(encodeHeader(decodeHeader(full, regtest)))).toBe(toHex(full))
    }
  })

  it('has the recorded hashes, edges and gas limits', () => {
    for (const entry of recorded) {
      const header = headerOf(entry)
      expect(toHex(header.hash)).toBe(entry.block.hash)
      expect(toHex(hashForMergedMining(header, regtest))).toBe(entry.block.hashForMergedMining)
      expect(header.edges).toEqual(entry.block.rskPteEdges)
      expect(gasLimitOf(header)).toBe(BigInt(entry.block.gasLimit))
    }
  })

  it('has valid proofs of work and links to parents', () => {
    let parent = genesisBlock(regtest).header
    for (const entry of recorded) {
      const header = headerOf(entry)
      expect(equalBytes(header.parentHash, parent.hash)).toBe(true)
      expect(proofOfWorkRejection(header, regtest)).toBeUndefined()
      expect(parentRejection(header, parent, regtest)).toBeUndefined()
      parent = header
    }
  })

  it('has the recorded transaction hashes, senders and roots', () => {
    for (const entry of recorded) {
      const header = headerOf(entry)
      const transactions = entry.block.transactions.map((json) => transactionOf(json, header.number))
      for (const [index, transaction] of transactions.entries()) {
        const json = entry.block.transactions[index]!
        expect(toHex(transaction.hash)).toBe(json.hash)
        if (transaction.signature) expect(toHex(transaction.sender!)).toBe(json.from)
      }
      expect(transactionsRoot(transactions, rulesAt(regtest, header.number))).toEqual(header.transactionsRoot)
    }
  })

  it('has receipts that encode to the same bytes, with the recorded roots and blooms', () => {
    for (const entry of recorded) {
      const header = headerOf(entry)
      const receipts = entry.receipts.map(({ raw }) => decodeReceipt(fromHex(raw)))
      for (const [index, receipt] of receipts.entries()) {
        expect(toHex(encodeReceipt(receipt))).toBe(entry.receipts[index]!.raw)
        expect(receiptOfRecording(entry.receipts[index]!.json)).toEqual(receipt)
      }
      expect(receiptsRoot(receipts, [], rulesAt(regtest, header.number))).toEqual(header.receiptsRoot)
      expect(unionOfBlooms(receipts.map((receipt) => receipt.logsBloom))).toEqual(header.logsBloom)
    }
  })

  it('has uncles with the recorded hashes, to which their blocks commit', () => {
    let found = 0
    for (const entry of recorded) {
      const uncles = entry.uncles.map(({ json, rawHeader }) =>
        decodeHeader(fullHeader(rawHeader, json), regtest),
      )
      for (const [index, uncle] of uncles.entries()) {
        expect(toHex(uncle.hash)).toBe(entry.uncles[index]!.json.hash)
        expect(proofOfWorkRejection(uncle, regtest)).toBeUndefined()
        found++
      }
      expect(toHex(unclesHash(uncles))).toBe(entry.block.sha3Uncles)
    }
    expect(found).toBe(3)
  })
})
