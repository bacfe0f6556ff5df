import { describe, expect, it, vi } from 'vitest'
import { uncompressPublicKey } from '../../crypto/secp256k1.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { decodeArguments, selectorOf } from '../abi/method.ts'
import { arrayOf, bytes, string } from '../abi/types.ts'
import { contextAfter, listBlocks, transactionCall } from '../nativeWorld.cases.ts'
import { hdWalletUtilsContract } from './hdWalletUtilsContract.ts'

const contract = hdWalletUtilsContract(contextAfter(listBlocks(1)))
const run = (input: Uint8Array): Uint8Array => contract.run(input, transactionCall())

describe('toBase58Check', () => {
  const inputOf = (hash: Uint8Array, version: bigint): Uint8Array =>
    concatBytes(
      selectorOf('toBase58Check(bytes,int256)'),
      wordBytes(64n),
      wordBytes(version),
      bytes.encode(hash),
    )
  const addressOf = (hash: string, version: bigint): string =>
    decodeArguments<[string]>([string], run(inputOf(fromHex(hash), version)))[0]

  it.each([
    [
      'the first block’s reward',
      '62e907b15cbf27d5425399ebf6f0fb50ebb88f18',
      0n,
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    ],
    [
      'mainnet’s genesis federation',
      '51f103320b435b5fe417b3f3e0f18972ccc710a0',
      5n,
      '39AHNvUmzaYgewA8yCtBtNsfRz7QD7ZJYi',
    ],
    ['twenty zero bytes', '00'.repeat(20), 0n, '1111111111111111111114oLvT2'],
  ])('writes the address of %s', (_whose, hash, version, address) => {
    expect(contract.gas(inputOf(fromHex(hash), version))).toBe(13_000)
    expect(addressOf(hash, version)).toBe(address)
  })

  it.each([
    ['19 bytes', 19, 0n],
    ['21 bytes', 21, 0n],
    ['version -1', 20, -1n],
    ['version 256', 20, 256n],
  ])('refuses %s', (_what, length, version) => {
    expect(() => run(inputOf(new Uint8Array(length), version))).toThrow(PrecompileFailure)
  })
})

/** Extended keys of BIP-32's test vectors 1 and 2. */
const vector1 = {
  hardened0:
    'xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw',
  child1:
    'xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ',
  hardened2:
    'xpub6D4BDPcP2GT577Vvch3R8wDkScZWzQzMMUm3PWbmWvVJrZwQY4VUNgqFJPMM3No2dFDFGTsxxpG5uJh7n7epu4trkrX7x7DogT5Uv6fcLW5',
  grandchild:
    'xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW6cFJodrTHy',
}
const vector2 = {
  master:
    'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB',
  child0:
    'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
  publicKey: '03cbcaa9c98c877a26977d00825c956a238e8dddfbd322cce4f74b0b5bd6ace4a7',
  privateMaster:
    'xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6ssrdK4PFmM8NSpSBHNqPqm55Qn3LqFtT2emdEXVYsCzC2U',
}
const testnetKey =
  'tpubD6NzVbkrYhZ4YHQqwWz3Tm1ESZ9AidobeyLG4mEezB6hN8gFFWrcjczyF77Lw3HEs6Rjd2R11BEJ8Y9ptfxx9DFknkdujp58mFMx9H5dc1r'

describe('deriveExtendedPublicKey', () => {
  function inputOf(key: string, path: string): Uint8Array {
    const first = string.encode(key)
    return concatBytes(
      selectorOf('deriveExtendedPublicKey(string,string)'),
      wordBytes(64n),
      wordBytes(64n + BigInt(first.length)),
      first,
      string.encode(path),
    )
  }
  const derive = (key: string, path: string): string =>
    decodeArguments<[string]>([string], run(inputOf(key, path)))[0]

  it.each([
    [vector1.hardened0, '1', vector1.child1],
    [vector1.hardened2, '2/1000000000', vector1.grandchild],
    [vector2.master, '0', vector2.child0],
    [
      testnetKey,
      '2/3/4',
      'tpubDCGMkPKredy7oh6zw8f4ExWFdTgQCrAHToF1ytny3gbVy9GkUNK2Nqh7NbKbh8dkd5VtjUiLJPkbEkeg29NVHwxYwzHJFt9SazGLZrrU4Y4',
    ],
    [
      testnetKey,
      '2147483647',
      'tpubD8fY35uPCY1rUjMUZwhkGUFi33pwkffMEBaCsTSw1he2AbM6DMbPaRR2guvk5qTWDfE9ubFB5pzuUNnMtsqbCeKAAjfepSvEWyetyF9Q4fG',
    ],
  ])('derives the known descendants: %s by %s', (key, path, descendant) => {
    expect(contract.gas(inputOf(key, path))).toBe(107_000)
    expect(derive(key, path)).toBe(descendant)
  })

  it.each(['0/+1', '0/001', '0/١', '0/１'])('reads the path %s as 0/1', (path) => {
    expect(derive(vector2.master, path)).toBe(derive(vector2.master, '0/1'))
  })

  it('reads -0 inside a path as 0', () => {
    expect(derive(vector2.master, '1/-0/1')).toBe(derive(vector2.master, '1/0/1'))
  })

  it.each([
    '',
    '/0',
    '0/',
    '0//1',
    'M/0',
    "0'",
    '-1',
    '0/-1/0',
    '+0',
    '0/+/0',
    ' 0',
    '2147483648',
    '0/1/2/3/4/5/6/7/8/9/10',
    '𝟎',
  ])('refuses the path "%s"', (path) => {
    expect(() => derive(vector2.master, path)).toThrow(PrecompileFailure)
  })

  it.each(['0', '٠', '０'])('reads any number of %s before the number of a level', (zero) => {
    expect(derive(vector2.master, `${zero.repeat(5_000)}0/${zero.repeat(5_000)}1`)).toBe(
      derive(vector2.master, '0/1'),
    )
  })

  it('refuses a path with malformed UTF-8, even at its end', () => {
    const input = inputOf(vector2.master, '0/1')
    input[input.indexOf(0x2f, input.length - 32) + 1] = 0xff
    expect(() => run(input)).toThrow(PrecompileFailure)
  })

  it('derives ten levels', () => {
    expect(derive(vector2.master, '0/1/2/3/4/5/6/7/8/9')).toBe(
      derive(derive(vector2.master, '0/1/2/3/4'), '5/6/7/8/9'),
    )
  })

  it.each([
    ['empty text', ''],
    ['a wrong checksum', vector2.master.replace(/B$/, 'C')],
    ['a private key', vector2.privateMaster],
    ['a wrong character', vector2.master.replace('xpub661', 'xpub66l0')],
    ['a longer text', vector2.master + vector2.master],
  ])('refuses %s as a key', (_what, key) => {
    expect(() => derive(key, '0')).toThrow(PrecompileFailure)
  })
})

describe('extractPublicKeyFromExtendedPublicKey', () => {
  const inputOf = (key: string): Uint8Array =>
    concatBytes(
      selectorOf('extractPublicKeyFromExtendedPublicKey(string)'),
      wordBytes(32n),
      string.encode(key),
    )

  it('returns the compressed key', () => {
    const input = inputOf(vector2.master)
    expect(contract.gas(input)).toBe(11_300)
    const [key] = decodeArguments<[Uint8Array]>([bytes], run(input))
    expect(toHexDigits(key)).toBe(vector2.publicKey)
  })

  it('refuses other text', () => {
    expect(() => run(inputOf('xpub'))).toThrow(PrecompileFailure)
    expect(() => run(inputOf(vector2.master + vector2.master))).toThrow(PrecompileFailure)
    expect(() => run(inputOf(`${vector2.master}\u{1f600}`.repeat(100)))).toThrow(PrecompileFailure)
  })

  it('decodes a long text only as far as needed to refuse it', () => {
    const input = inputOf('\u{1f600}'.repeat(10_000))
    const decode = vi.spyOn(TextDecoder.prototype, 'decode')
    try {
      expect(() => run(input)).toThrow(PrecompileFailure)
      const decoded = decode.mock.calls.map(([bytes]) => bytes!.byteLength)
      expect(Math.max(0, ...decoded)).toBeLessThan(400)
    } finally {
      decode.mockRestore()
    }
  })
})

describe('getMultisigScriptHash', () => {
  const inputOf = (required: bigint, keys: readonly Uint8Array[]): Uint8Array =>
    concatBytes(
      selectorOf('getMultisigScriptHash(int256,bytes[])'),
      wordBytes(required),
      wordBytes(64n),
      arrayOf(bytes).encode(keys),
    )
  const hashOf = (required: bigint, keys: readonly Uint8Array[]): string =>
    toHexDigits(decodeArguments<[Uint8Array]>([bytes], run(inputOf(required, keys)))[0])

  /** The keys of mainnet's first federation, one after the other. */
  const federatorKeys = fromHex(
    [
      '03b53899c390573471ba30e5054f78376c5f797fda26dde7a760789f02908cbad2027319afb15481dbeb3c426bcc37f9a30',
      'e7f51ceff586936d85548d9395bcc23440355a2e9bf100c00fc0a214afd1bf272647c7824eb9cb055480962f0c382596a70',
      '02566d5ded7c7db1aa7ee4ef6f76989fb42527fcfdcddcd447d6793b7d869e46f70294c817150f78607566e961b3c71df53',
      'a22022a80acbb982f83c0c8baac040adc0372cd46831f3b6afd4c044d160b7667e8ebf659d6cb51a825a3104df6ee0638c6',
      '0340df69f28d69eef60845da7d81ff60a9060d4da35c767f017b0dd4e20448fb4402ac1901b6fba2c1dbd47d894d2bd76c8',
      'ba1d296d65f6ab47f1c6b22afb53e73eb031aabbeb9b27258f98c2bf21f36677ae7bae09eb2d8c958ef41a20a6e88626d26',
      '0245ef34f5ee218005c9c21227133e8568a4f3f11aeab919c66ff7b816ae1ffeea02550cc87fa9061162b1dd395a1666252',
      '9c9d8094c0feca17905a3244713d65fe802481f02b7140acbf3fcdd9f72cf9a7d9484d8125e6df7c9451cfa55ba3b077265',
      '03f909ae15558c70cc751aff9b1f495199c325b13a9e5b934fd6299cd30ec50be802c6018fcbd3e89f3cf9c7f48b3232ea3',
      '638eb8bf217e59ee290f5f0cfb2fb925903b65694ccccda83cbb1e56b31308acd08e993114c33f66a456b627c2c1c68bed6',
    ].join(''),
  )
  const federators = Array.from({ length: 15 }, (_, index) =>
    federatorKeys.subarray(33 * index, 33 * index + 33),
  )
  const federationHash = '51f103320b435b5fe417b3f3e0f18972ccc710a0'
  const two = federators.slice(0, 2)

  it('hashes the 8-of-15 script of mainnet’s genesis federation', () => {
    expect(hashOf(8n, federators)).toBe(federationHash)
  })

  it('does not depend on the order or form of the keys', () => {
    const mixed = federators
      .map((key, index) => (index % 2 === 0 ? uncompressPublicKey(key)! : key))
      .reverse()
    expect(hashOf(8n, mixed)).toBe(federationHash)
  })

  it('accepts hybrid keys whose parity is right', () => {
    const hybrid = uncompressPublicKey(two[0]!)!.slice()
    hybrid[0] = 0x06 + (hybrid[64]! & 1)
    expect(hashOf(1n, [hybrid, two[1]!])).toBe(hashOf(1n, two))
    hybrid[0] ^= 1
    expect(() => hashOf(1n, [hybrid, two[1]!])).toThrow(PrecompileFailure)
  })

  it('charges for every key beyond the second', () => {
    expect(contract.gas(inputOf(1n, []))).toBe(20_000)
    expect(contract.gas(inputOf(1n, two))).toBe(20_000)
    expect(contract.gas(inputOf(1n, federators))).toBe(20_000 + 13 * 700)
  })

  it('costs nothing if any key is malformed, whatever the available gas, which the caller gets back', () => {
    const input = inputOf(1n, federators)
    const malformed = input.slice()
    // The offset of the last key, after the selector, two arguments and the length of the list.
    malformed.fill(0x7f, 4 + 32 * (3 + 14), 4 + 32 * (3 + 15))
    for (const available of [0, 1, 19_999, 1_000_000]) {
      expect(contract.gas(malformed, 'call', available)).toBe(0)
    }
    for (const available of [0, 1, 19_999, 20_000]) {
      expect(contract.gas(input, 'call', available)).toBeGreaterThan(available)
    }
    expect(contract.gas(input, 'call', 1_000_000)).toBe(20_000 + 13 * 700)
    expect(() => contract.run(malformed, transactionCall())).toThrow(PrecompileFailure)
  })

  it('does not decode keys that the gas cannot pay for', () => {
    const input = inputOf(1n, new Array<Uint8Array>(1_000).fill(federators[0]!))
    const price = 20_000 + 998 * 700
    const subarray = vi.spyOn(Uint8Array.prototype, 'subarray')
    try {
      expect(contract.gas(input, 'call', price - 1)).toBe(price)
      expect(subarray.mock.calls.length).toBeLessThan(10)
    } finally {
      subarray.mockRestore()
    }
  })

  it.each<[string, bigint, readonly Uint8Array[]]>([
    ['no signatures', 0n, two],
    ['a negative number of signatures', -1n, two],
    ['more signatures than keys', 3n, two],
    ['a number of signatures beyond 32 bits', 2n ** 32n + 1n, two],
    ['one key', 1n, two.slice(0, 1)],
    ['sixteen keys', 1n, [...federators, two[0]!]],
    ['a short key', 1n, [two[0]!, new Uint8Array(32)]],
    ['a key off the curve', 1n, [two[0]!, new Uint8Array(33).fill(5)]],
  ])('refuses %s', (_what, required, keys) => {
    expect(() => hashOf(required, keys)).toThrow(PrecompileFailure)
  })
})
