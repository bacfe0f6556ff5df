import type { LogCriterion } from '../../chain/logs/criterion.ts'
import { asHash, type Hash } from '../../primitives/bytes.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { code } from '../../rpc/errors/errorCodes.ts'
import { nodesAway, nodesBehind, positionUnknown, type RpcError } from '../../rpc/errors/errors.ts'
import { isJsonObject } from '../../rpc/json/json.ts'
import type { ChainPosition } from '../../rpc/params/chainPosition.ts'
import type { BlockName, BranchPart, DeliveredLog } from '../../rpc/subscriptions/branch.ts'
import type { Past, PastSource } from '../../rpc/subscriptions/past.ts'
import type { GatewayNode } from '../nodes/gatewayNode.ts'
import { errorIn, questionText, resultIn } from '../nodes/nodeResult.ts'
import type { NodeSet } from '../nodes/nodeSet.ts'

const timeoutMs = 5_000
/** Between two rounds over all nodes. */
const pauseMs = 50
/** How long a subscriber waits for nodes that have its block. */
const searchMs = 3_000
/** How long what was missed is looked for after the subscription has begun. */
const readMs = 30_000

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs))

/** Reads what subscribers have missed from whichever node has it. */
export class PastReader {
  readonly #nodes: NodeSet

  constructor(nodes: NodeSet) {
    this.#nodes = nodes
  }

  /**
   * The way from a position to the tip that `tipNow` tells, which is asked before each attempt: nodes that do not have the
   * position or the tip yet may get it. Throws `RpcError` when no way was found in time.
   */
  async find(position: ChainPosition, tipNow: () => BlockName | undefined): Promise<Past> {
    const until = performance.now() + searchMs
    do {
      const tip = tipNow()
      const past = tip && (await this.#way(position, tip))
      if (past !== undefined) return past
      await pause()
    } while (performance.now() < until)
    throw this.#notFound(position)
  }

  source(criterion: LogCriterion | undefined): PastSource {
    const filter = criterion && filterOf(criterion)
    return {
      logsOf:
        filter &&
        ((hash, isRemoved) => this.#read('fleet_missedLogs', [toHex(hash), filter, isRemoved], logsIn)),
      part: ({ hash }, from) => this.#read('fleet_missed', [toHex(hash), from, filter ?? null], partIn(from)),
    }
  }

  async #way(position: ChainPosition, tip: BlockName): Promise<Past | undefined> {
    const branch = await this.#first('fleet_branch', [toHex(position.hash), false], hashesIn)
    if (branch === undefined) return undefined
    const meeting = await this.#first('fleet_meeting', [branch, toHex(tip.hash)], meetingIn)
    if (meeting === undefined) return undefined
    const left = branch.slice(0, meeting.left).map((hash) => asHash(fromHex(hash)))
    return { position, left, meeting: meeting.number, tip }
  }

  #notFound({ number, hash }: ChainPosition): RpcError {
    const { useful, bestHeight } = this.#nodes
    if (useful.length === 0) return nodesAway()
    return number > bestHeight ? nodesBehind(number) : positionUnknown(number, toHex(hash))
  }

  async #read<Read>(
    method: string,
    params: unknown,
    readIn: (value: unknown) => Read | undefined,
  ): Promise<Read> {
    const until = performance.now() + readMs
    do {
      const read = await this.#first(method, params, readIn)
      if (read !== undefined) return read
      await pause()
    } while (performance.now() < until)
    throw new Error('no node has the blocks that a subscriber has missed')
  }

  /** The answer of the first node that has one. */
  async #first<Read>(
    method: string,
    params: unknown,
    readIn: (value: unknown) => Read | undefined,
  ): Promise<Read | undefined> {
    const body = questionText(method, params)
    for (const node of this.#nodes.useful) {
      const read = readIn(await ask(node, body))
      if (read !== undefined) return read
    }
    return undefined
  }
}

/** The result; undefined when the node fails. Throws the error that tells a client to ask for logs. */
function ask(node: GatewayNode, body: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    node.askQuietly({
      body,
      client: undefined,
      timeoutMs,
      maximumWhole: Number.POSITIVE_INFINITY,
      onAnswer: (answer) => {
        const whole = Buffer.isBuffer(answer.body) ? answer.body : undefined
        const text = whole && resultIn(whole)
        const error = whole && text === undefined ? errorIn(whole) : undefined
        if (error?.code === code.tooManyLogs) reject(error)
        else resolve(text === undefined ? undefined : parsed(text))
      },
      onFailure: () => resolve(undefined),
    })
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const filterOf = ({ addresses, topics }: LogCriterion) => ({
  address: addresses.map(toHex),
  topics: topics.map((alternatives) => alternatives.map(toHex)),
})

const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)

/** Undefined for a block that the node does not have. */
function hashesIn(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const hashes = value.map((block) =>
    isJsonObject(block) && isJsonObject(block['head']) ? block['head']['hash'] : undefined,
  )
  return hashes.every(isHash) ? hashes : undefined
}

function meetingIn(value: unknown): { readonly left: number; readonly number: number } | undefined {
  if (!isJsonObject(value)) return undefined
  const { left, number } = value
  if (!Number.isSafeInteger(left) || !Number.isSafeInteger(number)) return undefined
  return { left: Number(left), number: Number(number) }
}

function logsIn(value: unknown): DeliveredLog[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.map((log: unknown) => ({
    index: Number(isJsonObject(log) ? log['logIndex'] : undefined),
    text: JSON.stringify(log),
  }))
}

/** A part has at least one block. */
const partIn =
  (from: number) =>
  (value: unknown): BranchPart | undefined => {
    if (!isJsonObject(value) || !Array.isArray(value['payloads'])) return undefined
    const { next, payloads } = value
    if (!Number.isSafeInteger(next) || Number(next) <= from) return undefined
    return { next: Number(next), payloads: payloads.map((payload) => JSON.stringify(payload)) }
  }

export const blockName = (block: { readonly number: number; readonly hash: string }): BlockName => ({
  number: block.number,
  hash: hashOf(block.hash),
})

const hashOf = (text: string): Hash => asHash(fromHex(text))
