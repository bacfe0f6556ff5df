import { toHex } from '../../../primitives/hex.ts'
import { after, type Later } from '../../../primitives/work/later.ts'
import type { Transaction } from '../../../protocol/transactions/transaction.ts'
import { tooManyParameters } from '../../errors/errors.ts'
import type { Result } from '../../json/result.ts'
import * as schema from '../../json/schema.ts'
import { defineAction } from '../../method/method.ts'
import type { ActionContext } from '../../method/rpcContext.ts'
import { data } from '../../params/data.ts'
import { required } from '../../params/parameter.ts'
import { receiptSchema } from '../../shapes/receiptShape.ts'
import { untilMined, waitParameter } from '../../submission/receiptWait.ts'
import { decodeSubmission, submit } from '../../submission/submission.ts'
import { ethGetTransactionReceipt } from './getTransactionReceipt.ts'

export const ethSendRawTransaction = defineAction({
  name: 'eth_sendRawTransaction',
  summary: 'Submits a signed transaction and answers its hash.',
  params: [required('transaction', data)],
  result: schema.hash,
  cost: 10,
  effect: 'submits-signed',
  bound: 'transaction',
  upstream: 'trusted',
  access: 'everyone',
  handler: ([bytes], context) => submit(decodeSubmission(bytes, context.node), context),
})

const params = [required('transaction', data), waitParameter] as const

/** The transaction in parameters that are not checked yet; throws for an invalid one. */
export const rawTransactionOf = (values: readonly unknown[]): Uint8Array => params[0].decode(values[0], 0)

/** The waiting time in parameters that are not checked yet; throws for an invalid one. */
export function waitOf(values: readonly unknown[]): number {
  if (values.length > params.length) throw tooManyParameters(values.length, params.length)
  return params[1].decode(values[1], 1)
}

/** The receipt of a submitted transaction as soon as a block holds it: it may be long, so a read writes it. */
export const minedReceipt = (
  { hash }: Pick<Transaction, 'hash'>,
  timeoutMs: number,
  { node: { chain }, call }: Pick<ActionContext, 'node' | 'call'>,
): Later<Result> =>
  after(untilMined(hash, timeoutMs, chain), () => call.ask(ethGetTransactionReceipt, [toHex(hash)]))

export const ethSendRawTransactionSync = defineAction({
  name: 'eth_sendRawTransactionSync',
  summary:
    'Submits a signed transaction and answers its receipt as soon as a block holds it (EIP-7966); after the given milliseconds, 15 seconds by default, an error with the hash.',
  params,
  result: receiptSchema,
  cost: 15,
  effect: 'submits-and-waits',
  bound: 'transaction',
  upstream: 'never',
  access: 'everyone',
  isLong: true,
  handler([bytes, timeoutMs], context) {
    const transaction = decodeSubmission(bytes, context.node)
    submit(transaction, context)
    return minedReceipt(transaction, timeoutMs, context)
  },
})
