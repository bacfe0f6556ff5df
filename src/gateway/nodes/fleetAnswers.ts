import { beforeOutcome } from '../../remote/nodeAnswer.ts'
import { NodeFailure } from '../../remote/nodeFailure.ts'
import type { AnswerCheck } from '../../remote/remoteExchange.ts'
import { isLastReply, type ReplyHeaders } from '../../remote/transport.ts'

/** An answer ends with a brace, a batch of answers with a bracket. */
const [closingBrace, closingBracket] = [0x7d, 0x5d]

/** Answers have status 200 and come from a node that recognises the gateway. */
export const fleetAnswers: AnswerCheck = {
  ofHead(status, headers, head) {
    if (status !== 200) return refusalOf(status, headers)
    return head === undefined ? unrecognised() : undefined
  },

  /** Does not parse the answer: a node that recognises the gateway writes its members in a fixed order. */
  ofBody(body, { beginning = beforeOutcome }) {
    const last = body[body.length - 1]
    const isWhole = last === closingBrace || last === closingBracket
    const isRight = isWhole && body.toString('latin1', 0, beginning.length) === beginning
    return isRight ? undefined : new NodeFailure('malformed', 'the node answered something else')
  },
}

function refusalOf(status: number, headers: ReplyHeaders): NodeFailure {
  if (status === 503) {
    return isLastReply(headers)
      ? new NodeFailure('draining', 'the node is shutting down')
      : new NodeFailure('refused', 'the node is busy')
  }
  if (status === 401 || status === 403) return unrecognised()
  if (status === 429) return new NodeFailure('refused', 'the client has too many unread answers at the node')
  return new NodeFailure('status', `the node answered with status ${status}`)
}

const unrecognised = (): NodeFailure => new NodeFailure('refused', 'the node does not recognise the gateway')
