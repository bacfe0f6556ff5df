import { secp256k1 } from '@noble/curves/secp256k1.js'
import { crypto, payments, script, Transaction } from 'bitcoinjs-lib'
import { getBytes, keccak256, toUtf8Bytes } from 'ethers'

/** A Bitcoin key pair; the private key is the Keccak-256 of a name. */
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

/** Signatures of all inputs with one key, in DER. */
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
 * Why Bitcoin rejects an input that spends this output, by BIP-16, BIP-141 and OP_CHECKMULTISIG in the first branch of the
 * federation's script; undefined when it accepts the input.
 */
export function rejectionOf(
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

/** The multisignature between OP_NOTIF and OP_ELSE; a flyover script has its derivation hash before it. */
function firstBranch(redeem: Uint8Array): { required: number; keys: Uint8Array[] } {
  const chunks = script.decompile(redeem)!
  const start = chunks.indexOf(script.OPS.OP_NOTIF!) + 1
  const [required, ...rest] = chunks.slice(start, chunks.indexOf(script.OPS.OP_ELSE!))
  const keys = rest.filter((chunk) => typeof chunk !== 'number')
  return { required: Number(required) - script.OPS.OP_1! + 1, keys }
}

/** A payment whose only input shows the key, by which the Bridge identifies the sender. The spent output does not exist. */
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
