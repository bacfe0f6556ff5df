import { senderIsNull } from '../../../errors/errors.ts'
import type { RpcContext } from '../../../method/context.ts'
import type { CallObject } from '../../../params/callObject.ts'
import { expectWallet, submit, unsignedTransaction } from '../../../submission/submission.ts'
import { completed } from './completion.ts'
import { impersonated } from './impersonated.ts'

/** Submits a transaction that an account of the wallet signs, or that an impersonated account sends; returns its hash. */
export function sendCall(call: CallObject, context: RpcContext): string {
  const { node } = context
  const wallet = expectWallet(node)
  if (call.from === undefined) throw senderIsNull()
  const whole = completed(call, context)
  // An account of the wallet signs, so that its transactions are Rootstock's.
  const isImpersonated = !wallet.has(call.from) && node.development?.impersonation.covers(call.from) === true
  if (isImpersonated) return submit(impersonated(whole, call.from, node), context)
  return submit(wallet.signTransaction(call.from, unsignedTransaction(whole, call.from, node)), context)
}
