import type { Chain } from '../../chain/chain.ts'
import type { LogCriterion } from '../../chain/logs/criterion.ts'
import { uncappedBlocks } from '../../chain/logs/tooManyLogs.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { unitsOfValues } from '../budget/workPrices.ts'
import { executionTimeout, positionTooOld } from '../errors/errors.ts'
import { pastBlocks } from '../node/pastBlocks.ts'
import { shownBloom } from '../shapes/blockShape.ts'
import { headShape } from '../shapes/headShape.ts'
import { JsonWriter } from '../shapes/jsonWriter.ts'
import { logText } from '../shapes/logShape.ts'
import type { SearchBudget } from './logSearch.ts'

/* What a node knows about the way from one of its blocks to another one, on whichever branch they are. */

export type BranchedChain = Pick<Chain, 'block' | 'ancestor' | 'logsOf' | 'requireBlock' | 'network'>

export interface BlockName {
  readonly number: number
  readonly hash: Hash
}

/** A log as it is delivered. */
export interface DeliveredLog {
  /** Its position among the logs of the block. */
  readonly index: number
  readonly text: string
}

/** Where a part of what was delivered along a branch begins. */
export interface BranchPlace {
  /** The number of its first block. */
  readonly block: number
  /** Logs of that block that earlier parts had. */
  readonly skipped: number
}

/** A part of what was delivered along a branch. */
export interface BranchPart {
  readonly payloads: readonly string[]
  /** Where the next part begins. */
  readonly next: BranchPlace
}

/** Branches of Rootstock are a few blocks long. */
export const maximumBranchLength = 64
/** A subscriber that is further behind asks for logs instead, in ranges of this length. */
const furthestBehind = uncappedBlocks
/** Blocks that are so far below the tip do not leave the chain. */
const finalDepth = 200
const blocksOfPart = 32
/** A part ends with the log that reaches one of these, so that a subscriber that reads slowly holds little; each part reads the logs of its block again. */
const payloadsOfPart = 4_096
const charactersOfPart = 1 << 20

/**
 * The maximum work to read and write the logs of a block, by its gas: 16,000 empty logs of 6.5 million gas take 150 ms. It is
 * counted before, because reading the logs of a block cannot be interrupted.
 */
export const unitsPerLogGas = 3_000 / 6_500_000

/** A block and those before it, newest first; empty when the node does not have the block. */
export function branchDownFrom(hash: Hash, chain: BranchedChain): StoredBlock[] {
  const blocks: StoredBlock[] = []
  let block = chain.block(hash)
  while (block !== undefined && blocks.length < maximumBranchLength) {
    blocks.push(block)
    block = chain.block(block.header.parentHash)
  }
  return blocks
}

/** Where two branches meet. */
export interface Meeting {
  /** The blocks of the first branch that the other one does not have. */
  readonly left: number
  /** The number of the newest block that both have. */
  readonly number: number
}

/** Where a branch, newest first, meets that of the tip; undefined when they have no block in common that the node has. */
export function meetingOf(
  branch: readonly Hash[],
  tip: Hash,
  chain: Pick<Chain, 'block' | 'ancestor'>,
): Meeting | undefined {
  for (const [left, hash] of branch.entries()) {
    const number = chain.block(hash)?.number
    const ancestor = number === undefined ? undefined : chain.ancestor(tip, number)
    if (ancestor !== undefined && equalBytes(ancestor.hash, hash)) return { left, number: ancestor.number }
  }
  return undefined
}

/** A branch down from one of its blocks, and where it meets another one. */
export interface Way {
  /** Newest first, down to the meeting point. */
  readonly branch: readonly Hash[]
  readonly meeting: Meeting
}

/** The way from a block to the branch of the tip; undefined when the node does not have it. */
export function wayBetween(hash: Hash, tip: Hash, chain: Pick<Chain, 'block' | 'ancestor'>): Way | undefined {
  const branch: Hash[] = []
  let block = chain.block(hash)
  while (block !== undefined && branch.length < maximumBranchLength) {
    branch.push(block.hash)
    const meeting = meetingOf([block.hash], tip, chain)
    if (meeting !== undefined) return { branch, meeting: { ...meeting, left: branch.length - 1 } }
    block = chain.block(block.header.parentHash)
  }
  return undefined
}

/** Throws when too many blocks are between a branch and the tip: the subscriber shall ask for logs instead. */
export function expectNear(
  branch: readonly Hash[],
  { left, number }: Meeting,
  tip: BlockName,
  chain: Pick<Chain, 'ancestor'>,
): void {
  if (tip.number - number + left <= furthestBehind) return
  const to = Math.min(number + furthestBehind, Math.max(number, tip.number - finalDepth))
  throw positionTooOld(furthestBehind, {
    fromBlock: toQuantity(number + 1),
    toBlock: toQuantity(to),
    hash: toHex(chain.ancestor(tip.hash, to)?.hash ?? tip.hash),
    abandoned: branch.slice(0, left).map(toHex),
  })
}

/** The logs of a block of any branch; undefined when the node does not have it. */
export function deliveredLogs(
  hash: Hash,
  criterion: LogCriterion,
  isRemoved: boolean,
  chain: BranchedChain,
  { work }: Pick<SearchBudget, 'work'>,
): string[] | undefined {
  const block = chain.block(hash)
  if (block === undefined) return undefined
  work.expect(block.header.gasUsed * unitsPerLogGas)
  const writer = new JsonWriter()
  const logs = chain.logsOf(block, criterion)
  work.addLogs(logs.length)
  return logs.map((found) => logText(found, isRemoved, writer))
}

/**
 * What was delivered of blocks on the branch of the tip, from one place on: their heads, or logs of a criterion. Undefined
 * when the node does not have the tip.
 */
export function branchPart(
  tip: BlockName,
  from: BranchPlace,
  criterion: LogCriterion | undefined,
  chain: BranchedChain,
  { isOver, work }: Pick<SearchBudget, 'isOver' | 'work'>,
): BranchPart | undefined {
  if (chain.block(tip.hash) === undefined) return undefined
  const payloads: string[] = []
  const writer = new JsonWriter()
  const last = Math.min(tip.number, from.block + blocksOfPart - 1)
  let characters = 0
  const isFull = (): boolean => payloads.length >= payloadsOfPart || characters >= charactersOfPart
  let next = from
  for (const block of pastBlocks(tip.hash, from.block, last, chain)) {
    if (isFull()) break
    if (isOver()) throw executionTimeout()
    work.add(unitsOfValues(1))
    let { skipped } = next
    next = { block: block.number + 1, skipped: 0 }
    if (criterion === undefined) {
      payloads.push(JSON.stringify(headShape(block.header, shownBloom(block, chain.network))))
      continue
    }
    work.expect(block.header.gasUsed * unitsPerLogGas)
    const logs = chain.logsOf(block, criterion)
    const told = skipped
    for (; skipped < logs.length && !isFull(); skipped++) {
      characters += payloads[payloads.push(logText(logs[skipped]!, false, writer)) - 1]!.length
    }
    work.addLogs(skipped - told)
    if (skipped < logs.length) next = { block: block.number, skipped }
  }
  return { payloads, next }
}
