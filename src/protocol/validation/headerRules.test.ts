import { describe, expect, it } from 'vitest'
import { signedBytes } from '../../primitives/integers.ts'
import { BlockIndex } from '../blockIndex.cases.ts'
import { forkDetectionData } from '../forkDetection.ts'
import { genesisBlock } from '../genesis.ts'
import type { HeaderFields } from '../headers/header.ts'
import { headerFields } from '../headers/headerFields.cases.ts'
import { localBlock, localChain } from '../localBlocks.cases.ts'
import { mineHeader } from '../mergedMining/mineHeader.cases.ts'
import { mainnet, regtest, testnet } from '../networks/definitions.ts'
import type { Network } from '../networks/network.ts'
import {
  extraDataRejection,
  forkDetectionRejection,
  gasLimitMinimumRejection,
  proofOfWorkRejection,
  timestampRejection,
} from './headerRules.ts'

const now = 1_700_000_000

/** A header whose Bitcoin header has another time. */
function withTimes(network: Network, number: number, timestamp: number, bitcoinTime: number): HeaderFields {
  const header = new Uint8Array(80)
  new DataView(header.buffer).setUint32(68, bitcoinTime, true)
  const mergedMining = { header, merkleProof: new Uint8Array(0), coinbase: new Uint8Array(0) }
  return headerFields(network, number, { timestamp, mergedMining })
}

describe('the timestamp', () => {
  const reasonAt = (network: Network, ahead: number): string | undefined =>
    timestampRejection(withTimes(network, 100, now + ahead, 0), network, now)?.reason

  it('may be 60 seconds in the future on mainnet, 540 on testnet', () => {
    expect(reasonAt(mainnet, 60)).toBeUndefined()
    expect(reasonAt(mainnet, 61)).toBe('timestamp')
    expect(reasonAt(testnet, 540)).toBeUndefined()
    expect(reasonAt(testnet, 541)).toBe('timestamp')
    expect(reasonAt(mainnet, -1_000_000)).toBeUndefined()
  })

  it('is not checked on the local chain', () => {
    expect(reasonAt(regtest, 1_000_000)).toBeUndefined()
  })

  const reasonOfDistance = (network: Network, number: number, distance: number): string | undefined =>
    timestampRejection(withTimes(network, number, now, now + distance), network, now)?.reason

  it('is less than 300 seconds from Bitcoin’s from RSKIP179 on, either way', () => {
    expect(reasonOfDistance(mainnet, 3_614_799, 100_000)).toBeUndefined()
    expect(reasonOfDistance(mainnet, 3_614_800, 299)).toBeUndefined()
    expect(reasonOfDistance(mainnet, 3_614_800, -299)).toBeUndefined()
    expect(reasonOfDistance(mainnet, 3_614_800, 300)).toBe('bitcoin-timestamp')
    expect(reasonOfDistance(mainnet, 3_614_800, -300)).toBe('bitcoin-timestamp')
  })

  it('may be two hours from Bitcoin’s on testnet from RSKIP297 on', () => {
    expect(reasonOfDistance(testnet, 3_102_999, 300)).toBe('bitcoin-timestamp')
    expect(reasonOfDistance(testnet, 3_103_000, 7199)).toBeUndefined()
    expect(reasonOfDistance(testnet, 3_103_000, 7200)).toBe('bitcoin-timestamp')
    expect(reasonOfDistance(mainnet, 4_598_500, 300)).toBe('bitcoin-timestamp')
  })

  it('requires a Bitcoin header', () => {
    const unmined = headerFields(mainnet, 3_614_800, { timestamp: now })
    expect(timestampRejection(unmined, mainnet, now)?.reason).toBe('bitcoin-timestamp')
  })
})

describe('the gas limit', () => {
  it('is at least three million', () => {
    const reason = (limit: bigint) =>
      gasLimitMinimumRejection(headerFields(mainnet, 1, { gasLimit: signedBytes(limit) }))?.reason
    expect(reason(3_000_000n)).toBeUndefined()
    expect(reason(2_999_999n)).toBe('gas-limit-minimum')
  })
})

describe('the extra data', () => {
  it('has at most 32 bytes', () => {
    const reason = (length: number) =>
      extraDataRejection(headerFields(mainnet, 1, { extraData: new Uint8Array(length) }))?.reason
    expect(reason(32)).toBeUndefined()
    expect(reason(33)).toBe('extra-data-length')
  })
})

describe('the proof of work', () => {
  it('is required', () => {
    const unmined = headerFields(regtest, 5)
    expect(proofOfWorkRejection(unmined, regtest)).toEqual({
      reason: 'proof-of-work',
      detail: 'the header has no merged-mining fields',
    })
    expect(proofOfWorkRejection(mineHeader(unmined, regtest), regtest)).toBeUndefined()
  })
})

describe('the fork-detection data', () => {
  const genesis = genesisBlock(regtest)
  const index = new BlockIndex([genesis])
  const chain = localChain(genesis, 449, index)
  const parent = chain[448]!
  const ancestor = (number: number) => index.ancestor(parent.header, number)
  const unmined = { ...localBlock(parent, index).header, mergedMining: null }
  const right = forkDetectionData(parent.header, ancestor)

  const reasonWith = (data: Uint8Array | undefined): string | undefined => {
    const header = mineHeader(unmined, regtest, data ? { forkDetectionData: data } : {})
    return forkDetectionRejection(header, parent.header, regtest, ancestor)?.reason
  }

  it('of block 450 describes the chain', () => {
    expect(unmined.number).toBe(450)
    expect(reasonWith(right)).toBeUndefined()
  })

  it.each(Array.from({ length: 12 }, (_, place) => place))('is wrong when byte %i differs', (place) => {
    expect(reasonWith(right.map((byte, at) => (at === place ? byte ^ 1 : byte)))).toBe('fork-detection-data')
  })

  it('is wrong when the miner did not replace the end of the hash', () => {
    expect(reasonWith(undefined)).toBe('fork-detection-data')
  })

  it('is missing when the coinbase does not contain the block’s hash', () => {
    const header = { ...unmined, mergedMining: parent.header.mergedMining }
    expect(forkDetectionRejection(header, parent.header, regtest, ancestor)).toEqual({
      reason: 'fork-detection-data',
      detail: 'is missing from the coinbase',
    })
  })

  it('is not compared in block 449 and while RSKIP110 is not active', () => {
    const plain = mineHeader({ ...chain[448]!.header, mergedMining: null }, regtest)
    expect(forkDetectionRejection(plain, chain[447]!.header, regtest, ancestor)).toBeUndefined()
    const before: Network = { ...regtest, activations: { ...regtest.activations, rskip110: -1 } }
    const wrong = mineHeader(unmined, regtest)
    expect(forkDetectionRejection(wrong, parent.header, before, ancestor)).toBeUndefined()
  })
})
