import { Transaction } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import { BitcoinHeader } from '../../bitcoin/blocks/bitcoinHeader.ts'
import { asHash, concatBytes, reversedBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { coinbaseHash, coinbaseTail } from '../../protocol/mergedMining/compressedCoinbase.ts'
import { targetOf } from '../../protocol/mergedMining/proofOfWork.ts'
import { proofWithNonce, solveProof } from './localProof.ts'

const hash = asHash(new Uint8Array(32).fill(0x5a))

describe('a local proof of work', () => {
  it('solves a proof that meets its target, with the given time, always the same', () => {
    const proof = solveProof(hash, 1000n, 1_700_000_000, 1_000_000)!
    expect(new BitcoinHeader(proof.header).hashNumber).toBeLessThanOrEqual(targetOf(1000n))
    expect(new BitcoinHeader(proof.header).time).toBe(1_700_000_000)
    expect(solveProof(hash, 1000n, 1_700_000_000, 1_000_000)).toEqual(proof)
  })

  it('stops after the given number of attempts', () => {
    expect(solveProof(hash, 1n << 200n, 0, 100)).toBeUndefined()
  })

  it('makes a coinbase that Bitcoin can decode and that is the only transaction of its block', () => {
    const { header, coinbase, merkleProof } = proofWithNonce(hash, 0, 7)
    const id = coinbaseHash(coinbase)
    // The compressed coinbase has only the hash of the first 64 bytes, which are constant.
    const start = fromHex(
      `01000000${'01'}${'00'.repeat(32)}ffffffff07${'63616d6269756d'}ffffffff01${'00'.repeat(8)}2b6a`,
    )
    const whole = concatBytes(start, coinbaseTail(coinbase)!)
    const transaction = Transaction.fromBuffer(whole)
    expect(transaction.isCoinbase()).toBe(true)
    expect(transaction.getHash()).toEqual(Uint8Array.from(id))
    expect(reversedBytes(new BitcoinHeader(header).merkleRoot)).toEqual(Uint8Array.from(id))
    expect(merkleProof).toHaveLength(0)
  })
})
