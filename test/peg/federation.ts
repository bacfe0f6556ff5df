import { secp256k1 } from '@noble/curves/secp256k1.js'
import { crypto, payments, script, Transaction } from 'bitcoinjs-lib'
import { getBytes, keccak256, toUtf8Bytes } from 'ethers'

/** Somebody with a key on Bitcoin, which is the hash of a name. */
export interface BitcoinKey {
  readonly privateKey: Uint8Array
  readonly publicKey: Uint8Array
}

export function bitcoinKey(name: string): BitcoinKey {
  const privateKey = getBytes(keccak256(toUtf8Bytes(name)))
  return { privateKey, publicKey: secp256k1.getPublicKey(privateKey, true) }
}

const redeemScriptOf = (transaction: Transaction, index: number): Uint8Array =>
  transaction.ins[index]!.witness.at(-1)!

const hashOf = (transaction: Transaction, index: number, value: bigint): Uint8Array =>
  transaction.hashForWitnessV0(index, redeemScriptOf(transaction, index), value, Transaction.SIGHASH_ALL)

/** The signatures of a key for all inputs, in DER. */
export const signaturesOf = (
  key: BitcoinKey,
  transaction: Transaction,
  values: readonly bigint[],
): Uint8Array[] =>
  transaction.ins.map((_, index) =>
    secp256k1.sign(hashOf(transaction, index, values[index]!), key.privateKey, {
      prehash: false,
      format: 'der',
    }),
  )

/**
 * Whether Bitcoin would accept the input as a spending of an output with this script, by the rules of BIP-16,
 * BIP-141 and OP_CHECKMULTISIG in the first branch of the federation's script: why not, or undefined.
 */
export function obstacleTo(
  transaction: Transaction,
  index: number,
  spent: { readonly script: Uint8Array; readonly value: bigint },
): string | undefined {
  const redeem = redeemScriptOf(transaction, index)
  const wrapped = payments.p2sh({ redeem: payments.p2wsh({ redeem: { output: redeem } }) })
  const { script: ownScript, witness } = transaction.ins[index]!
  if (!equal(wrapped.output, spent.script)) return 'the script has another hash'
  if (!equal(script.compile([wrapped.redeem!.output!]), ownScript)) return 'the input shows another program'

  const { required, keys } = firstBranch(redeem)
  const [dummy, ...items] = witness.slice(0, -1)
  const branch = items.pop()
  if (dummy?.length !== 0 || branch?.length !== 0) return 'the first branch is not chosen'
  if (items.length !== required) return `there are ${items.length} signatures`
  const hash = hashOf(transaction, index, spent.value)
  let next = 0
  for (const item of items) {
    const { signature, hashType } = script.signature.decode(item)
    if (hashType !== Transaction.SIGHASH_ALL) return 'a signature does not cover everything'
    while (next < keys.length && !secp256k1.verify(signature, hash, keys[next]!, { prehash: false })) next++
    if (next++ === keys.length) return 'a signature is wrong or out of order'
  }
  return undefined
}

const equal = (a: Uint8Array | undefined, b: Uint8Array): boolean =>
  a !== undefined && Buffer.compare(a, b) === 0

/** The multisignature between OP_NOTIF and OP_ELSE, behind the terms of a fast peg-in if there are any. */
function firstBranch(redeem: Uint8Array): { required: number; keys: Uint8Array[] } {
  const chunks = script.decompile(redeem)!
  const start = chunks.indexOf(script.OPS.OP_NOTIF!) + 1
  const [required, ...rest] = chunks.slice(start, chunks.indexOf(script.OPS.OP_ELSE!))
  const keys = rest.filter((chunk) => typeof chunk !== 'number')
  return { required: Number(required) - script.OPS.OP_1! + 1, keys }
}

/** Somebody's payment from an output that nobody knows, which the Bridge takes for theirs by its key. */
export function paymentBy(
  { publicKey }: BitcoinKey,
  outputs: readonly { readonly script: Uint8Array; readonly value: bigint }[],
): Transaction {
  const payment = new Transaction()
  const signature = Buffer.concat([Buffer.from('3006020101020101', 'hex'), Uint8Array.of(1)])
  payment.addInput(
    crypto.hash256(publicKey),
    outputs.length,
    undefined,
    script.compile([signature, publicKey]),
  )
  for (const output of outputs) payment.addOutput(output.script, output.value)
  return payment
}
