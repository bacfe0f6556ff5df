import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { isJsonObject } from '../../src/rpc/json/json.ts'
import { withLogMembers } from './additions.ts'

/*
 * Answers of the reference node's development branch on the chain `typed-a`. Two of its quirks are corrected before the
 * comparison (D33): the member `yparity`, which legacy transactions have too, and the order of members.
 */

export interface TypedCase {
  readonly case: string
  readonly phase: 'static' | 'stateful'
  readonly seq: number
  readonly group?: string
  readonly request: string
  readonly response: string
}

const answers = new URL('../fixtures/golden-typed/answers.jsonl.gz', import.meta.url)

export const typedCases = (): TypedCase[] =>
  gunzipSync(readFileSync(answers))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line): TypedCase => JSON.parse(line))

/** The answer that this node should return for a recorded one, as text that does not depend on the order of members. */
export const wantedText = (
  response: string,
  isByIndex: boolean,
  timestamps: ReadonlyMap<unknown, string>,
): string => JSON.stringify(corrected(withLogMembers(JSON.parse(response), timestamps), isByIndex))

export const comparableText = (response: string): string => JSON.stringify(sorted(JSON.parse(response)))

function corrected(answer: unknown, isByIndex: boolean): unknown {
  const renamed = withoutQuirks(answer)
  if (!isByIndex || !isJsonObject(renamed) || !isJsonObject(renamed['result'])) return sorted(renamed)
  const { result } = renamed
  return sorted({ ...renamed, result: { ...result, _id: result['hash'] } })
}

function withoutQuirks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutQuirks)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value)
    .filter(([name, member]) => name !== 'yparity' || member !== null)
    .map(([name, member]) => [name === 'yparity' ? 'yParity' : name, withoutQuirks(member)])
  return Object.fromEntries(entries)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => [name, sorted(member)])
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
