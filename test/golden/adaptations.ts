import { isJsonObject } from '../../src/rpc/json.ts'
import type { GoldenCase } from './goldenCases.ts'

/* Recorded answers with what the specification adds to them; everything else must stay as it was recorded. */

/** Answers of the envelope always have a version and an id, which is null when none could be read. */
function withEnvelope(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.filter((item) => item !== null).map(withEnvelope)
  if (!isJsonObject(answer)) return answer
  const { id, ...rest } = answer
  return { jsonrpc: '2.0', id: id === undefined || id === 'null' ? null : id, ...withoutVersion(rest) }
}

const withoutVersion = ({ jsonrpc: _, ...rest }: { readonly [member: string]: unknown }) => rest

/** Logs tell whether they were removed. */
function withRemoved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withRemoved)
  if (!isJsonObject(value)) return value
  const members = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withRemoved(member)]),
  )
  return 'logIndex' in members ? { ...members, removed: false } : members
}

interface ResultAnswer {
  readonly result: { readonly hash?: unknown }
}

const hasObject = (answer: unknown): answer is ResultAnswer =>
  typeof answer === 'object' && answer !== null && 'result' in answer && isJsonObject(answer.result)

/** What the recorded answer must be like here. */
export function adapted({ case: name, response }: GoldenCase): unknown {
  if (response === null || response.trim() === '') return undefined
  const answer = withRemoved(withEnvelope(JSON.parse(response)))
  if (!hasObject(answer)) return answer
  const { result } = answer
  if (/^eth_getTransactionByBlock/.test(name)) return { ...answer, result: { ...result, _id: result.hash } }
  if (/^eth_getUncleBy/.test(name)) return { ...answer, result: { ...result, transactions: [] } }
  return answer
}
