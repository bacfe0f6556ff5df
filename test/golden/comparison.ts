import { isJsonObject } from '../../src/rpc/json/json.ts'
import type { GoldenCase } from './goldenCases.ts'

/* Answers are compared exactly, or by their shape where the recording marks them as volatile. */

/** The reference node writes these from hash maps, without a fixed order. */
const unorderedObjects = /^(txpool_|rpc_modules|eth_bridgeState)/
const unorderedLists = /^eth_pendingTransactions/

/** Equal, with members in the same order. */
export function isSameAnswer({ case: name, volatile }: GoldenCase, wanted: string, got: string): boolean {
  const [expected, answer] = [parsed(wanted), parsed(got)]
  if (volatile !== undefined) return text(shape(expected)) === text(shape(answer))
  if (unorderedObjects.test(name)) return text(sorted(expected)) === text(sorted(answer))
  if (unorderedLists.test(name)) return text(sortedResult(expected)) === text(sortedResult(answer))
  return text(expected) === text(answer)
}

/** Undefined for an empty body. */
export const parsed = (body: string): unknown => (body.trim() === '' ? undefined : JSON.parse(body))

const text = (value: unknown): string => JSON.stringify(value) ?? 'undefined'

const members = (value: object, change: (member: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]))

function sorted(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return members(Object.fromEntries(entries), sorted)
}

function sortedResult(answer: unknown): unknown {
  if (!isJsonObject(answer)) return answer
  const { result } = answer
  return { ...answer, result: Array.isArray(result) ? result.map(text).sort() : result }
}

function shape(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (isJsonObject(value)) return members(value, shape)
  return value === null ? null : typeof value
}

/** Replaces recorded random ids and hashes by this node's in later requests and answers. */
export class Substitutions {
  readonly #ours = new Map<string, string>()

  learn({ volatile, response }: GoldenCase, got: string): void {
    if (volatile === undefined || response === null) return
    const [recorded, own] = [resultOf(response), resultOf(got)]
    if (recorded === undefined || own === undefined || recorded.length <= 6) return
    // Some cases repeat an id without its prefix or in capitals.
    this.#ours.set(recorded.slice(2), own.slice(2))
    this.#ours.set(recorded.slice(2).toUpperCase(), own.slice(2).toUpperCase())
  }

  apply(body: string): string {
    let replaced = body
    for (const [recorded, own] of this.#ours) replaced = replaced.replaceAll(recorded, own)
    return replaced
  }
}

/** The result, when it is a string. */
export function resultOf(body: string): string | undefined {
  const answer = parsed(body)
  const { result } = isJsonObject(answer) ? answer : {}
  return typeof result === 'string' ? result : undefined
}
