import { describe, expect, it } from 'vitest'
import { toHexDigits } from '../primitives/hex.ts'
import { accountKey, storageRootKey } from '../trie/keys.ts'
import { decodeAccount } from './account.ts'
import { bridgeAddress, remascAddress } from './addresses.ts'
import { decodeBlock, encodeBlock } from './block.ts'
import { genesisBlock, genesisState } from './genesis.ts'
import { devnet, mainnet, regtest, testnet } from './networks/definitions.ts'

const genesisHashes = [
  [
    mainnet,
    'f88529d4ab262c0f4d042e9d8d3f2472848eaafe1a9b7213f57617eb40a9f9e0',
    '9fa70f12726ac738640a86754741bb3f5680520ccc7e6ae9d95ace566a67fe01',
  ],
  [
    testnet,
    'cabb7fbe88cd6d922042a32ffc08ce8b1fbb37d650b9d4e7dbfe2a7469adfa42',
    '45bce5168430c42b3d568331753f900a32457b4f3748697cbd8375ff4da72641',
  ],
  [
    devnet,
    '0e34a837e54432dac7a969304932164e820269c89f3ac0a202afbd5c1b70b7b6',
    '8300a21314eb0fb01e69be5ad90f1ef519c8982cfc08db3ed9b717f05572fda3',
  ],
  [
    regtest,
    '8ea789fabef0dd4946ed53f001e7b6f8a8d0c22a612a6099fc7f93c990af68fe',
    '9c13f6bf26a9d1b13b708b5da083cb8f4e948bb7f903174081ad95810d52723f',
  ],
] as const

describe.each(genesisHashes)('the genesis of $name', (network, hash, stateRoot) => {
  it('has the hash and state root of the network', () => {
    const { header } = genesisBlock(network)
    expect(toHexDigits(header.hash)).toBe(hash)
    expect(toHexDigits(header.stateRoot)).toBe(stateRoot)
  })

  it('decodes to the encoded block', () => {
    const block = genesisBlock(network)
    expect(decodeBlock(encodeBlock(block), network)).toEqual(block)
  })

  it('has the Bridge’s coins', () => {
    const account = decodeAccount(genesisState(network).get(accountKey(bridgeAddress))!)
    expect(account).toEqual({ nonce: 0n, balance: 21_000_000n * 10n ** 18n })
  })
})

describe('the state of the genesis', () => {
  it('of mainnet has a root in the new format that differs from the header’s', () => {
    expect(toHexDigits(genesisState(mainnet).hash())).toBe(
      '21de9a922f22eb925cefc6d4c994cb28e9ec36e7a45862105f79e4d97c0babfc',
    )
  })

  it('has contracts’ markers where the network starts with the Unitrie', () => {
    for (const [network, expected] of [
      [mainnet, false],
      [testnet, true],
      [regtest, true],
    ] as const) {
      for (const address of [bridgeAddress, remascAddress]) {
        expect(genesisState(network).has(storageRootKey(accountKey(address)))).toBe(expected)
      }
    }
  })
})

describe('the testnet genesis block', () => {
  it('ends with one zero byte for each field of Bitcoin and two empty lists', () => {
    expect(toHexDigits(encodeBlock(genesisBlock(testnet))).endsWith('800080000000c0c0')).toBe(true)
  })
})
