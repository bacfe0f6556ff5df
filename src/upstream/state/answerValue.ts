import { DecodeError } from '../../primitives/errors.ts'
import type { UpstreamAnswer, UpstreamCall } from '../endpoint/jsonAnswers.ts'
import { UpstreamError, type UpstreamProblem } from '../endpoint/upstreamError.ts'

/** Nodes say in many ways that they lack a block, or its state. */
const isUnknownBlock = /block.*not found|unknown block|header not found|block not found/i
const isMissingState = /missing trie node|prun|state.*(not|unavail|miss)|archive|history/i

/** The result of a call; throws an `UpstreamError` that names the method for an error. */
export function resultOf(answer: UpstreamAnswer, { method }: UpstreamCall, shown: string): unknown {
  if (answer.error === undefined) return answer.result
  const { message, code } = answer.error
  throw new UpstreamError(
    problemOf(message),
    `the endpoint ${shown} answers ${method} with error ${code}: ${message}`,
  )
}

function problemOf(message: string): UpstreamProblem {
  if (isMissingState.test(message)) return 'missing-state'
  return isUnknownBlock.test(message) ? 'reorganised' : 'refused'
}

/** Runs a decoder of an endpoint's values, whose errors become those of the endpoint. */
export function decoded<Value>(shown: string, decode: () => Value): Value {
  try {
    return decode()
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw new UpstreamError('malformed', `the endpoint ${shown} gives a wrong value: ${error.message}`)
  }
}
