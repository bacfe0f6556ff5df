import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { emptyKeccak, emptyTrieRoot, keccak256 } from '../crypto/keccak256.ts'
import { addressOf, publicKeyOf } from '../crypto/secp256k1.ts'
import { asciiBytes, emptyBytes, leftPad } from '../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../primitives/hex.ts'
import { unsignedBytes } from '../primitives/integers.ts'
import { encodeRlp } from '../primitives/rlp/encode.ts'
import { signedCoinBytes } from '../primitives/rlp/values.ts'
import { accountKey, storageCellKey, storageRootKey, storageRootMarker } from './keys.ts'
import { orchidHash } from './orchid.ts'
import { prove } from './proof.ts'
import { Trie } from './trie.ts'

/* Roots of real block headers, recomputed from the accounts and cells of those states. */

const ether = 10n ** 18n
const bridge = address('01000006')
const bridgeAccount = account(0, 21_000_000n * ether)
const remasc = address('01000008')

function address(digits: string): Uint8Array {
  return fromHex(digits.padStart(40, '0'))
}

function account(nonce: number, balance: bigint): Uint8Array {
  return encodeRlp([unsignedBytes(nonce), signedCoinBytes(balance)])
}

/** Native contracts have accounts with the storage marker from the genesis on. */
function withNativeContracts(trie: Trie, addresses: readonly string[]): Trie {
  return addresses.map(address).reduce((state, native) => {
    const key = accountKey(native)
    const existing = state.has(key) ? state : state.put(key, account(0, 0n))
    return existing.put(storageRootKey(key), storageRootMarker)
  }, trie)
}

const bridgeOnly = Trie.empty().put(accountKey(bridge), bridgeAccount)
const testnetNatives = ['01', '02', '03', '04', '05', '01000006', '01000008', '01000009', '01000010']
const testnetGenesis = withNativeContracts(bridgeOnly, testnetNatives)
const root = (trie: Trie): string => toHexDigits(trie.hash())

describe('state roots', () => {
  it('of the empty trie', () => {
    expect(root(Trie.empty())).toBe('56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421')
  })

  it('of the mainnet genesis', () => {
    expect(root(bridgeOnly)).toBe('21de9a922f22eb925cefc6d4c994cb28e9ec36e7a45862105f79e4d97c0babfc')
  })

  it('of the testnet genesis', () => {
    expect(root(testnetGenesis)).toBe('45bce5168430c42b3d568331753f900a32457b4f3748697cbd8375ff4da72641')
  })

  it('of the regtest genesis', () => {
    const seeds = ['cow', ...Array.from({ length: 9 }, (_, index) => `cow${index + 1}`)]
    const funded = seeds.map((seed) => addressOf(publicKeyOf(keccak256(asciiBytes(seed)))))
    const accounts = funded.reduce(
      (trie, owner) => trie.put(accountKey(owner), account(0, 10n ** 12n * ether)),
      bridgeOnly,
    )
    const natives = [...testnetNatives, '06', '07', '08', '09', '01000011', '01000016', '01000017']
    expect(root(withNativeContracts(accounts, natives))).toBe(
      '9c13f6bf26a9d1b13b708b5da083cb8f4e948bb7f903174081ad95810d52723f',
    )
  })

  // Each block only increases the REMASC sender's nonce; the first also writes REMASC's empty list of siblings.
  it.each([
    [1, '2e03cbe3db74f3296c6e0d25be37df392dae68b33b667536e2c6379a70dee772'],
    [2, 'fb3ed9da59f2349f996bbcbb667b66257a5ae27b292cf7695dc4cf2b6d6b230b'],
    [3, 'cb694600670b9ea518c8b0d2c7ea391727663e98729e1badcd8a064b4814e982'],
  ])('of testnet block %d', (number, expected) => {
    const siblings = storageCellKey(accountKey(remasc), leftPad(asciiBytes('siblings'), 32))
    const state = testnetGenesis
      .put(siblings, Uint8Array.of(0xc0))
      .put(accountKey(Uint8Array.of(0)), account(number, 0n))
    expect(root(state)).toBe(expected)
  })
})

describe('roots in the format before RSKIP126', () => {
  it('include the state root in the mainnet genesis header', () => {
    const value = encodeRlp([emptyBytes, signedCoinBytes(21_000_000n * ether), emptyTrieRoot, emptyKeccak])
    const accounts = Trie.empty().put(keccak256(bridge), value)
    expect(toHexDigits(orchidHash(accounts, { secure: true }))).toBe(
      '9fa70f12726ac738640a86754741bb3f5680520ccc7e6ae9d95ace566a67fe01',
    )
  })

  it('include the transaction root of mainnet block 729024, whose only transaction is that of REMASC', () => {
    const zero = Uint8Array.of(0)
    const [value, data, v, r, s] = Array.from({ length: 5 }, () => emptyBytes)
    const transaction = encodeRlp([unsignedBytes(729_023), zero, zero, remasc, value!, data!, v!, r!, s!])
    const transactions = Trie.empty().put(encodeRlp(emptyBytes), transaction)
    expect(toHexDigits(orchidHash(transactions, { secure: false }))).toBe(
      '59dcb4081ee7ca8a7d53532fbcdcba82b631f3e1489efde55c82a93b06c1aaac',
    )
  })

  it('are the same for the empty trie', () => {
    expect(orchidHash(Trie.empty(), { secure: false })).toEqual(emptyTrieRoot)
  })
})

type RecordedBlock = {
  readonly block: { readonly receiptsRoot: string }
  readonly receipts: readonly { readonly raw: string }[]
}

describe('receipts', () => {
  it('of 33 recorded blocks have the roots in their headers', () => {
    const file = new URL('../../test/fixtures/vectors/regtest-33-blocks.json', import.meta.url)
    const blocks: readonly RecordedBlock[] = JSON.parse(readFileSync(file, 'utf8'))
    expect(blocks.length).toBe(33)
    for (const { block, receipts } of blocks) {
      const trie = receipts.reduce(
        (made, { raw }, index) => made.put(encodeRlp(unsignedBytes(index)), fromHex(raw)),
        Trie.empty(),
      )
      expect(`0x${root(trie)}`).toBe(block.receiptsRoot)
    }
  })

  it('of a single transfer have the proof of the reference node', () => {
    const receipt = fromHex(`f9010c01825208b90100${'00'.repeat(256)}c082520801`)
    const receipts = Trie.empty().put(Uint8Array.of(0x80), receipt)
    expect(prove(receipts, Uint8Array.of(0x80)).map(toHexDigits)).toEqual([
      '70078048ee76b19fc451dba9dbee8b3e73084f79ea540d3940b3b36b128e8024e9302500010f',
    ])
  })
})
