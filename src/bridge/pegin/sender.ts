import {
  accountOf,
  type BitcoinPublicKey,
  decodePublicKey,
  hash160,
  isCompressed,
  tryToDecodePublicKey,
} from '../../bitcoin/keys/publicKey.ts'
import type { BitcoinAddress } from '../../bitcoin/scripts/address.ts'
import { witnessProgram } from '../../bitcoin/scripts/outputScripts.ts'
import { op, opcode, push } from '../../bitcoin/scripts/script.ts'
import { type Chunk, parseScript } from '../../bitcoin/scripts/scriptChunks.ts'
import type { BitcoinTransaction, TransactionInput } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { type Address, concatBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { isMultisig } from '../federation/recogniseRedeemScript.ts'

/** The sender of a peg-in, derived from the first input. */
export type PeginSender =
  | {
      readonly kind: 'public-key' | 'witness-public-key'
      readonly address: BitcoinAddress
      /** The Rootstock account of the same key. */
      readonly account: Address
    }
  | { readonly kind: 'multisig' | 'witness-multisig'; readonly address: BitcoinAddress }

/** Undefined for an unknown kind of input. Throws `DecodeError` for some malformed inputs. */
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

/** The input pushes a signature and the key. */
function publicKeySender(chunks: readonly Chunk[]): PeginSender | undefined {
  const data = chunks.length === 2 ? chunks[1]!.data : undefined
  const key = data && tryToDecodePublicKey(data)
  if (!key) return undefined
  const address: BitcoinAddress = { kind: 'public-key-hash', hash: hash160(hashedForm(key)) }
  return { kind: 'public-key', address, account: accountOf(key) }
}

/** A hybrid key (06, 07) is hashed in its uncompressed form (04), not as it stands in the script. */
const hashedForm = (key: BitcoinPublicKey): Uint8Array =>
  isCompressed(key) ? key.bytes : (key.point ?? key.bytes)

/** The witness contains a signature and the key, which must be compressed. */
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
  if (!script) throw new DecodeError('peg-in', 'has an opcode in the place of the redeem script')
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

/** False for a script that is not a multisignature; throws `ScriptError` for one that does not parse. */
function isReadableMultisig(script: Uint8Array): boolean {
  parseScript(script)
  return isMultisig(script)
}

const scriptAddress = (script: Uint8Array): BitcoinAddress => ({
  kind: 'script-hash',
  hash: hash160(script),
})
