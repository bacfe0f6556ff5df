import { groupOrder } from '../crypto/secp256k1/curve.ts'
import { publicKeyOf } from '../crypto/secp256k1.ts'
import { hmacSha512, stretchWithSha512 } from '../platform/hashes.ts'
import { asciiBytes, concatBytes } from '../primitives/bytes.ts'
import { toBigInt, wordBytes } from '../primitives/integers.ts'
import { WalletError } from './walletError.ts'

const hardenedOffset = 0x8000_0000
const maximumIndex = hardenedOffset - 1
/** BIP44 has five steps; more are accepted, but not arbitrarily many. */
const maximumSteps = 10

/** The child numbers of a path such as `m/44'/137'/0'/0` (BIP32). */
export function parseDerivationPath(text: string): number[] {
  const [root, ...steps] = text.trim().split('/')
  if (root !== 'm') throw invalidPath(text, 'it starts with m/')
  const named = steps.at(-1) === '' ? steps.slice(0, -1) : steps
  if (named.length > maximumSteps) throw invalidPath(text, `it has at most ${maximumSteps} steps`)
  return named.map((step) => {
    const match = /^(\d{1,10})('|h)?$/i.exec(step)
    const index = Number(match?.[1])
    if (match === null || index > maximumIndex) throw invalidPath(text, `${step.slice(0, 20)} is not a step`)
    return match[2] === undefined ? index : index + hardenedOffset
  })
}

const isHardened = (childNumber: number): boolean => childNumber >= hardenedOffset

const invalidPath = (text: string, rule: string): WalletError =>
  new WalletError('invalid-path', `the derivation path ${text.slice(0, 60)} is invalid: ${rule}`)

/** BIP39: the seed of a mnemonic takes this many rounds of PBKDF2. */
const seedRounds = 2048
const seedLength = 64
/** The lengths that BIP39 allows. */
const wordCounts: ReadonlySet<number> = new Set([12, 15, 18, 21, 24])

/** A private key with the code that its children are derived with (BIP32). */
interface ExtendedKey {
  readonly key: Uint8Array
  readonly chainCode: Uint8Array
}

/**
 * The private keys `path/0`, `path/1` … of a mnemonic (BIP39, BIP32). The words are not compared with the word list,
 * because development chains are used with phrases of every kind.
 */
export function derivedKeys(mnemonic: string, path: string, count: number): Uint8Array[] {
  const parent = parseDerivationPath(path).reduce((key, step) => child(key, step), masterKey(mnemonic))
  const publicKey = compressed(publicKeyOf(parent.key))
  return Array.from({ length: count }, (_, index) => child(parent, index, publicKey).key)
}

function masterKey(mnemonic: string): ExtendedKey {
  const words = mnemonic.normalize('NFKD').trim().split(/\s+/)
  if (!wordCounts.has(words.length)) {
    throw new WalletError(
      'invalid-mnemonic',
      `the mnemonic has ${words.length} words instead of 12, 15, 18, 21 or 24`,
    )
  }
  const seed = stretchWithSha512(words.join(' '), 'mnemonic', seedRounds, seedLength)
  return divided(hmacSha512(asciiBytes('Bitcoin seed'), seed))
}

/** Hardened children are derived from the private key, others from the public key. */
function child({ key, chainCode }: ExtendedKey, childNumber: number, publicKey?: Uint8Array): ExtendedKey {
  const own = isHardened(childNumber)
    ? concatBytes(Uint8Array.of(0), key)
    : (publicKey ?? compressed(publicKeyOf(key)))
  const { key: tweak, chainCode: next } = divided(
    hmacSha512(chainCode, concatBytes(own, fourBytes(childNumber))),
  )
  const sum = (toBigInt(tweak) + toBigInt(key)) % groupOrder
  return { key: wordBytes(sum), chainCode: next }
}

const divided = (bytes: Uint8Array): ExtendedKey => ({
  key: bytes.subarray(0, 32),
  chainCode: bytes.subarray(32),
})

const compressed = (publicKey: Uint8Array): Uint8Array =>
  concatBytes(Uint8Array.of(publicKey[64]! % 2 === 0 ? 2 : 3), publicKey.subarray(1, 33))

function fourBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}
