import type { AnswerContext } from '../../rpc/envelope/answerContext.ts'
import type { AccessEntry } from '../log/accessLog.ts'
import type { Billing } from '../requests/billing.ts'

/** The context of one message whose requests are logged: several are answered at once, each with a line of its own. */
export const loggedMessage = (
  connection: AnswerContext,
  entry: AccessEntry,
  billing: Pick<Billing, 'unitsOf'>,
): AnswerContext => ({
  get client() {
    return connection.client
  },
  limits: connection.limits,
  get isGone() {
    return connection.isGone
  },
  get exhausted() {
    return connection.exhausted
  },
  whenGone: (callBack) => connection.whenGone(callBack),
  hold: (length) => connection.hold(length),
  measured(call) {
    connection.measured(call)
    entry.called(billing.unitsOf(call), call.work.bytes, call.errorCode)
  },
})
