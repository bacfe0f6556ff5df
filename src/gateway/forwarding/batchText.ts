import type { Called } from '../../rpc/envelope/call.ts'
import { idText } from '../../rpc/envelope/request.ts'

/* Nodes answer the calls of a batch in their order, with the members of each answer in one order. */

const closingBrace = 0x7d
const closingBracket = 0x5d
const comma = Buffer.from(',')
const resultMember = Buffer.from('result":')

/** The batch as nodes get it. */
export const batchText = (calls: readonly Pick<Called, 'id' | 'name' | 'params'>[]): string =>
  `[${calls.map(callText).join(',')}]`

const callText = ({ id = null, name, params }: Pick<Called, 'id' | 'name' | 'params'>): string =>
  `{"jsonrpc":"2.0","id":${idText(id)},"method":${JSON.stringify(name)},"params":${JSON.stringify(params ?? [])}}`

/** The beginning of the answer to a call, up to the name of the member with its result or error. */
export const answerBeginning = ({ id = null }: Pick<Called, 'id'>): string =>
  `{"jsonrpc":"2.0","id":${idText(id)},"`

/**
 * The answer to each call of a batch; undefined for a body of another form. An answer ends where the known beginning of
 * the next one follows: no result has a member `jsonrpc`, and the quotes within a string are escaped.
 */
export function splitAnswers(
  body: Buffer,
  calls: readonly Pick<Called, 'id'>[],
): readonly Buffer[] | undefined {
  const beginnings = calls.map((call) => Buffer.from(answerBeginning(call)))
  const answers: Buffer[] = []
  let start = 1
  for (const [index, beginning] of beginnings.entries()) {
    const next = beginnings[index + 1]
    const end =
      next === undefined
        ? body.length - 1
        : body.indexOf(Buffer.concat([comma, next]), start + beginning.length)
    if (end <= start || body[end - 1] !== closingBrace || !startsWith(body, beginning, start))
      return undefined
    answers.push(body.subarray(start, end))
    start = end + 1
  }
  return body[body.length - 1] === closingBracket ? answers : undefined
}

/** The JSON of the result in one of these answers; undefined for an error. */
export function resultOf(answer: Buffer, call: Pick<Called, 'id'>): string | undefined {
  const at = Buffer.byteLength(answerBeginning(call))
  if (!startsWith(answer, resultMember, at)) return undefined
  return answer.toString('utf8', at + resultMember.length, answer.length - 1)
}

const startsWith = (bytes: Buffer, part: Buffer, at: number): boolean =>
  bytes.subarray(at, at + part.length).equals(part)
