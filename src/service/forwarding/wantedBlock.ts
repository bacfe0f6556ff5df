import { asHash, type Hash } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { isJsonObject } from '../../rpc/json/json.ts'

/** A block as a parameter names it: the best one, or one near it, is `head`; the next one is `pending`. */
export type WantedBlock = number | Hash | 'head' | 'pending'

const tags: ReadonlyMap<unknown, WantedBlock> = new Map<unknown, WantedBlock>([
  [undefined, 'head'],
  [null, 'head'],
  ['latest', 'head'],
  ['safe', 'head'],
  ['finalized', 'head'],
  ['pending', 'pending'],
  ['earliest', 0],
])
const numberText = /^(0x[0-9a-fA-F]{1,13}|[0-9]{1,15})$/
const hashText = /^0x[0-9a-fA-F]{64}$/

/** Undefined for a value that names no block; the method itself answers what is wrong with it. */
export function wantedBlock(value: unknown): WantedBlock | undefined {
  const tag = tags.get(value)
  if (tag !== undefined) return tag
  if (typeof value === 'string') {
    return hashText.test(value) ? hashIn(value) : numberText.test(value) ? Number(value) : undefined
  }
  if (!isJsonObject(value)) return undefined
  const { blockHash, blockNumber } = value
  if (blockHash !== undefined) return hashIn(blockHash)
  return blockNumber === undefined || blockNumber === null ? undefined : wantedBlock(blockNumber)
}

/** Undefined for a value that is not a hash. */
export const hashIn = (value: unknown): Hash | undefined =>
  typeof value === 'string' && hashText.test(value) ? asHash(fromHex(value)) : undefined
