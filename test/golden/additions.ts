import { isJsonObject } from '../../src/rpc/json.ts'
import { parsed } from './comparison.ts'

/*
 * What the specification adds to recorded answers; the rest of them must stay as it was recorded. Each takes an
 * answer and the request that it belongs to.
 */

type Addition = (answer: unknown, request: unknown) => unknown

const inResult =
  (change: (result: unknown) => unknown): Addition =>
  (answer) => {
    if (!isJsonObject(answer)) return answer
    const { result } = answer
    return result === undefined ? answer : { ...answer, result: change(result) }
  }

const inObject =
  (change: (members: { readonly [member: string]: unknown }) => object) =>
  (result: unknown): unknown =>
    isJsonObject(result) ? { ...result, ...change(result) } : result

function withRemoved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withRemoved)
  if (!isJsonObject(value)) return value
  const members = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withRemoved(member)]),
  )
  return 'logIndex' in members ? { ...members, removed: false } : members
}

/** Of a single request whose id can be read; where one cannot, the answer's is null. */
const readableId = (request: unknown): unknown => {
  const { id } = isJsonObject(request) ? request : {}
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

const withEnvelope: Addition = (answer, request) => {
  if (Array.isArray(answer))
    return answer.filter((item) => item !== null).map((item) => withEnvelope(item, undefined))
  if (!isJsonObject(answer)) return answer
  const { id, jsonrpc: _, ...rest } = answer
  return { jsonrpc: '2.0', id: id === undefined || id === 'null' ? readableId(request) : id, ...rest }
}

const additions = {
  /** Answers have a version and an id, and batches no place for a notification. */
  envelope: withEnvelope,
  /** Logs tell whether they were removed. */
  removed: inResult(withRemoved),
  /** Lookups by block and index answer an `_id`. */
  id: inResult(inObject(({ hash }) => ({ _id: hash }))),
  /** Uncles have no transactions. */
  uncle: inResult(inObject(() => ({ transactions: [] }))),
} satisfies Record<string, Addition>

export type AdditionName = keyof typeof additions

/** The recorded answer with an addition. */
export function withAddition(name: AdditionName, recorded: string, request: string): string {
  return JSON.stringify(additions[name](parsed(recorded), parsedOrNothing(request))) ?? ''
}

function parsedOrNothing(body: string): unknown {
  try {
    return parsed(body)
  } catch {
    return undefined
  }
}
