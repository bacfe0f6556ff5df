import { type Address, asAddress } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { iterationsProblem, type KeyDerivation, scryptProblem } from './keyDerivation.ts'

/** A private key encrypted with a passphrase: version 3 of the Web3 Secret Storage Definition. */
export interface Keystore {
  /** A UUID that is independent of the key. */
  readonly id: string
  /** Optional in the definition. */
  readonly address: Address | undefined
  readonly derivation: KeyDerivation
  /** The initial counter of AES-128 in counter mode. */
  readonly initialVector: Uint8Array
  readonly ciphertext: Uint8Array
  /** Verifies the passphrase. */
  readonly mac: Uint8Array
}

/** A keystore that has the address of its account. */
export interface AccountKeystore extends Keystore {
  readonly address: Address
}

export const namesAccount = (keystore: Keystore): keystore is AccountKeystore =>
  keystore.address !== undefined

/* The text of a keystore file: hex without a prefix, names of the Web3 Secret Storage Definition. */

const version = 3
const derivedLength = 32
const cipher = 'aes-128-ctr'
const pseudorandomFunction = 'hmac-sha256'
const maximumSaltLength = 1024

export function encodeKeystore(keystore: Keystore): string {
  const { id, address, derivation, initialVector, ciphertext, mac } = keystore
  return JSON.stringify({
    ...(address && { address: toHexDigits(address) }),
    crypto: {
      cipher,
      ciphertext: toHexDigits(ciphertext),
      cipherparams: { iv: toHexDigits(initialVector) },
      kdf: derivation.kdf,
      kdfparams: derivationParameters(derivation),
      mac: toHexDigits(mac),
    },
    id,
    version,
  })
}

function derivationParameters(derivation: KeyDerivation): Record<string, string | number> {
  const shared = { dklen: derivedLength, salt: toHexDigits(derivation.salt) }
  return derivation.kdf === 'scrypt'
    ? { ...shared, ...derivation.cost }
    : { ...shared, c: derivation.iterations, prf: pseudorandomFunction }
}

export function decodeKeystore(text: string, where = 'keystore'): Keystore {
  const file = new JsonObject(parse(text, where), where)
  if (file.integer('version') !== version) {
    throw new DecodeError(file.path('version'), `is not ${version}, the only one that can be read`)
  }
  const crypto = file.object('crypto')
  crypto.choice('cipher', [cipher])
  return {
    id: file.has('id') ? file.text('id') : '',
    address: file.has('address') ? asAddress(file.bytes('address', 20)) : undefined,
    derivation: readDerivation(crypto),
    initialVector: crypto.object('cipherparams').bytes('iv', 16),
    ciphertext: crypto.bytes('ciphertext', 1, 32),
    mac: crypto.bytes('mac', 32),
  }
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DecodeError(where, 'is not JSON')
  }
}

function readDerivation(crypto: JsonObject): KeyDerivation {
  const kdf = crypto.choice('kdf', ['scrypt', 'pbkdf2'])
  const parameters = crypto.object('kdfparams')
  if (parameters.integer('dklen') < derivedLength) {
    throw new DecodeError(parameters.path('dklen'), `is less than ${derivedLength}`)
  }
  const salt = parameters.bytes('salt', 0, maximumSaltLength)
  return kdf === 'scrypt' ? readScrypt(crypto, parameters, salt) : readPbkdf2(crypto, parameters, salt)
}

function readScrypt(crypto: JsonObject, parameters: JsonObject, salt: Uint8Array): KeyDerivation {
  const cost = { n: parameters.integer('n'), r: parameters.integer('r'), p: parameters.integer('p') }
  refuse(crypto, scryptProblem(cost))
  return { kdf: 'scrypt', cost, salt }
}

function readPbkdf2(crypto: JsonObject, parameters: JsonObject, salt: Uint8Array): KeyDerivation {
  parameters.choice('prf', [pseudorandomFunction])
  const iterations = parameters.integer('c')
  refuse(crypto, iterationsProblem(iterations))
  return { kdf: 'pbkdf2', iterations, salt }
}

function refuse(crypto: JsonObject, problem: string | undefined): void {
  if (problem !== undefined) throw new DecodeError(crypto.path('kdfparams'), problem)
}

/** Reads the members of a JSON object from outside; each error names the member. */
class JsonObject {
  readonly #members: Map<string, unknown>
  readonly #where: string

  constructor(value: unknown, where: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new DecodeError(where, 'is not an object')
    }
    this.#members = new Map(Object.entries(value))
    this.#where = where
  }

  has(name: string): boolean {
    return this.#members.has(name)
  }

  /** The name of a member in an error. */
  path(name: string): string {
    return `${this.#where}.${name}`
  }

  object(name: string): JsonObject {
    return new JsonObject(this.#members.get(name), this.path(name))
  }

  text(name: string): string {
    const value = this.#members.get(name)
    if (typeof value !== 'string') throw new DecodeError(this.path(name), 'is not a string')
    return value
  }

  /** Text that must be one of the choices. */
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const value = this.text(name)
    const choice = choices.find((each) => each === value)
    if (choice === undefined) throw new DecodeError(this.path(name), `is not ${choices.join(' or ')}`)
    return choice
  }

  /** A whole number from 0 to 2^53 - 1. */
  integer(name: string): number {
    const value = this.#members.get(name)
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
      throw new DecodeError(this.path(name), 'is not a whole number')
    }
    return value
  }

  bytes(name: string, minimumLength: number, maximumLength = minimumLength): Uint8Array {
    const bytes = fromHex(this.text(name), this.path(name))
    if (bytes.length < minimumLength || bytes.length > maximumLength) {
      throw new DecodeError(this.path(name), `has ${bytes.length} bytes`)
    }
    return bytes
  }
}
