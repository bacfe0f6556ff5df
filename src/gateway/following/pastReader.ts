import type { LogCriterion } from '../../chain/logs/criterion.ts'
import { asHash, type Hash } from '../../primitives/bytes.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { parsedJson, resultIn } from '../../remote/nodeAnswer.ts'
import { code } from '../../rpc/errors/errorCodes.ts'
import { errorIn } from '../../rpc/errors/errorIn.ts'
import { nodesAway, nodesBehind, positionUnknown, type RpcError } from '../../rpc/errors/errors.ts'
import { isJsonObject } from '../../rpc/json/json.ts'
import type { BlockName } from '../../rpc/logs/branch.ts'
import type { Pace, Subscriber } from '../../rpc/method/subscribing.ts'
import type { ChainPosition } from '../../rpc/params/chainPosition.ts'
import { deliveredIn, type Past, type PastSource, partIn } from '../../service/subscriptions/past.ts'
import type { PastTurns } from '../../service/subscriptions/pastTurns.ts'
import type { GatewayNode } from '../nodes/gatewayNode.ts'
import type { NodeSet } from '../nodes/nodeSet.ts'

/** The longest answer has all logs of one block. */
const limits = { timeoutMs: 5_000, maximum: 32 << 20 }
/** Pause between two rounds over all nodes. */
const pauseMs = 50
/** How long a subscriber waits for nodes that have its block. */
const searchMs = 3_000
/** How long the gateway searches for missed blocks after the subscription has begun. */
const readMs = 30_000

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs))

/** One question about the past, and who pays for it. */
interface PastQuestion {
  readonly method: string
  readonly params: unknown
  readonly subscriber: Subscriber
  /** Undefined while the subscriber waits for its subscription. */
  readonly pace?: Pace
}

/** Reads what subscribers have missed from whichever node has it. */
export class PastReader {
  readonly #nodes: NodeSet
  readonly #turns: Pick<PastTurns, 'read'>

  constructor(nodes: NodeSet, turns: Pick<PastTurns, 'read'>) {
    this.#nodes = nodes
    this.#turns = turns
  }

  /**
   * The way from a position to the tip, which `tipNow` returns before each attempt: nodes without the position or the tip may
   * still get it. Throws `RpcError` when no way is found in time.
   */
  async find(
    position: ChainPosition,
    subscriber: Subscriber,
    tipNow: () => BlockName | undefined,
  ): Promise<Past> {
    let until = Number.POSITIVE_INFINITY
    do {
      const tip = tipNow()
      const past = tip && (await this.#way(position, tip, subscriber))
      if (past !== undefined) return past
      // The time begins after the first attempt, which may have waited for the turns of many other subscribers.
      if (until === Number.POSITIVE_INFINITY) until = performance.now() + searchMs
      await pause()
    } while (performance.now() < until)
    throw this.#notFound(position)
  }

  source(criterion: LogCriterion | undefined, subscriber: Subscriber, pace: Pace): PastSource {
    const filter = criterion && filterOf(criterion)
    const read = <Read>(
      method: string,
      params: unknown,
      readIn: (text: string) => Read | undefined,
    ): Promise<Read> => this.#read({ method, params, subscriber, pace }, readIn)
    return {
      logsOf:
        filter &&
        ((hash, isRemoved) => read('fleet_missedLogs', [toHex(hash), filter, isRemoved], deliveredIn)),
      part: ({ hash }, from) =>
        read('fleet_missed', [toHex(hash), from.block, filter ?? null, from.skipped], partIn(from)),
    }
  }

  /** Most positions are on the branch of the tip, so the way down from them is not asked for at first. */
  async #way(position: ChainPosition, tip: BlockName, subscriber: Subscriber): Promise<Past | undefined> {
    const hash = toHex(position.hash)
    const onBranch = await this.#meeting([hash], position, tip, subscriber)
    if (onBranch !== undefined) return onBranch
    const question = { method: 'fleet_branch', params: [hash, false], subscriber }
    const branch = await this.#first(question, hashesIn)
    return branch && this.#meeting(branch, position, tip, subscriber)
  }

  async #meeting(
    branch: readonly string[],
    position: ChainPosition,
    tip: BlockName,
    subscriber: Subscriber,
  ): Promise<Past | undefined> {
    const question = { method: 'fleet_meeting', params: [branch, toHex(tip.hash)], subscriber }
    const meeting = await this.#first(question, meetingIn)
    if (meeting === undefined) return undefined
    const left = branch.slice(0, meeting.left).map((hash) => asHash(fromHex(hash)))
    return { position, left, meeting: meeting.number, tip }
  }

  #notFound({ number, hash }: ChainPosition): RpcError {
    const { useful, bestHeight } = this.#nodes
    if (useful.length === 0) return nodesAway()
    return number > bestHeight ? nodesBehind(number) : positionUnknown(number, toHex(hash))
  }

  async #read<Read>(question: PastQuestion, readIn: (text: string) => Read | undefined): Promise<Read> {
    let until = Number.POSITIVE_INFINITY
    do {
      const read = await this.#first(question, readIn)
      if (read !== undefined) return read
      if (until === Number.POSITIVE_INFINITY) until = performance.now() + readMs
      await pause()
    } while (performance.now() < until && question.pace?.isGone !== true)
    throw new Error('no node has the blocks that a subscriber has missed')
  }

  /** The answer of the first node that has one, when it is the subscriber's turn. */
  #first<Read>(
    question: PastQuestion,
    readIn: (text: string) => Read | undefined,
  ): Promise<Read | undefined> {
    const { subscriber, pace } = question
    return this.#turns.read(subscriber.name, async () => {
      for (const node of pace?.isGone === true ? [] : this.#nodes.useful) {
        const text = await ask(node, question)
        const read = text === undefined ? undefined : readIn(text)
        if (read !== undefined) return read
      }
      return undefined
    })
  }
}

/** The text of the result; undefined when the node fails. Throws `tooManyLogs`, after which clients call `eth_getLogs`. */
async function ask(
  node: GatewayNode,
  { method, params, subscriber: { name, hasKey }, pace }: PastQuestion,
): Promise<string | undefined> {
  const client = { name, hasKey, errors: undefined, hops: undefined, trace: undefined }
  const answer = await node.askForGateway(method, params, { client, ...limits })
  if (answer === undefined) return undefined
  for (const { units, gas, logs } of answer.work()) pace?.worked({ units, gas, logs, bytes: 0 })
  const text = resultIn(answer.body)
  const error = text === undefined ? errorIn(answer.body) : undefined
  if (error?.code === code.tooManyLogs) throw error
  return text
}

const filterOf = ({ addresses, topics }: LogCriterion) => ({
  address: addresses.map(toHex),
  topics: topics.map((alternatives) => alternatives.map(toHex)),
})

const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)

/** Undefined for a block that the node does not have. */
function hashesIn(text: string): string[] | undefined {
  const value = parsedJson(text)
  if (!Array.isArray(value) || value.length === 0) return undefined
  const hashes = value.map((block) =>
    isJsonObject(block) && isJsonObject(block['head']) ? block['head']['hash'] : undefined,
  )
  return hashes.every(isHash) ? hashes : undefined
}

function meetingIn(text: string): { readonly left: number; readonly number: number } | undefined {
  const value = parsedJson(text)
  if (!isJsonObject(value)) return undefined
  const { left, number } = value
  if (!Number.isSafeInteger(left) || !Number.isSafeInteger(number)) return undefined
  return { left: Number(left), number: Number(number) }
}

export const blockName = (block: { readonly number: number; readonly hash: string }): BlockName => ({
  number: block.number,
  hash: hashOf(block.hash),
})

const hashOf = (text: string): Hash => asHash(fromHex(text))
