import { bech32, bech32m } from '@scure/base'
import {
  type AddressVersions,
  addressHashLength,
  decodeAddress,
  publicKeyHashAddress,
  scriptHashAddress,
  scriptOfAddress,
} from './address.ts'
import {
  paidScriptHash,
  type WitnessProgram,
  witnessProgramOf,
  witnessProgramScript,
} from './outputScripts.ts'
import { opcode } from './script.ts'

/* Bitcoin addresses of all kinds, including those of witness programs (BIP-173, BIP-350). */

export interface ReceiverVersions extends AddressVersions {
  /** The first part of addresses of witness programs. */
  readonly witnessPrefix: string
}

const publicKeyHashLength = 25

/** The script of outputs that pay to an address; undefined for other text. */
export function scriptOfReceiver(text: string, versions: ReceiverVersions): Uint8Array | undefined {
  const program = decodeWitnessAddress(text, versions)
  if (program) return witnessProgramScript(program)
  const address = decodeAddress(text, versions)
  return address && scriptOfAddress(address)
}

function decodeWitnessAddress(text: string, { witnessPrefix }: ReceiverVersions): WitnessProgram | undefined {
  const original = bech32.decodeUnsafe(text)
  const decoded = original ?? bech32m.decodeUnsafe(text)
  const [version, ...groups] = decoded?.words ?? []
  if (decoded?.prefix !== witnessPrefix || version === undefined || version > 16) return undefined
  if ((original !== undefined) !== (version === 0)) return undefined
  const program = bech32.fromWordsUnsafe(groups)
  if (!program || program.length < 2 || program.length > 40) return undefined
  if (version === 0 && program.length !== 20 && program.length !== 32) return undefined
  return { version, program }
}

/** The address of an output's script; undefined for scripts without an address. */
export function receiverOf(script: Uint8Array, versions: ReceiverVersions): string | undefined {
  const scriptHash = paidScriptHash(script)
  if (scriptHash) return scriptHashAddress(scriptHash, versions)
  const keyHash = paidKeyHash(script)
  if (keyHash) return publicKeyHashAddress(keyHash, versions)
  const program = witnessProgramOf(script)
  if (!program) return undefined
  if (program.version === 0 && program.program.length !== 20 && program.program.length !== 32)
    return undefined
  const codec = program.version === 0 ? bech32 : bech32m
  return codec.encode(versions.witnessPrefix, [program.version, ...codec.toWords(program.program)])
}

/** The public key hash that the exact script pays to; undefined for other scripts. */
export function paidKeyHash(script: Uint8Array): Uint8Array | undefined {
  const isKeyHash =
    script.length === publicKeyHashLength &&
    script[0] === opcode.duplicate &&
    script[1] === opcode.hash160 &&
    script[2] === addressHashLength &&
    script[23] === opcode.equalVerify &&
    script[24] === opcode.checkSignature
  return isKeyHash ? script.subarray(3, 23) : undefined
}
