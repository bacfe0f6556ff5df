import { sha256 } from '../../crypto/sha256.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { hash160 } from '../keys/publicKey.ts'
import { op, opcode, push } from './script.ts'
import { type Chunk, isDataPush, parseScript } from './scriptChunks.ts'

/*
 * Scripts of outputs that pay to the hash of a public key or of a script (BIP-16), with or without a witness (BIP-141).
 */

const hashLength = 20
const payToScriptHashLength = 23

export const payToScriptHash = (hash: Uint8Array): Uint8Array =>
  concatBytes(op(opcode.hash160), push(hash), op(opcode.equal))

export const payToPublicKeyHash = (hash: Uint8Array): Uint8Array =>
  concatBytes(op(opcode.duplicate, opcode.hash160), push(hash), op(opcode.equalVerify, opcode.checkSignature))

/** The program that commits to a script in the witness. */
export const witnessProgram = (script: Uint8Array): Uint8Array =>
  concatBytes(op(opcode.zero), push(sha256(script)))

export const payToScript = (script: Uint8Array): Uint8Array => payToScriptHash(hash160(script))

export const payToWitnessScript = (script: Uint8Array): Uint8Array => payToScript(witnessProgram(script))

/** The script hash that the output pays to; undefined for other outputs. */
export function paidScriptHash(script: Uint8Array): Uint8Array | undefined {
  const isScriptHash =
    script.length === payToScriptHashLength &&
    script[0] === opcode.hash160 &&
    script[1] === hashLength &&
    script[payToScriptHashLength - 1] === opcode.equal
  return isScriptHash ? script.subarray(2, 2 + hashLength) : undefined
}

/**
 * The public key hash that the output pays to; undefined for other outputs. Throws `DecodeError` for an opcode in the
 * place of the hash, where the reference node fails.
 */
export function paidPublicKeyHash(chunks: readonly Chunk[]): Uint8Array | undefined {
  const [first, second, third, fourth, fifth] = chunks
  if (chunks.length !== 5 || first?.opcode !== opcode.duplicate || second?.opcode !== opcode.hash160) {
    return undefined
  }
  if (!third?.data) throw new DecodeError('script', 'has an opcode in the place of the key hash')
  const isPublicKeyHash =
    third.data.length === hashLength &&
    fourth?.opcode === opcode.equalVerify &&
    fifth?.opcode === opcode.checkSignature
  return isPublicKeyHash ? third.data : undefined
}

/** Whether the output pays to a public key itself, not to its hash. */
export const paysPublicKey = ([key, check, ...rest]: readonly Chunk[]): boolean =>
  rest.length === 0 &&
  check?.opcode === opcode.checkSignature &&
  key !== undefined &&
  isDataPush(key) &&
  key.data!.length > 1

/** The hash of the key or script that the output pays to. Throws `DecodeError` for all other outputs. */
export function paidHash(script: Uint8Array): Uint8Array {
  const chunks = parseScript(script)
  const hash = paidPublicKeyHash(chunks) ?? paidScriptHash(script)
  if (!hash) throw new DecodeError('script', 'pays neither to a public key hash nor to a script hash')
  return hash
}

/** A version and a program of 2 to 40 bytes (BIP-141). */
export interface WitnessProgram {
  readonly version: number
  readonly program: Uint8Array
}

const minimumLength = 4
const maximumLength = 42

/** The witness program that a script consists of; undefined for other scripts. */
export function witnessProgramOf(script: Uint8Array): WitnessProgram | undefined {
  const [code = 0, length] = script
  const isVersion = code === opcode.zero || (code >= opcode.one && code <= opcode.sixteen)
  if (
    !isVersion ||
    script.length < minimumLength ||
    script.length > maximumLength ||
    length !== script.length - 2
  ) {
    return undefined
  }
  return { version: code === opcode.zero ? 0 : code - opcode.one + 1, program: script.subarray(2) }
}

export const witnessProgramScript = ({ version, program }: WitnessProgram): Uint8Array =>
  concatBytes(op(version === 0 ? opcode.zero : opcode.one + version - 1), push(program))
