import { hash160 } from '../../bitcoin/keys/publicKey.ts'
import { type BitcoinAddress, decodeAddress } from '../../bitcoin/scripts/address.ts'
import { op, opcode, push } from '../../bitcoin/scripts/script.ts'
import {
  type BitcoinTransaction,
  decodeTransaction,
  encodeTransaction,
  unsignedInput,
} from '../../bitcoin/transactions/bitcoinTransaction.ts'
import type { BridgeContext } from '../../bridge/context/bridgeContext.ts'
import { liveFederations } from '../../bridge/context/currentFederations.ts'
import { paymentScript } from '../../bridge/federation/redeemScript.ts'
import { peginSender } from '../../bridge/pegin/sender.ts'
import { type Address, asciiBytes, concatBytes, equalBytes } from '../../primitives/bytes.ts'
import type { BitcoinBackend, Payment } from '../bitcoin/bitcoinBackend.ts'
import { signTransaction } from '../bitcoin/wallet/signing.ts'
import { walletKey } from '../bitcoin/wallet/walletKey.ts'
import { compressedKeyOf } from '../federation/namedKeys.ts'
import { PegRefusal } from '../federation/pegChain.ts'

export interface PegInRequest {
  readonly satoshis: bigint
  /** The account or contract that receives the RBTC, named in the transaction (RSKIP170). */
  readonly to?: Address | undefined
  /** The private key of an account that pays on Bitcoin with the same key, and receives the RBTC if `to` is not given. */
  readonly payer?: Uint8Array | undefined
  /** Where a refund goes; by default to the sender. */
  readonly refundAddress?: string | undefined
}

export interface PegInPayment {
  /** The Bitcoin transaction's, in printed order. */
  readonly id: Uint8Array
  /** Undefined when the sender has no account on Rootstock. */
  readonly receiver: Address | undefined
}

/** Pays to the federation from the wallet, or from an account's own key, which the wallet funds first. */
export async function payFederation(
  context: BridgeContext,
  bitcoin: BitcoinBackend,
  { satoshis, to, payer, refundAddress }: PegInRequest,
): Promise<PegInPayment> {
  if (to !== undefined && !context.rules.rskip170) {
    throw new PegRefusal('a peg-in can name its receiver from the upgrade iris300 on')
  }
  if (to === undefined && refundAddress !== undefined) {
    throw new PegRefusal('a refund address is part of the instructions: name the receiver with `to`')
  }
  const script = paymentScript(liveFederations(context).active, context)
  const outputs: Required<Pick<Payment, 'script' | 'satoshis'>>[] = [{ script, satoshis }]
  if (to !== undefined) outputs.push({ script: instructions(context, to, refundAddress), satoshis: 0n })
  const id =
    payer === undefined ? await bitcoin.pay(outputs, 'legacy') : await payWithKey(bitcoin, outputs, payer)
  return { id, receiver: to ?? (await accountOfSender(bitcoin, id)) }
}

/** OP_RETURN with the mark, version 1, the receiver and, if there is one, kind and hash of the refund address. */
function instructions(context: BridgeContext, to: Address, refundAddress: string | undefined): Uint8Array {
  const refund = refundAddress === undefined ? [] : refundBytes(context, refundAddress)
  const content = concatBytes(asciiBytes('RSKT'), Uint8Array.of(1), to, ...refund)
  return concatBytes(op(opcode.return), push(content))
}

function refundBytes({ constants }: BridgeContext, text: string): Uint8Array[] {
  const address = decodeAddress(text, constants.bitcoin)
  if (!address) throw new PegRefusal(`${text} is not a base58 address of regtest`)
  return [Uint8Array.of(address.kind === 'script-hash' ? 2 : 1), address.hash]
}

/** Satoshis for a transaction with one input and three outputs: several times the minimum for relaying. */
const ownFee = 2_000n

async function payWithKey(
  bitcoin: BitcoinBackend,
  outputs: readonly Required<Pick<Payment, 'script' | 'satoshis'>>[],
  privateKey: Uint8Array,
): Promise<Uint8Array> {
  const key = walletKey(privateKey, 'legacy')
  const total = outputs.reduce((sum, { satoshis }) => sum + satoshis, ownFee)
  const fundingId = await bitcoin.pay([{ script: key.script, satoshis: total }])
  const funding = decodeTransaction((await bitcoin.transaction(fundingId))!.raw)
  const outputIndex = funding.outputs.findIndex(({ script }) => equalBytes(script, key.script))
  const unsigned: BitcoinTransaction = {
    version: 2,
    inputs: [unsignedInput({ transactionId: fundingId, outputIndex })],
    outputs: outputs.map(({ script, satoshis }) => ({ script, value: satoshis })),
    lockTime: 0,
  }
  const signed = signTransaction(unsigned, [funding.outputs[outputIndex]], () => key)
  return bitcoin.broadcast(encodeTransaction(signed))
}

async function accountOfSender(bitcoin: BitcoinBackend, id: Uint8Array): Promise<Address | undefined> {
  const found = await bitcoin.transaction(id)
  const sender = found && peginSender(decodeTransaction(found.raw))
  return sender && 'account' in sender ? sender.account : undefined
}

/** The address on Bitcoin to which a peg-out of the key's account pays. */
export const ownAddress = (key: Uint8Array): BitcoinAddress => ({
  kind: 'public-key-hash',
  hash: hash160(compressedKeyOf(key)),
})
