import { describe, expect, it } from 'vitest'
import { PrecompileFailure } from '../evm/precompiles/precompile.ts'
import { asciiBytes, concatBytes, emptyBytes } from '../primitives/bytes.ts'
import { fromHex } from '../primitives/hex.ts'
import { signedBytes, wordBytes } from '../primitives/integers.ts'
import { mainnet } from '../protocol/networks/definitions.ts'
import { decodeArguments, selectorOf } from './abi/method.ts'
import { bytes } from './abi/types.ts'
import { blockHeaderContract } from './blockHeaderContract.ts'
import { contextAfter, headerAt, listBlocks, transactionCall } from './nativeWorld.cases.ts'

const coinbase = fromHex('11'.repeat(20))
const uncleCoinbase = fromHex('22'.repeat(20))
const bitcoinHeader = new Uint8Array(80).fill(3)
const mined = (compressedCoinbase: Uint8Array) => ({
  mergedMining: { header: bitcoinHeader, merkleProof: emptyBytes, coinbase: compressedCoinbase },
})
const tagged = (tail: Uint8Array): Uint8Array =>
  concatBytes(asciiBytes('xxRSKBLOCK:'), new Uint8Array(32), tail)

const uncle = headerAt(7, { coinbase: uncleCoinbase, difficulty: 200n })
const blocks = listBlocks(10, {
  8: {
    coinbase,
    difficulty: 100n,
    gasUsed: 0xff,
    minimumGasPrice: 0x80n,
    gasLimit: fromHex('0097fe24'),
    uncles: [uncle],
    ...mined(tagged(fromHex('abcd'))),
  },
  9: mined(fromHex('00')),
  10: mined(asciiBytes('RSKBLOCK:cut')),
})
const context = contextAfter(blocks)
const contract = blockHeaderContract(context)

const inputOf = (signature: string, ...args: bigint[]): Uint8Array =>
  concatBytes(selectorOf(signature), ...args.map(wordBytes))

function ask(signature: string, ...args: bigint[]): Uint8Array {
  const output = contract.run(inputOf(signature, ...args), transactionCall())
  return decodeArguments<[Uint8Array]>([bytes], output)[0]
}

describe('the BlockHeader contract', () => {
  it('answers with the fields of the block at a depth', () => {
    expect(ask('getCoinbaseAddress(int256)', 2n)).toEqual(coinbase)
    expect(ask('getBlockHash(int256)', 2n)).toEqual(blocks[8]!.header.hash)
    expect(ask('getMinGasPrice(int256)', 2n)).toEqual(fromHex('0080'))
    expect(ask('getGasLimit(int256)', 2n)).toEqual(fromHex('0097fe24'))
    expect(ask('getGasUsed(int256)', 2n)).toEqual(fromHex('00ff'))
    expect(ask('getDifficulty(int256)', 2n)).toEqual(fromHex('64'))
    expect(ask('getBitcoinHeader(int256)', 2n)).toEqual(bitcoinHeader)
  })

  it('adds the uncles to the difficulty and all ancestors to the cumulative work', () => {
    const total = context.chain.totalDifficulty(blocks[8]!.header.hash)!
    expect(ask('getDifficultyWithUncles(int256)', 2n)).toEqual(signedBytes(300n))
    expect(ask('getCumulativeWork(int256)', 2n)).toEqual(signedBytes(total))
    expect(total).toBe(8n + 300n)
  })

  it('has no cumulative work before RSKIP536', () => {
    const early = blockHeaderContract(contextAfter(blocks, { network: mainnet, rulesOf: 8_804_199 }))
    const input = inputOf('getCumulativeWork(int256)', 2n)
    expect(() => early.run(input, transactionCall())).toThrow(PrecompileFailure)
  })

  it('charges by the length of the input', () => {
    expect(contract.gas(inputOf('getGasUsed(int256)', 0n))).toBe(4072)
    expect(contract.gas(inputOf('getUncleCoinbaseAddress(int256,int256)', 0n, 0n))).toBe(4136)
  })

  it('counts depths from the parent', () => {
    expect(ask('getBlockHash(int256)', 0n)).toEqual(blocks[10]!.header.hash)
    expect(ask('getBlockHash(int256)', 9n)).toEqual(blocks[1]!.header.hash)
  })

  it('reaches the genesis block only as the parent', () => {
    expect(ask('getBlockHash(int256)', 10n)).toEqual(emptyBytes)
    const first = blockHeaderContract(contextAfter(blocks.slice(0, 1)))
    const output = first.run(inputOf('getBlockHash(int256)', 0n), transactionCall())
    expect(decodeArguments<[Uint8Array]>([bytes], output)[0]).toEqual(blocks[0]!.header.hash)
  })

  it.each([4000n, 2n ** 15n, -(2n ** 15n) - 1n, 2n ** 255n - 1n])('is empty at depth %i', (depth) => {
    expect(ask('getBlockHash(int256)', depth)).toEqual(emptyBytes)
  })

  it('fails for a negative depth or uncle index', () => {
    expect(() => ask('getBlockHash(int256)', -1n)).toThrow(PrecompileFailure)
    expect(() => ask('getUncleCoinbaseAddress(int256,int256)', 2n, -1n)).toThrow(PrecompileFailure)
  })

  it('returns the miner of an uncle', () => {
    expect(ask('getUncleCoinbaseAddress(int256,int256)', 2n, 0n)).toEqual(uncleCoinbase)
    expect(ask('getUncleCoinbaseAddress(int256,int256)', 2n, 1n)).toEqual(emptyBytes)
    expect(ask('getUncleCoinbaseAddress(int256,int256)', 2n, 2n ** 15n)).toEqual(emptyBytes)
  })

  it('returns the bytes after the merged-mining tag and hash', () => {
    expect(ask('getMergedMiningTags(int256)', 2n)).toEqual(fromHex('abcd'))
    expect(ask('getMergedMiningTags(int256)', 1n)).toEqual(emptyBytes)
    expect(() => ask('getMergedMiningTags(int256)', 0n)).toThrow(PrecompileFailure)
  })
})
