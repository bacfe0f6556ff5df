import { hash160 } from '../../bitcoin/keys/hash160.ts'
import {
  accountOf,
  decodePublicKey,
  isCompressed,
  tryToDecodePublicKey,
} from '../../bitcoin/keys/publicKey.ts'
import type { BitcoinAddress } from '../../bitcoin/scripts/address.ts'
import { witnessProgram } from '../../bitcoin/scripts/outputScripts.ts'
import { op, opcode, push } from '../../bitcoin/scripts/script.ts'
import { type Chunk, parseScript } from '../../bitcoin/scripts/scriptChunks.ts'
import type { BitcoinTransaction, TransactionInput } from '../../bitcoin/transactions/transaction.ts'
import type { Address } from '../../primitives/bytes.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { isMultisig } from '../federation/recogniseRedeemScript.ts'

/** Who pegs in, as far as the first input shows it. */
export type PeginSender =
  | {
      readonly kind: 'public-key' | 'witness-public-key'
      readonly address: BitcoinAddress
      /** The account that belongs to the same key. */
      readonly account: Address
    }
  | { readonly kind: 'multisig' | 'witness-multisig'; readonly address: BitcoinAddress }

/** Undefined when the input is of no known kind; some broken inputs make it fail with `DecodeError`. */
export function peginSender({ inputs }: BitcoinTransaction): PeginSender | undefined {
  const input = inputs[0]!
  const chunks = parseScript(input.script)
  return (
    publicKeySender(chunks) ??
    witnessPublicKeySender(input, chunks) ??
    multisigSender(chunks) ??
    witnessMultisigSender(input, chunks)
  )
}

/** A signature and the key. */
function publicKeySender(chunks: readonly Chunk[]): PeginSender | undefined {
  const data = chunks.length === 2 ? chunks[1]!.data : undefined
  const key = data && tryToDecodePublicKey(data)
  if (!key) return undefined
  const address: BitcoinAddress = { kind: 'public-key-hash', hash: hash160(key.bytes) }
  return { kind: 'public-key', address, account: accountOf(key) }
}

/** The same in a witness; the key must be compressed there. */
function witnessPublicKeySender(
  { witness }: TransactionInput,
  chunks: readonly Chunk[],
): PeginSender | undefined {
  if (chunks.length !== 1 || witness.length !== 2) return undefined
  const key = decodePublicKey(witness[1]!)
  if (!isCompressed(key)) return undefined
  const program = concatBytes(op(opcode.zero), push(hash160(key.bytes)))
  return { kind: 'witness-public-key', address: scriptAddress(program), account: accountOf(key) }
}

function multisigSender(chunks: readonly Chunk[]): PeginSender | undefined {
  if (chunks.length < 3) return undefined
  const script = chunks.at(-1)!.data
  if (!script) throw new DecodeError('peg-in', 'has an opcode where a redeem script belongs')
  return isReadableMultisig(script) ? { kind: 'multisig', address: scriptAddress(script) } : undefined
}

function witnessMultisigSender(
  { witness }: TransactionInput,
  chunks: readonly Chunk[],
): PeginSender | undefined {
  if (chunks.length !== 1 || witness.length < 3) return undefined
  const script = witness.at(-1)!
  if (!isReadableMultisig(script)) return undefined
  return { kind: 'witness-multisig', address: scriptAddress(witnessProgram(script)) }
}

/** Unlike a script that is no multisignature, one that does not parse is not forgiven. */
function isReadableMultisig(script: Uint8Array): boolean {
  parseScript(script)
  return isMultisig(script)
}

const scriptAddress = (script: Uint8Array): BitcoinAddress => ({
  kind: 'script-hash',
  hash: hash160(script),
})
