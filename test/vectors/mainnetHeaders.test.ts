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

  it('hashes to its hash', () => {
    expect(toHex(header.hash)).toBe(recorded.hash)
  })

  it('is decoded from its encoding as it was', () => {
    expect(decodeHeader(encodeHeader(header), mainnet)).toEqual(header)
  })

  it('has a proof of work, by Bitcoin or by signature', () => {
    expect(proofOfWorkRejection(header, mainnet)).toBeUndefined()
  })

  it('has no proof of work once anything in it is changed', () => {
    for (const change of [
      { gasUsed: header.gasUsed + 1 },
      { difficulty: header.difficulty + 1n },
      { extraData: fromHex('01') },
    ]) {
      expect(proofOfWorkRejection({ ...header, ...change }, mainnet)?.reason).toBe('proof-of-work')
    }
  })

  it('fulfils the rules of its own fields at its time', () => {
    expect(timestampRejection(header, mainnet, header.timestamp)).toBeUndefined()
    expect(extraDataRejection(header)).toBeUndefined()
  })
})

describe('hashes for merged mining', () => {
  it.each([orchidEra, vetiverEra])('of block %i is the one in its Bitcoin coinbase', (number) => {
    const recorded = recordedMainnetHeaders.find((header) => header.number === number)!
    expect(toHex(hashForMergedMining(mainnetHeader(number), mainnet))).toBe(recorded.hashForMergedMining)
  })

  it('carry fork-detection data that ends with the block’s number', () => {
    const data = forkDetectionDataOf(mainnetHeader(vetiverEra))!
    expect(new DataView(data.buffer, data.byteOffset, 12).getUint32(8)).toBe(vetiverEra)
  })
})

describe('the Bitcoin proof of recent headers', () => {
  it.each([orchidEra, vetiverEra])('of block %i breaks with any byte of the merkle proof', (number) => {
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

describe('what single headers show', () => {
  it('block 729024 holds only the payment to the miners, with roots in the format before RSKIP126', () => {
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
    expect(receiptsRoot([receipt], rules)).toEqual(header.receiptsRoot)
  })

  it('block 9257552 has its gas limit with a sign byte', () => {
    const header = mainnetHeader(vetiverEra)
    expect(header.gasLimit).toHaveLength(4)
    expect(gasLimitOf(header)).toBe(10_000_000n)
  })

  it('block 3395 is the only uncle of block 3397, whose header commits to it', () => {
    const header = mainnetHeader(fallbackMined)
    const { unclesHashOf3397 } = recordedMainnetHeaders.find(({ number }) => number === fallbackMined)!
    expect(toHex(unclesHash([header]))).toBe(unclesHashOf3397)
  })
})
