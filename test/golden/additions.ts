import { toHex } from '../../src/primitives/hex.ts'
import { toQuantity } from '../../src/primitives/quantity.ts'
import type { Block } from '../../src/protocol/block.ts'
import { isJsonObject } from '../../src/rpc/json/json.ts'
import { parsed } from './comparison.ts'
import { goldenBlocks } from './goldenCases.ts'

/*
 * Members that decisions add to recorded answers; the rest of an answer must be as recorded. Each function takes an
 * answer and its request.
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

/** Adds members that the reference node omits to logs and receipts of an answer. */
export function withLogMembers(value: unknown, timestamps: ReadonlyMap<unknown, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withLogMembers(item, timestamps))
  if (!isJsonObject(value)) return value
  const isLog = 'logIndex' in value
  const timestampAfter = isLog ? 'blockHash' : 'cumulativeGasUsed' in value ? 'blockNumber' : undefined
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const entry: [string, unknown] = [name, withLogMembers(member, timestamps)]
    if (name !== timestampAfter) return [entry]
    return [entry, ['blockTimestamp', timestamps.get(value['blockHash']) ?? 'of an unknown block']]
  })
  return Object.fromEntries(isLog ? [...members, ['removed', false]] : members)
}

/** Timestamps by the hash of their block, both as they are written in answers. */
export const timestampsIn = (blocks: readonly Block[]): Map<unknown, string> =>
  new Map(blocks.map(({ header }) => [toHex(header.hash), toQuantity(header.timestamp)]))

let recordedTimestamps: Map<unknown, string> | undefined
const withRecordedTimestamps = (result: unknown): unknown => {
  recordedTimestamps ??= timestampsIn(goldenBlocks())
  return withLogMembers(result, recordedTimestamps)
}

/** The id of a single request; null when it is unreadable. */
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
  /** Every answer has a version and an id; a batch has no entry for a notification (S7, S8). */
  envelope: withEnvelope,
  /** Logs have `removed` (D3), logs and receipts have `blockTimestamp` (M28). */
  logs: inResult(withRecordedTimestamps),
  /** Lookups by block and index have `_id` (M9). */
  id: inResult(inObject(({ hash }) => ({ _id: hash }))),
  /** Uncles have an empty list of transactions (D3). */
  uncle: inResult(inObject(() => ({ transactions: [] }))),
} satisfies Record<string, Addition>

export type AdditionName = keyof typeof additions

/** The recorded answer plus an addition. */
export function withAddition(name: AdditionName, recorded: string, request: string): string {
  return JSON.stringify(additions[name](parsed(recorded), parsedOrUndefined(request))) ?? ''
}

function parsedOrUndefined(body: string): unknown {
  try {
    return parsed(body)
  } catch {
    return undefined
  }
}
