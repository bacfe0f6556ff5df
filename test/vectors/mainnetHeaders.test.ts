import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../src/primitives/hex.ts'
import { unclesHash } from '../../src/protocol/block.ts'
import { bloomBytes } from '../../src/protocol/bloom.ts'
import { decodeHeader } from '../../src/protocol/headers/decode.ts'
import { encodeHeader } from '../../src/protocol/headers/encode.ts'
import { forkDetectionDataOf, hashForMergedMining } from '../../src/protocol/headers/hashes.ts'
import { gasLimitOf } from '../../src/protocol/headers/header.ts'
import { mainnetHeader, recordedMainnetHeaders } from '../../src/protocol/headers/mainnetHeaders.cases.ts'
import { mainnet } from '../../src/protocol/networks/definitions.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'
import { receiptsRoot, transactionsRoot } from '../../src/protocol/roots.ts'
import { remascTransaction } from '../../src/protocol/transactions/remasc.ts'
import {
  extraDataRejection,
  proofOfWorkRejection,
  timestampRejection,
} from '../../src/protocol/validation/headerRules.ts'

const fallbackMined = 3395
const orchidEra = 729_024
const vetiverEra = 9_257_552

describe.each(recordedMainnetHeaders)('mainnet block $number', (recorded) => {
  const header = mainnetHeader(recorded.number)

  it('has the recorded hash', () => {
    expect(toHex(header.hash)).toBe(recorded.hash)
  })

  it('decodes from its encoding to the same header', () => {
    expect(decodeHeader(encodeHeader(header), mainnet)).toEqual(header)
  })

  it('has a valid proof of work, by Bitcoin or by signature', () => {
    expect(proofOfWorkRejection(header, mainnet)).toBeUndefined()
  })

  it('has an invalid proof of work after a change of any field', () => {
    for (const change of [
      { gasUsed: header.gasUsed + 1 },
      { difficulty: header.difficulty + 1n },
      { extraData: fromHex('01') },
    ]) {
      expect(proofOfWorkRejection({ ...header, ...change }, mainnet)?.reason).toBe('proof-of-work')
    }
  })

  it('obeys the rules for time and extraData', () => {
    expect(timestampRejection(header, mainnet, header.timestamp)).toBeUndefined()
    expect(extraDataRejection(header)).toBeUndefined()
  })
})

describe('hashes for merged mining', () => {
  it.each([orchidEra, vetiverEra])('match the Bitcoin coinbase of block %i', (number) => {
    const recorded = recordedMainnetHeaders.find((header) => header.number === number)!
    expect(toHex(hashForMergedMining(mainnetHeader(number), mainnet))).toBe(recorded.hashForMergedMining)
  })

  it('contain fork-detection data that ends with the block number', () => {
    const data = forkDetectionDataOf(mainnetHeader(vetiverEra))!
    expect(new DataView(data.buffer, data.byteOffset, 12).getUint32(8)).toBe(vetiverEra)
  })
})

describe('merkle proofs of mainnet headers', () => {
  it.each([orchidEra, vetiverEra])('are invalid after a change of any byte (block %i)', (number) => {
    const header = mainnetHeader(number)
    const { mergedMining } = header
    for (let at = 0; at < mergedMining!.merkleProof.length; at += 29) {
      const merkleProof = mergedMining!.merkleProof.map((byte, index) => (index === at ? byte ^ 1 : byte))
      const changed = { ...header, mergedMining: { ...mergedMining!, merkleProof } }
      expect(proofOfWorkRejection(changed, mainnet)?.detail).toBe(
        'the merkle proof does not lead to the Bitcoin header',
      )
    }
  })
})

describe('mainnet headers', () => {
  it('have roots in the format before RSKIP126 (block 729024, which has only the REMASC transaction)', () => {
    const header = mainnetHeader(orchidEra)
    const rules = rulesAt(mainnet, orchidEra)
    expect(transactionsRoot([remascTransaction(orchidEra)], rules)).toEqual(header.transactionsRoot)
    const receipt = {
      success: true,
      cumulativeGasUsed: 0,
      gasUsed: 0,
      logsBloom: new Uint8Array(bloomBytes),
      logs: [],
    }
    expect(receiptsRoot([receipt], [], rules)).toEqual(header.receiptsRoot)
  })

  it('encode the gas limit with a sign byte (block 9257552)', () => {
    const header = mainnetHeader(vetiverEra)
    expect(header.gasLimit).toHaveLength(4)
    expect(gasLimitOf(header)).toBe(10_000_000n)
  })

  it('commit to their uncles (block 3395 is the only uncle of block 3397)', () => {
    const header = mainnetHeader(fallbackMined)
    const { unclesHashOf3397 } = recordedMainnetHeaders.find(({ number }) => number === fallbackMined)!
    expect(toHex(unclesHash([header]))).toBe(unclesHashOf3397)
  })
})
