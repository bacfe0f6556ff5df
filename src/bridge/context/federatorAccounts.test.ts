import { describe, expect, it } from 'vitest'
import { compressPublicKey } from '../../bitcoin/keys/publicKey.ts'
import { addressOf, publicKeyOf } from '../../crypto/secp256k1.ts'
import { cellKey } from '../../native/cellKey.ts'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { unsignedBytes, wordBytes } from '../../primitives/integers.ts'
import { encodeRlp, type RlpValue } from '../../primitives/rlp/encode.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import { mainnet, regtest, testnet } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import type { State } from '../../state/state.ts'
import { federatorAccounts } from './federatorAccounts.ts'

interface Options {
  readonly network?: Network
  readonly state?: State
  readonly height?: number
  readonly now?: number
}

const addresses = ({
  network = regtest,
  state = emptyState(),
  height = 1000,
  now = 100,
}: Options): string[] =>
  federatorAccounts({ network, state, rules: rulesAt(network, height) }, now).map(toHexDigits)

const keyOf = (secret: bigint): Uint8Array => compressPublicKey(publicKeyOf(wordBytes(secret)))!
const accountOf = (secret: bigint): string => toHexDigits(addressOf(publicKeyOf(wordBytes(secret))))

function store(state: State, name: string, creationBlock: number, members: readonly RlpValue[]): void {
  const content = encodeRlp([unsignedBytes(1_600_000_000_000), unsignedBytes(creationBlock), members])
  state.setStorage(bridgeAddress, cellKey(name), content)
}

const storeVersion = (state: State, name: string): void =>
  state.setStorage(bridgeAddress, cellKey(`${name}FormatVersion`), fromHex('8203e8'))

describe('the genesis federation is paid while the Bridge stores no other', () => {
  it('on regtest', () => {
    expect(addresses({})).toEqual([
      '6b045752f4d650a510a353bbf7e52988331e7f5b',
      '85845342b0d5260d516d6da5280a7df9a96d1925',
      '138161cda86b55c0de1bc3a0adef974633c85fbe',
    ])
  })

  it('on testnet', () => {
    expect(addresses({ network: testnet })).toEqual([
      '4495768e683423a4299d6a7f02a0689a6ff5a0a4',
      '0345174501d5f6fc7926377b63317c4ad7215905',
      '13bcf2c2342b6eaa24119f9690aca0d718f384ff',
      '9a3bfdea2245738dd5f25453d13742350a4f1c6e',
    ])
  })

  it('on mainnet', () => {
    expect(addresses({ network: mainnet })).toEqual([
      '1888fa870b97a4845a6a1f7eee4ebb507dbe0967',
      '530aad5be57e9be2084881b1d84f2a30e896ae36',
      '0474f314fef5373fd2afaafdcd7a8bdec1ab4309',
      '2c40fc683ee04c1b918635005ae7c89e1eb7b1f1',
      '1e01385c6d522583575f60fee384f30405ffae01',
      '304660d1beeb0918b7b3f7657d8418686cb578b1',
      'e4945372d758650275e23fa90f754d0f67fa66e2',
      'abb1d944a0dc0ead5a36b31087bd1fc31726e674',
      '32c865f2dbf36ce6f4cfcb624b559ef98b33a2d1',
      'f006f6202e0c29ef2e3b1532d2307427864ed77a',
      'ee877101e4e5758930222e6605cbd0a19e8ad981',
      '67af698c927ae574fb43d45a50522c207f81100f',
      '0a1d7f3c50dae072b019eff0f306ae1613b56b3c',
      '571dde4b32017efaad8dc0c9fa9b748096c036a2',
      'f74b7e0d5bdd14eaedf725bb1549ce14abeb71dd',
    ])
  })
})

describe('a federation in the Bridge', () => {
  it('is paid at once when there is no older one', () => {
    const state = emptyState()
    store(state, 'newFederation', 500, [keyOf(1n)])
    expect(addresses({ state, now: 500 })).toEqual([accountOf(1n)])
  })

  it.each([
    [mainnet, 3_000_000, 18_500],
    [mainnet, 5_468_000, 40_320],
    [mainnet, 8_000_000, 40_320],
    [testnet, 3_000_000, 60],
    [testnet, 4_015_800, 120],
    [testnet, 6_110_487, 2400],
    [regtest, 1000, 150],
  ])('takes over from the older one at its activation age: $name at %i', (network, height, age) => {
    const state = emptyState()
    store(state, 'newFederation', 500, [keyOf(1n)])
    store(state, 'oldFederation', 1, [keyOf(2n)])
    expect(addresses({ network, state, height, now: 500 + age - 1 })).toEqual([accountOf(2n)])
    expect(addresses({ network, state, height, now: 500 + age })).toEqual([accountOf(1n)])
  })

  it('has members with three keys in the versioned format, paid by the second from RSKIP415 on', () => {
    const state = emptyState()
    const members = [
      [keyOf(1n), keyOf(3n), keyOf(5n)],
      [keyOf(2n), keyOf(4n), keyOf(6n)],
    ]
    store(
      state,
      'newFederation',
      500,
      members.map((keys) => encodeRlp(keys)),
    )
    storeVersion(state, 'newFederation')
    // The order of the Bitcoin keys: the key of secret 1 is 0279be…, that of secret 2 is 02c604….
    expect(addresses({ network: mainnet, state, height: 6_223_700 })).toEqual([accountOf(3n), accountOf(4n)])
    expect(addresses({ network: mainnet, state, height: 6_223_699 })).toEqual([accountOf(1n), accountOf(2n)])
  })
})
