import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asAddress } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import type { KeyDerivation } from './keyDerivation.ts'
import { decodeKeystore, encodeKeystore, type Keystore } from './keystoreJson.ts'
import { definitionKeystore, publishedKeystores, standardKeystore } from './publishedKeystores.cases.ts'

const bytes = (minLength: number, maxLength = minLength) => fc.uint8Array({ minLength, maxLength })

const derivations: fc.Arbitrary<KeyDerivation> = fc.oneof(
  fc.record({
    kdf: fc.constant('scrypt' as const),
    cost: fc.record({ n: fc.constantFrom(2, 1024, 262_144), r: fc.constant(8), p: fc.constantFrom(1, 2) }),
    salt: bytes(0, 64),
  }),
  fc.record({
    kdf: fc.constant('pbkdf2' as const),
    iterations: fc.integer({ min: 1, max: 10_000_000 }),
    salt: bytes(0, 64),
  }),
)

const keystores: fc.Arbitrary<Keystore> = fc.record({
  id: fc.uuid(),
  address: fc.option(bytes(20).map(asAddress), { nil: undefined }),
  derivation: derivations,
  initialVector: bytes(16),
  ciphertext: bytes(1, 32),
  mac: bytes(32),
})

/** The published keystore with some members of its scrypt parameters changed. */
const scryptWith = (parameters: object): string => {
  const { crypto, ...file } = standardKeystore
  return JSON.stringify({ ...file, crypto: { ...crypto, kdfparams: { ...crypto.kdfparams, ...parameters } } })
}

const cryptoWith = (members: object): string =>
  JSON.stringify({ ...standardKeystore, crypto: { ...standardKeystore.crypto, ...members } })

describe('the text of a keystore', () => {
  it('contains every field', () => {
    fc.assert(
      fc.property(keystores, (keystore) => {
        expect(decodeKeystore(encodeKeystore(keystore))).toEqual(keystore)
      }),
    )
  })

  it.each(publishedKeystores)('is that of the keystore published by $origin', ({ keystore }) => {
    expect(JSON.parse(encodeKeystore(decodeKeystore(JSON.stringify(keystore))))).toEqual(keystore)
  })

  it.each([
    ['that is not JSON', 'plain text', 'keystore: is not JSON'],
    ['that is an array', '[]', 'keystore: is not an object'],
    ['that is null', 'null', 'keystore: is not an object'],
    ['without a version', '{}', 'keystore.version: is not a whole number'],
    [
      'of another version',
      JSON.stringify({ ...standardKeystore, version: 1 }),
      'keystore.version: is not 3, the only one that can be read',
    ],
    ['without its main part', '{"version":3}', 'keystore.crypto: is not an object'],
    [
      'with another cipher',
      cryptoWith({ cipher: 'aes-128-cbc' }),
      'keystore.crypto.cipher: is not aes-128-ctr',
    ],
    ['with another derivation', cryptoWith({ kdf: 'md5' }), 'keystore.crypto.kdf: is not scrypt or pbkdf2'],
    ['with a short check sum', cryptoWith({ mac: '00' }), 'keystore.crypto.mac: has 1 bytes'],
    [
      'with a long key',
      cryptoWith({ ciphertext: '00'.repeat(33) }),
      'keystore.crypto.ciphertext: has 33 bytes',
    ],
    [
      'with a short derived key',
      scryptWith({ dklen: 16 }),
      'keystore.crypto.kdfparams.dklen: is less than 32',
    ],
    ['with a number as text', scryptWith({ n: '2' }), 'keystore.crypto.kdfparams.n: is not a whole number'],
    ['with a fraction', scryptWith({ n: 2.5 }), 'keystore.crypto.kdfparams.n: is not a whole number'],
    [
      'that would fill the memory',
      scryptWith({ n: 2 ** 40 }),
      'keystore.crypto.kdfparams: asks for too much work (n 1099511627776, r 8, p 1)',
    ],
    [
      'that would fill the memory through r',
      scryptWith({ n: 2, r: 2 ** 21 }),
      'keystore.crypto.kdfparams: asks for too much work (n 2, r 2097152, p 1)',
    ],
    [
      'that would take too long',
      scryptWith({ p: 1000 }),
      'keystore.crypto.kdfparams: asks for too much work (n 262144, r 8, p 1000)',
    ],
    [
      'with an n that is not a power of two',
      scryptWith({ n: 1000 }),
      'keystore.crypto.kdfparams: has an n that is not a power of two (1000)',
    ],
    [
      'with an n that scrypt does not allow',
      scryptWith({ r: 1, p: 8 }),
      'keystore.crypto.kdfparams: has an n that is too large for r (n 262144, r 1)',
    ],
    [
      'with a zero parameter',
      scryptWith({ p: 0 }),
      'keystore.crypto.kdfparams: has a parameter that is too small',
    ],
    [
      'with too many rounds',
      cryptoWith({ kdf: 'pbkdf2', kdfparams: { ...definitionKeystore.crypto.kdfparams, c: 1e9 } }),
      'keystore.crypto.kdfparams: asks for too many iterations (1000000000)',
    ],
    [
      'without rounds',
      cryptoWith({ kdf: 'pbkdf2', kdfparams: { ...definitionKeystore.crypto.kdfparams, c: 0 } }),
      'keystore.crypto.kdfparams: has no iterations',
    ],
  ])('is refused if it is one %s', (_, text, message) => {
    const [where, ...problem] = message.split(': ')
    expect(() => decodeKeystore(text)).toThrow(new DecodeError(where!, problem.join(': ')))
  })

  it('is either read or refused with a `DecodeError` after any change of a member', () => {
    const paths = [
      ['version'],
      ['id'],
      ['address'],
      ['crypto'],
      ...Object.keys(standardKeystore.crypto).map((name) => ['crypto', name]),
      ...Object.keys(standardKeystore.crypto.kdfparams).map((name) => ['crypto', 'kdfparams', name]),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
        expectKeystoreOrRefusal(JSON.stringify(replaced(standardKeystore, path, value)))
      }),
      { numRuns: 500 },
    )
  })

  it('is either read or refused with a `DecodeError` if it is truncated or arbitrary text', () => {
    const text = JSON.stringify(standardKeystore)
    fc.assert(
      fc.property(
        fc.oneof(
          fc.nat(text.length).map((end) => text.slice(0, end)),
          fc.string(),
          fc.json(),
        ),
        (input) => {
          expectKeystoreOrRefusal(input)
        },
      ),
    )
  })
})

function replaced(whole: object, [name, ...rest]: string[], value: unknown): object {
  const inner: unknown = new Map(Object.entries(whole)).get(name!)
  return {
    ...whole,
    [name!]:
      rest.length > 0 && typeof inner === 'object' && inner !== null ? replaced(inner, rest, value) : value,
  }
}

function expectKeystoreOrRefusal(text: string): void {
  try {
    expect(decodeKeystore(text).mac).toHaveLength(32)
  } catch (error) {
    expect(error).toBeInstanceOf(DecodeError)
  }
}
