import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../crypto/keccak256.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { mainnet, testnet } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { bridgeCall, stranger } from '../bridgeWorld.cases.ts'
import { readTerms } from './flyoverTerms.ts'

const address = (version: number, length = 21): Uint8Array => {
  const bytes = new Uint8Array(length).fill(8)
  bytes[0] = version
  return bytes
}

const read = (network: Network, height: number, userRefundAddress: Uint8Array) =>
  readTerms(bridgeCall({ network, height }), {
    argumentsHash: new Uint8Array(32).fill(1),
    userRefundAddress,
    providerAddress: address(network === mainnet ? 0 : 111),
    contract: stranger,
  })

describe('the terms of a fast peg-in', () => {
  it('give a hash that covers the addresses as given', () => {
    const { derivationHash, userRefundAddress } = read(mainnet, 6_000_000, address(5))
    const parts = [new Uint8Array(32).fill(1), address(5), stranger, address(0)]
    expect(derivationHash).toEqual(keccak256(concatBytes(...parts)))
    expect(userRefundAddress).toEqual({ kind: 'script-hash', hash: address(5).subarray(1) })
  })

  it('refuse script addresses of testnet before RSKIP284', () => {
    expect(() => read(testnet, 2_581_799, address(196))).toThrow('does not decode')
    expect(read(testnet, 2_581_800, address(196)).userRefundAddress.kind).toBe('script-hash')
    expect(read(testnet, 2_581_799, address(111)).userRefundAddress.kind).toBe('public-key-hash')
  })

  it('accept addresses with trailing bytes before RSKIP284', () => {
    expect(read(mainnet, 4_598_499, address(0, 25)).userRefundAddress.hash).toHaveLength(20)
    expect(() => read(mainnet, 4_598_500, address(0, 25))).toThrow('does not decode')
  })

  it('refuse addresses of other networks', () => {
    expect(() => read(mainnet, 6_000_000, address(111))).toThrow('does not decode')
    expect(() => read(testnet, 6_000_000, address(0))).toThrow('does not decode')
    expect(() => read(mainnet, 4_000_000, address(0, 20))).toThrow('does not decode')
  })
})
