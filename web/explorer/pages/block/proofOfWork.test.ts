import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { asPartialMerkleTree } from '../../../../src/protocol/mergedMining/merkleProof.ts'
import type { Block } from '../../../shared/rpc/answers.ts'
import { readCoinbase } from './coinbase.ts'
import { bitcoinHash, proofChecks } from './proofOfWork.ts'

const vectors = join(import.meta.dirname, '../../../../test/fixtures/vectors')
/** Block 3 of testnet, as a node answers it. */
const block: Block = JSON.parse(readFileSync(join(vectors, 'testnet-block-3.json'), 'utf8'))
const coinbaseOf = ({ bitcoinMergedMiningCoinbaseTransaction = '0x' }: Block) =>
  readCoinbase(bitcoinMergedMiningCoinbaseTransaction)!

const outcome = (changed: Partial<Block>): readonly boolean[] => {
  const other = { ...block, ...changed }
  return proofChecks(other, coinbaseOf(other)).map(({ isMet }) => isMet)
}

describe('proofChecks', () => {
  it('finds that a block of a public network is proven', () => {
    expect(outcome({})).toEqual([true, true, true])
  })

  it('finds a hash above the target, another block, and another coinbase', () => {
    expect(outcome({ difficulty: `0x1${'0'.repeat(60)}` })).toEqual([false, true, true])
    expect(outcome({ hashForMergedMining: `0x${'ab'.repeat(32)}` })).toEqual([true, false, true])
    const coinbase = block.bitcoinMergedMiningCoinbaseTransaction ?? '0x'
    const changed = `${coinbase.slice(0, -1)}${coinbase.endsWith('0') ? '1' : '0'}` as const
    expect(outcome({ bitcoinMergedMiningCoinbaseTransaction: changed as Block['hash'] })).toEqual([
      true,
      true,
      false,
    ])
  })

  it('reads proofs of the time before RSKIP92', () => {
    const { id } = coinbaseOf(block)
    const siblings = hexToBytes((block.bitcoinMergedMiningMerkleProof ?? '0x').slice(2))
    const tree = asPartialMerkleTree(id, siblings)
    expect(outcome({ bitcoinMergedMiningMerkleProof: `0x${bytesToHex(tree)}` })).toEqual([true, true, true])
    for (let length = 0; length < tree.length; length += 7) {
      const cut = bytesToHex(tree.subarray(0, length))
      expect(outcome({ bitcoinMergedMiningMerkleProof: `0x${cut}` })[2]).toBe(false)
    }
  })
})

describe('readCoinbase', () => {
  it('reads the tag and the outputs after it', () => {
    const { tagged, outputs, hiddenBytes } = coinbaseOf(block)
    expect(`0x${tagged}`).toBe(block.hashForMergedMining)
    expect(hiddenBytes % 64).toBe(0)
    expect(outputs).toEqual([])
    const paid = readCoinbase(
      `0x${'0'.repeat(80)}52534b424c4f434b3a${'11'.repeat(32)}0100000000000000026a4100000000`,
    )
    expect(paid?.outputs).toEqual([{ satoshi: 1n, script: '6a41', note: 'A' }])
  })

  it('reads nothing of other bytes', () => {
    expect(readCoinbase('0x')).toBeUndefined()
    expect(readCoinbase(`0x${'00'.repeat(39)}`)).toBeUndefined()
    expect(readCoinbase(`0x${'00'.repeat(60)}`)).toMatchObject({ tagged: undefined, outputs: undefined })
  })
})

describe('bitcoinHash', () => {
  it('is that of Bitcoin’s first block', () => {
    const merkle = '3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a'
    expect(bitcoinHash(`0x01000000${'0'.repeat(64)}${merkle}29ab5f49ffff001d1dac2b7c`)).toBe(
      '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    )
  })
})
