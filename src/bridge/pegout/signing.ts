import {
  type BitcoinSignature,
  decodeStrictSignature,
  encodeSignature,
  hasLowS,
  verifies,
} from '../../bitcoin/keys/signature.ts'
import {
  type BitcoinTransaction,
  type TransactionInput,
  transactionIdOf,
} from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { legacySignatureHash, segwitSignatureHash } from '../../bitcoin/transactions/signatureHash.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { emptyBytes, equalBytes } from '../../primitives/bytes.ts'
import { outpointValues } from '../cells/pegouts.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'
import { type RedeemScript, recogniseRedeemScript } from '../federation/recogniseRedeemScript.ts'
import { redeemScriptOf, spendingItems, withSpendingItems } from '../federation/spending.ts'

export interface SigningResult {
  readonly transaction: BitcoinTransaction
  /** Whether at least one input received a signature and no signature was refused. */
  readonly isSigned: boolean
}

/** Inserts the signatures of a key, one for every input. If one is wrong, all are refused. */
export function signInputs(
  context: BridgeContext,
  transaction: BitcoinTransaction,
  key: Uint8Array,
  signatures: readonly BitcoinSignature[],
): SigningResult {
  const hashes = signatureHashes(context, transaction)
  const areValid = signatures.every(
    (signature, index) => hasLowS(signature) && verifies(signature, hashes[index]!, key),
  )
  if (!areValid) return { transaction, isSigned: false }
  const inputs = [...transaction.inputs]
  let isSigned = false
  for (const [index, input] of transaction.inputs.entries()) {
    const signed = signInput(input, key, signatures[index]!, hashes[index]!)
    if (signed === 'already-signed') break
    if (signed === 'not-acceptable') return { transaction: { ...transaction, inputs }, isSigned: false }
    inputs[index] = signed
    isSigned = true
  }
  return { transaction: { ...transaction, inputs }, isSigned }
}

/** The hash that each signature signs; for inputs with a witness it covers the stored values (RSKIP305). */
export function signatureHashes({ cells }: BridgeContext, transaction: BitcoinTransaction): Uint8Array[] {
  const { inputs } = transaction
  const isSegwit = inputs.some(({ witness }) => witness.length > 0)
  const values = isSegwit ? cells.load(outpointValues(transactionIdOf(transaction))) : undefined
  return inputs.map((input, index) => {
    const redeemScript = redeemScriptOf(input)
    if (!redeemScript) throw new PrecompileFailure('an input of the peg-out has no redeem script')
    if (input.witness.length === 0) return legacySignatureHash(transaction, index, redeemScript)
    const value = values?.[index]
    if (value === undefined) throw new PrecompileFailure('the value of an input is unknown')
    return segwitSignatureHash(transaction, index, redeemScript, value)
  })
}

function signInput(
  input: TransactionInput,
  key: Uint8Array,
  signature: BitcoinSignature,
  hash: Uint8Array,
): TransactionInput | 'already-signed' | 'not-acceptable' {
  const redeemScript = redeemScriptOf(input)!
  const { keys } = recogniseRedeemScript(redeemScript)
  const items = spendingItems(input)
  // The first item is the additional one that OP_CHECKMULTISIG pops, the last one the redeem script.
  const places = items.slice(1, -1)
  const present = places.filter((item) => item.length > 0)
  const signers = present.map((item) => keys.findIndex((candidate) => isSignedBy(item, hash, candidate)))
  const own = keys.findIndex((candidate) => equalBytes(candidate, key))
  if (own >= 0 && signers.includes(own)) return 'already-signed'
  if (own < 0) return 'not-acceptable'
  const place = insertionPlace(signers, own)
  if (place === undefined) return 'not-acceptable'
  if (present.length === places.length) throw new PrecompileFailure('all places for signatures are taken')
  const filled = present.toSpliced(place, 0, encodeSignature(signature))
  const empty = new Array<Uint8Array>(places.length - filled.length).fill(emptyBytes)
  return withSpendingItems(input, [items[0]!, ...filled, ...empty, items.at(-1)!])
}

function isSignedBy(item: Uint8Array, hash: Uint8Array, key: Uint8Array): boolean {
  const signature = decodeStrictSignature(item)
  return signature !== undefined && verifies(signature, hash, key)
}

/** Signatures are in the order of their keys. Undefined when a signature before the place belongs to no key. */
function insertionPlace(signers: readonly number[], own: number): number | undefined {
  const place = signers.findIndex((signer) => signer < 0 || signer > own)
  if (place < 0) return signers.length
  return signers[place]! < 0 ? undefined : place
}

/** Whether every input has all signatures that its script requires. */
export const isFullySigned = ({ inputs }: BitcoinTransaction): boolean => inputs.every(isSignedInput)

function isSignedInput(input: TransactionInput): boolean {
  const redeemScript = redeemScriptOf(input)
  if (!redeemScript) return false
  const tail = hasBranchItem(input, recogniseRedeemScript(redeemScript)) ? 2 : 1
  return spendingItems(input)
    .slice(1, -tail)
    .every((item) => item.length > 0)
}

/** Whether the last item before the script selects between the federation and the emergency keys. */
const hasBranchItem = ({ witness }: TransactionInput, { hasEmergencyKeys }: RedeemScript): boolean =>
  witness.length > 0 || hasEmergencyKeys
