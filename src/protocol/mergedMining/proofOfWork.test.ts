import { describe, expect, it } from 'vitest'
import { encodePartialMerkleTree, partialMerkleTree } from '../../bitcoin/blocks/merkleTree.ts'
import { encodeTransaction } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { doubleSha256, sha256 } from '../../crypto/sha256.ts'
import { asciiBytes, concatBytes, emptyBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { baseMergedMiningHash, mergedMiningTag } from '../headers/hashes.ts'
import type { HeaderFields, MergedMiningFields } from '../headers/header.ts'
import { headerFields } from '../headers/headerFields.cases.ts'
import { mainnet, regtest } from '../networks/definitions.ts'
import type { Network } from '../networks/network.ts'
import { type Rules, rulesAt } from '../networks/rules.ts'
import { compressCoinbase } from './compressedCoinbase.ts'
import { merkleProofOfFirst } from './merkleProof.ts'
import {
  type MiningOptions,
  mineBitcoinHeader,
  mineHash,
  mineHeader,
  poolCoinbase,
} from './mineHeader.cases.ts'
import { miningHeader, proofOfWorkFault, targetOf } from './proofOfWork.ts'

const unmined = headerFields(regtest, 5)
const faultOf = (options: MiningOptions): string | undefined =>
  proofOfWorkFault(mineHeader(unmined, regtest, options), regtest)
const faultWith = (change: Partial<MergedMiningFields>): string | undefined => {
  const header = mineHeader(unmined, regtest)
  return proofOfWorkFault({ ...header, mergedMining: { ...header.mergedMining!, ...change } }, regtest)
}

const transactionIds = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => sha256(Uint8Array.of(index)))
const filler = (length: number): Uint8Array => new Uint8Array(length).fill(0x42)

describe('the target', () => {
  it('is 2^256 divided by the difficulty, which counts as at least 3', () => {
    expect(targetOf(1n)).toBe(2n ** 256n / 3n)
    expect(targetOf(0n)).toBe(targetOf(3n))
    expect(targetOf(4n)).toBe(2n ** 254n)
    expect(targetOf(7n * 10n ** 15n)).toBe(2n ** 256n / (7n * 10n ** 15n))
  })
})

describe('proof of work', () => {
  it.each([0, 1, 2, 7, 30])('is valid in a Bitcoin block with %i other transactions', (others) => {
    expect(faultOf({ otherTransactions: transactionIds(others) })).toBeUndefined()
  })

  it('is required', () => {
    expect(proofOfWorkFault(unmined, regtest)).toBe('the header has no merged-mining fields')
  })

  it('is valid for only one header', () => {
    const mined = mineHeader(unmined, regtest)
    const fault = proofOfWorkFault({ ...mined, gasUsed: 1 }, regtest)
    expect(fault).toBe('the coinbase does not name the block')
  })

  it('must reach the target', () => {
    const mined = mineHeader(unmined, regtest)
    const hard = { ...unmined, difficulty: 2n ** 200n }
    expect(proofOfWorkFault({ ...hard, mergedMining: mined.mergedMining }, regtest)).toBe(
      'the Bitcoin hash misses the target',
    )
  })

  it.each([0, 79, 81])('needs a Bitcoin header of 80 bytes, not %i', (length) => {
    expect(faultWith({ header: new Uint8Array(length) })).toBe('the Bitcoin header does not have 80 bytes')
  })
})

describe('the coinbase', () => {
  it.each([
    ['at the start of the tail', 64, undefined],
    ['at the last place of the first block', 63, undefined],
    ['within a long coinbase', 1000, undefined],
  ])('may hold the tag %s', (_name, before, fault) => {
    expect(faultOf({ coinbase: (tagged) => concatBytes(filler(before), tagged, filler(64)) })).toBe(fault)
  })

  it('must not be shorter than its count and state', () => {
    expect(faultWith({ coinbase: new Uint8Array(39) })).toBe('the compressed coinbase is too short')
    expect(faultWith({ coinbase: emptyBytes })).toBe('the compressed coinbase is too short')
  })

  it('must have the tag in the first 64 bytes after the cut', () => {
    const hash = baseMergedMiningHash(unmined)
    const tagAt = (before: number): string | undefined => {
      const whole = concatBytes(filler(before), mergedMiningTag, hash)
      // Cut at the start, wherever the tag is.
      const coinbase = concatBytes(compressCoinbase(mergedMiningTag)!.subarray(0, 40), whole)
      const header = mineBitcoinHeader(doubleSha256(whole), 1n, 0)
      return proofOfWorkFault(
        { ...unmined, mergedMining: { header, merkleProof: emptyBytes, coinbase } },
        regtest,
      )
    }
    expect(tagAt(63)).toBeUndefined()
    expect(tagAt(64)).toBe('the tag is too far behind the cut of the coinbase')
  })

  it('must not have another tag after the first', () => {
    const hash = baseMergedMiningHash(unmined)
    const whole = concatBytes(filler(10), mergedMiningTag, hash, mergedMiningTag, filler(32))
    const coinbase = concatBytes(compressCoinbase(mergedMiningTag)!.subarray(0, 40), whole)
    const header = mineBitcoinHeader(doubleSha256(whole), 1n, 0)
    expect(
      proofOfWorkFault({ ...unmined, mergedMining: { header, merkleProof: emptyBytes, coinbase } }, regtest),
    ).toBe('another tag follows in the coinbase')
  })

  it('may have another tag before the last', () => {
    expect(
      faultOf({ coinbase: (tagged) => concatBytes(asciiBytes('RSKBLOCK:'), filler(60), tagged, filler(4)) }),
    ).toBeUndefined()
  })

  it('may have 128 bytes after the hash, but not 129', () => {
    const withTail = (length: number) =>
      faultOf({ coinbase: (tagged) => concatBytes(filler(70), tagged, filler(length)) })
    expect(withTail(128)).toBeUndefined()
    expect(withTail(129)).toBe('too many bytes follow the tag')
  })

  it('must have more than 64 bytes', () => {
    const ofLength = (length: number) =>
      faultOf({ coinbase: (tagged) => concatBytes(tagged, filler(length - tagged.length)) })
    expect(ofLength(64)).toBe('the coinbase is too short')
    expect(ofLength(65)).toBeUndefined()
  })
})

describe('the merkle proof', () => {
  const wrong = 'the merkle proof does not lead to the Bitcoin header'

  it('must lead to the Bitcoin header', () => {
    expect(faultWith({ merkleProof: new Uint8Array(32) })).toBe(wrong)
    expect(faultWith({ merkleProof: new Uint8Array(31) })).toBe(wrong)
  })

  it('has at most 960 bytes from RSKIP180 on', () => {
    const before: Network = { ...regtest, activations: { ...regtest.activations, rskip180: -1 } }
    expect(faultWith({ merkleProof: new Uint8Array(960) })).toBe(wrong)
    expect(faultWith({ merkleProof: new Uint8Array(992) })).toBe('the merkle proof is too long')
    const header = mineHeader(unmined, regtest)
    const long = { ...header, mergedMining: { ...header.mergedMining!, merkleProof: new Uint8Array(992) } }
    expect(proofOfWorkFault(long, before)).toBe(wrong)
  })
})

describe('proof of work before RSKIP92', () => {
  const old = headerFields(mainnet, 100, { difficulty: 1n })
  const others = transactionIds(6)
  const work = mineHash(baseMergedMiningHash(old), 1n, { otherTransactions: others })
  const leaf = doubleSha256(poolCoinbase(concatBytes(mergedMiningTag, baseMergedMiningHash(old))))
  const withProof = (merkleProof: Uint8Array): HeaderFields => ({
    ...old,
    mergedMining: { ...work, merkleProof },
  })
  const proofOf = (...matches: number[]): Uint8Array =>
    encodePartialMerkleTree(partialMerkleTree([leaf, ...others], new Set(matches)))
  const wrong = 'the partial merkle tree does not prove the coinbase'

  it('is a partial merkle tree that contains the coinbase, possibly among others', () => {
    expect(proofOfWorkFault(withProof(proofOf(0)), mainnet)).toBeUndefined()
    expect(proofOfWorkFault(withProof(proofOf(0, 3)), mainnet)).toBeUndefined()
  })

  it('is invalid when the tree proves another transaction', () => {
    expect(proofOfWorkFault(withProof(proofOf(3)), mainnet)).toBe(wrong)
    expect(proofOfWorkFault(withProof(proofOf()), mainnet)).toBe(wrong)
    const foreign = partialMerkleTree([leaf, ...others.slice(1)], new Set([0]))
    expect(proofOfWorkFault(withProof(encodePartialMerkleTree(foreign)), mainnet)).toBe(wrong)
  })

  it('does not accept the later form of proof', () => {
    expect(proofOfWorkFault(withProof(merkleProofOfFirst([leaf, ...others])), mainnet)).toBe(wrong)
  })
})

const read = (field: Uint8Array, rules: Rules) => miningHeader(field, rules)?.bytes
const header = new Uint8Array(80).fill(7)
const lastBefore = rulesAt(mainnet, 728_999)
const first = rulesAt(mainnet, 729_000)

const transaction = encodeTransaction({
  version: 1,
  inputs: [
    { transactionId: new Uint8Array(32), outputIndex: 0, script: fromHex('51'), sequence: 0, witness: [] },
  ],
  outputs: [{ value: 1n, script: fromHex('51') }],
  lockTime: 0,
})

describe('the Bitcoin header in a merged-mining field', () => {
  it('has 80 bytes', () => {
    expect(read(header, first)).toEqual(header)
    expect(read(header.subarray(1), lastBefore)).toBeUndefined()
    expect(read(header.subarray(1), first)).toBeUndefined()
  })

  it.each(['00', '0000', '00112233'])('could be followed by %s until RSKIP98', (suffix) => {
    const field = concatBytes(header, fromHex(suffix))
    expect(read(field, lastBefore)).toEqual(header)
    expect(read(field, first)).toBeUndefined()
  })

  it('could be followed by whole transactions until RSKIP98', () => {
    const field = concatBytes(header, fromHex('02'), transaction, transaction)
    expect(read(field, lastBefore)).toEqual(header)
    expect(read(field.subarray(0, -1), lastBefore)).toBeUndefined()
  })

  it.each(['01', 'ff', 'fd00', '0100'])('was never followed by %s', (suffix) => {
    expect(read(concatBytes(header, fromHex(suffix)), lastBefore)).toBeUndefined()
  })
})
