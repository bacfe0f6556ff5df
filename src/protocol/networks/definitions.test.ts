import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../crypto/keccak256.ts'
import { addressOf, publicKeyOf } from '../../crypto/secp256k1.ts'
import { asciiBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { devnet, mainnet, networks, regtest, testnet } from './definitions.ts'

describe('the networks', () => {
  it('have their chain ids and peer network ids', () => {
    expect(Object.values(networks).map(({ chainId, peerNetworkId }) => [chainId, peerNetworkId])).toEqual([
      [30, 775],
      [31, 8100],
      [32, 44_444_444],
      [33, 7771],
    ])
  })

  it.each(Object.entries(networks))('%s is listed under its name', (name, network) => {
    expect(network.name).toBe(name)
  })

  it('aim at 14 seconds between blocks, the local chain at 10', () => {
    expect([mainnet, testnet, devnet, regtest].map((network) => network.targetBlockSeconds)).toEqual([
      14, 14, 14, 10,
    ])
  })

  it('check timestamps everywhere but on the local chain', () => {
    expect([mainnet, testnet, devnet, regtest].map((network) => network.maximumFutureSeconds)).toEqual([
      60, 540, 540, 0,
    ])
    expect(testnet.newMaximumBitcoinTimeDistance).toBe(7200)
    expect([mainnet, devnet].map((network) => network.newMaximumBitcoinTimeDistance)).toEqual([300, 300])
  })

  it('give miners their reward after 4000, 50, 20 and 10 blocks', () => {
    expect([mainnet, testnet, devnet, regtest].map((network) => network.remasc.maturity)).toEqual([
      4000, 50, 20, 10,
    ])
    expect(regtest.remasc.syntheticSpan).toBe(5)
  })

  it('put 21 million coins at the Bridge', () => {
    for (const { genesis } of Object.values(networks)) {
      expect(toHexDigits(genesis.allocations[0]!.address)).toBe('0000000000000000000000000000000001000006')
      expect(genesis.allocations[0]!.balance).toBe(21_000_000n * 10n ** 18n)
    }
  })

  it('fund the accounts of the keys cow to cow9 on the local chain', () => {
    const words = ['cow', ...Array.from({ length: 9 }, (_, index) => `cow${index + 1}`)]
    const addresses = words.map((word) => toHexDigits(addressOf(publicKeyOf(keccak256(asciiBytes(word))))))
    expect(regtest.genesis.allocations.slice(1).map(({ address }) => toHexDigits(address))).toEqual(addresses)
  })
})
