import { asAddress } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { JsonObject } from './jsonObject.ts'
import { iterationsProblem, type KeyDerivation, scryptProblem } from './keyDerivation.ts'
import type { Keystore } from './keystore.ts'

/* The text of a keystore file: hex without a prefix, names of the Web3 Secret Storage Definition. */

const version = 3
const derivedLength = 32
const cipher = 'aes-128-ctr'
const pseudorandomFunction = 'hmac-sha256'
const longestSalt = 1024

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
  const salt = parameters.bytes('salt', 0, longestSalt)
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
