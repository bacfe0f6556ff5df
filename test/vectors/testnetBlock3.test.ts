import { describe, expect, it } from 'vitest'
import { asHash } from '../../src/primitives/bytes.ts'
import { DecodeError } from '../../src/primitives/errors.ts'
import { fromHex, toHex } from '../../src/primitives/hex.ts'
import { recordedVectors } from '../../src/primitives/recordings.cases.ts'
import { decodeBlock, encodeBlock } from '../../src/protocol/block.ts'
import { bloomBytes } from '../../src/protocol/bloom.ts'
import { minimumDifficulty, nextDifficulty } from '../../src/protocol/difficulty.ts'
import { genesisBlock } from '../../src/protocol/genesis.ts'
import { hashForMergedMining, sealHeader } from '../../src/protocol/headers/hashes.ts'
import { headerFields } from '../../src/protocol/headers/headerFields.cases.ts'
import { testnet } from '../../src/protocol/networks/definitions.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'
import { receiptsRoot, transactionsRoot } from '../../src/protocol/roots.ts'
import { remascTransaction } from '../../src/protocol/transactions/remasc.ts'
import { proofOfWorkRejection } from '../../src/protocol/validation/headerRules.ts'

interface RecordedBlock {
  readonly hash: string
  readonly parentHash: string
  readonly sha3Uncles: string
  readonly logsBloom: string
  readonly transactionsRoot: string
  readonly stateRoot: string
  readonly receiptsRoot: string
  readonly miner: string
  readonly difficulty: string
  readonly totalDifficulty: string
  readonly cumulativeDifficulty: string
  readonly extraData: string
  readonly gasLimit: string
  readonly timestamp: string
  readonly transactions: readonly { readonly hash: string }[]
  readonly uncles: readonly string[]
  readonly bitcoinMergedMiningHeader: string
  readonly bitcoinMergedMiningCoinbaseTransaction: string
  readonly bitcoinMergedMiningMerkleProof: string
  readonly hashForMergedMining: string
}

const recorded = recordedVectors<RecordedBlock>('testnet-block-3')
const rules = rulesAt(testnet, 3)

const header = sealHeader(
  headerFields(testnet, 3, {
    parentHash: asHash(fromHex(recorded.parentHash)),
    unclesHash: asHash(fromHex(recorded.sha3Uncles)),
    coinbase: fromHex(recorded.miner),
    stateRoot: asHash(fromHex(recorded.stateRoot)),
    transactionsRoot: asHash(fromHex(recorded.transactionsRoot)),
    receiptsRoot: asHash(fromHex(recorded.receiptsRoot)),
    logsBloom: fromHex(recorded.logsBloom),
    difficulty: BigInt(recorded.difficulty),
    gasLimit: fromHex(recorded.gasLimit),
    timestamp: Number(recorded.timestamp),
    extraData: fromHex(recorded.extraData),
    uncleCount: recorded.uncles.length,
    mergedMining: {
      header: fromHex(recorded.bitcoinMergedMiningHeader),
      merkleProof: fromHex(recorded.bitcoinMergedMiningMerkleProof),
      coinbase: fromHex(recorded.bitcoinMergedMiningCoinbaseTransaction),
    },
  }),
  testnet,
)

describe('testnet block 3', () => {
  it('has the recorded hash, and the hash in its Bitcoin coinbase', () => {
    expect(toHex(header.hash)).toBe(recorded.hash)
    expect(toHex(hashForMergedMining(header, testnet))).toBe(recorded.hashForMergedMining)
  })

  it('has a valid proof of work', () => {
    expect(proofOfWorkRejection(header, testnet)).toBeUndefined()
  })

  it('contains only the REMASC transaction', () => {
    const transaction = remascTransaction(3)
    expect(toHex(transaction.hash)).toBe(recorded.transactions[0]!.hash)
    expect(toHex(transactionsRoot([transaction], rules))).toBe(recorded.transactionsRoot)
  })

  it('has the receipts root of one successful transaction without gas and logs', () => {
    const receipt = {
      success: true,
      cumulativeGasUsed: 0,
      gasUsed: 0,
      logsBloom: new Uint8Array(bloomBytes),
      logs: [],
    }
    expect(toHex(receiptsRoot([receipt], [], rules))).toBe(recorded.receiptsRoot)
  })

  it('has the difficulty of a block with ten uncles less than 154 seconds after its parent', () => {
    const block = { number: 3, uncleCount: recorded.uncles.length }
    expect(nextDifficulty(testnet, block, 1, 0x20000n)).toBe(BigInt(recorded.difficulty))
    expect(nextDifficulty(testnet, block, 153, 0x20000n)).toBe(BigInt(recorded.difficulty))
    expect(nextDifficulty(testnet, block, 154, 0x20000n)).toBe(0x20000n)
  })

  it('decodes as a block with its transaction and is rejected without it', () => {
    const block = { header, transactions: [remascTransaction(3)], uncles: [] }
    expect(decodeBlock(encodeBlock(block), testnet)).toEqual(block)
    expect(() => decodeBlock(encodeBlock({ ...block, transactions: [] }), testnet)).toThrow(DecodeError)
  })

  it('has the total difficulty of two blocks of minimum difficulty and the genesis block before it', () => {
    const total = BigInt(recorded.totalDifficulty)
    const above = total - BigInt(recorded.cumulativeDifficulty)
    expect(above - genesisBlock(testnet).header.difficulty).toBe(2n * minimumDifficulty(testnet, 2))
  })
})
