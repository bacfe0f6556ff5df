import { giveBack } from '../../primitives/work/lentBytes.ts'
import { Pieces } from '../../primitives/work/pieces.ts'
import type { Answered } from '../../rpc/envelope/answerPieces.ts'
import { afterResult, beforeResult } from '../../rpc/envelope/responses.ts'
import { RpcError } from '../../rpc/errors/errors.ts'
import { type Piece, takenText, textOf, trimmed } from '../../rpc/json/piece.ts'
import {
  answerDataset,
  type DataAnswer,
  type DataCaller,
  type DataRequest,
} from '../../service/stream/dataset.ts'
import type { HostedNetwork } from '../networks/hostedNetwork.ts'
import type { Refusal } from '../refusals/refusals.ts'
import type { AnswerSink } from './answerSink.ts'

/* Requests below the dataset URL, which are answered from the results of calls that the server makes for the client. */

export type DataTarget = Pick<DataRequest, 'httpMethod' | 'path' | 'url'>

/** The exchange of such a request. Its `call` rejects with `RefusedCall` or an `RpcError`. */
export interface DataExchange extends DataCaller {
  readonly network: Pick<HostedNetwork, 'name'>
  readonly sink: Pick<AnswerSink, 'canStream'>
  setContentType(type: string): void
  addHeaders(headers: readonly string[]): void
  send(status: number, body: Piece): void
  sendAnswer(answer: DataAnswer['body']): void
  refuse(refusal: Refusal): void
  fail(error: unknown, network: string): void
}

export function answerData(target: DataTarget, body: unknown, exchange: DataExchange): void {
  const { canStream } = exchange.sink
  const network = exchange.network.name
  answerDataset({ ...target, body, canStream, network }, exchange).then(
    ({ status, contentType, headers, body: answer }) => {
      exchange.setContentType(contentType)
      exchange.addHeaders(headers)
      if (status === 200 || answer instanceof Pieces) exchange.sendAnswer(answer)
      else exchange.send(status, answer)
    },
    (error: unknown) => {
      if (error instanceof RefusedCall) exchange.refuse(error.refusal)
      else exchange.fail(error, network)
    },
  )
}

/** A call that was not admitted. */
export class RefusedCall extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.error.message)
    this.refusal = refusal
  }
}

const beginning = beforeResult(0)

/** The result in the answer to a call with the id 0. Throws the `RpcError` of a call that failed. */
export async function resultPiecesIn(answered: Answered): Promise<readonly Piece[]> {
  const answer = answered instanceof Pieces ? await piecesOf(answered) : [answered]
  const [first = ''] = answer
  const head = textOf(typeof first === 'string' ? first : first.subarray(0, beginning.length))
  if (head.startsWith(beginning)) return trimmed(answer, beginning.length, afterResult.length)
  const { error } = JSON.parse(answer.map(takenText).join(''))
  throw new RpcError(error.code, error.message, error.data)
}

async function piecesOf(answer: AsyncIterable<Piece>): Promise<readonly Piece[]> {
  const pieces: Piece[] = []
  try {
    for await (const piece of answer) pieces.push(piece)
    return pieces
  } catch (error) {
    pieces.forEach(giveBack)
    throw error
  }
}
