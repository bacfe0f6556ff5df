import type { Chain } from '../../../chain/chain.ts'
import type { Hash } from '../../../primitives/bytes.ts'
import { toHex } from '../../../primitives/hex.ts'
import { invalidWait, receiptNotYet, tooManyParameters } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { data } from '../../params/data.ts'
import { type Codec, optional, required } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { type ReceiptShape, receiptSchema, receiptShape } from '../../shapes/receiptShape.ts'
import { decodeSubmission, submit } from '../../submission/submission.ts'

/** About half of the time between two blocks; a client that waits longer asks for the receipt instead. */
const defaultWaitMs = 15_000
/** Every wait keeps a listener and an open answer. */
const maximumWaitMs = 60_000

const waitMs: Codec<number> = {
  schema: schema.quantity,
  decode(value) {
    const wait = quantity.decode(value)
    if (wait < 1n || wait > BigInt(maximumWaitMs)) throw invalidWait(maximumWaitMs)
    return Number(wait)
  },
}

const params = [required('transaction', data), optional('timeoutMs', waitMs, defaultWaitMs)] as const

/** How long a call waits whose parameters are not checked yet; throws for one that is not valid. */
export function waitOf(values: readonly unknown[]): number {
  if (values.length > params.length) throw tooManyParameters(values.length, params.length)
  return params[1].decode(values[1], 1)
}

/** The receipt, or undefined while the transaction is in no block. */
function findReceipt(hash: Hash, chain: Chain): ReceiptShape | undefined {
  const found = chain.transaction(hash)
  return found && receiptShape(found.block, found.index)
}

/** Resolves when a block holds the transaction; throws when the time is over before. */
function awaitReceipt(hash: Hash, timeoutMs: number, chain: Chain): Promise<ReceiptShape> {
  return new Promise((resolve, reject) => {
    const stopListening = chain.on('block', () => {
      const receipt = findReceipt(hash, chain)
      if (receipt === undefined) return
      clearTimeout(timer)
      stopListening()
      resolve(receipt)
    })
    const timer = setTimeout(() => {
      stopListening()
      reject(receiptNotYet(timeoutMs, toHex(hash)))
    }, timeoutMs)
    timer.unref()
  })
}

export const ethSendRawTransactionSync = defineMethod({
  name: 'eth_sendRawTransactionSync',
  summary:
    'Submits a signed transaction and answers its receipt as soon as a block holds it (EIP-7966); after the given milliseconds, 15 seconds by default, an error with the hash.',
  params,
  result: receiptSchema,
  cost: 15,
  effect: 'submits-signed',
  upstream: 'never',
  access: 'everyone',
  isLong: true,
  handler([bytes, timeoutMs], context) {
    const { chain } = context.node
    const transaction = decodeSubmission(bytes, context.settings.development)
    submit(transaction, context)
    return findReceipt(transaction.hash, chain) ?? awaitReceipt(transaction.hash, timeoutMs, chain)
  },
})
