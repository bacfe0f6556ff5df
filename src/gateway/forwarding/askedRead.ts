import { questionText, type ReportedWork } from '../../remote/nodeAnswer.ts'
import type { Call } from '../../rpc/envelope/call.ts'
import { afterResult, beforeResult } from '../../rpc/envelope/responses.ts'
import { answerTooLong } from '../../rpc/errors/errors.ts'
import { joined, type Piece } from '../../rpc/json/piece.ts'
import type { AskedBlock } from '../../rpc/method/askedBlock.ts'
import type { FinalAnswer, FinalAnswers, FinalQuestion } from './finalAnswers.ts'

/** A call with what is known about its answer. */
export interface AskedRead {
  readonly call: Call
  readonly asked: AskedBlock
  /** Undefined for a call whose answer changes. */
  readonly question: FinalQuestion | undefined
  /** Undefined when a node must be asked. */
  readonly known: FinalAnswer | undefined
}

export const noWork: ReportedWork = { units: 0, gas: 0, logs: 0, errorCode: undefined }

export function askedRead(call: Call, known: FinalAnswers): AskedRead {
  const { name, params, asked } = call
  const question = known.mayKnow(asked) ? { text: questionText(name, params), asked } : undefined
  return { call, asked, question, known: question && known.find(question) }
}

/** Joins known answers and those of a node in the order of the calls. Throws `RpcError` when the sum is too long. */
export function inOrder(items: readonly AskedRead[], answers: readonly Piece[], answerBytes: number): Piece {
  const others = answers.values()
  const pieces: Piece[] = []
  let length = 0
  for (const [index, { call, known }] of items.entries()) {
    pieces.push(index === 0 ? '[' : ',')
    if (known === undefined) pieces.push(others.next().value ?? '')
    else pieces.push(beforeResult(call.id ?? null), known.text, afterResult)
    length += known?.text.length ?? pieces.at(-1)!.length
    if (length > answerBytes) throw answerTooLong(answerBytes)
  }
  pieces.push(']')
  return joined(pieces)
}

/** The client pays for a known answer what it cost the node. */
export function workInOrder(
  items: readonly AskedRead[],
  work: readonly ReportedWork[],
): readonly ReportedWork[] {
  const others = work.values()
  return items.map(({ known }) => (known === undefined ? others.next().value : known.work[0]) ?? noWork)
}

/** The higher the rank, the fewer nodes can answer. */
const ranks: Readonly<Record<AskedBlock['kind'], number>> = {
  any: 0,
  number: 1,
  hash: 2,
  latest: 3,
  pending: 4,
}

/** Returns the block that fewer nodes can answer for. */
export function higherOf(a: AskedBlock, b: AskedBlock): AskedBlock {
  if (a.kind === 'number' && b.kind === 'number') return a.number >= b.number ? a : b
  return ranks[a.kind] >= ranks[b.kind] ? a : b
}
