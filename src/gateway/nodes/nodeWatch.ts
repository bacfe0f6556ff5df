import { parsedJson, questionText, resultIn } from '../../remote/nodeAnswer.ts'
import { isJsonObject } from '../../rpc/json/json.ts'
import type { Logger } from '../../server/log/logger.ts'
import { RareEvents } from '../../server/log/rareEvents.ts'
import type { GatewayNode, NodeStatus } from './gatewayNode.ts'

export interface NodeWatchParts {
  readonly network: string
  readonly chainId: number
  readonly logger: Logger
  /** Is called after each change of the node's status. */
  readonly onChange: () => void
  /** Timeout of a status. */
  readonly statusTimeoutMs?: number | undefined
}

/** A node answers within a second. */
const defaultStatusTimeoutMs = 3_000
/** A node that reports its status but pauses for 30 seconds within an answer will not complete that answer. */
const maximumSilenceMs = 30_000
/** After two missed statuses, the gateway stops waiting for the node's other answers. */
const failuresUntilDropped = 2
const firstPauseMs = 100
const maximumPauseMs = 2_000

/** Follows the status of a node until it is closed: the node answers as soon as its best block changes. */
export class NodeWatch {
  readonly #node: GatewayNode
  readonly #parts: NodeWatchParts
  readonly #problems = new RareEvents(() => performance.now())
  #pauseMs = firstPauseMs
  #timer: NodeJS.Timeout | undefined
  #exchange: { abandon(): unknown } | undefined
  #isClosed = false
  #failuresInRow = 0

  constructor(node: GatewayNode, parts: NodeWatchParts) {
    this.#node = node
    this.#parts = parts
    this.#ask()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#exchange?.abandon()
  }

  #ask(): void {
    if (this.#isClosed) return
    // Without a known hash the node answers at once, so that a node that was away is soon used again.
    const known = this.#node.problem === undefined ? this.#node.status?.hash : undefined
    const question = {
      body: questionText('fleet_status', known === undefined ? [] : [known]),
      client: undefined,
      timeoutMs: this.#parts.statusTimeoutMs ?? defaultStatusTimeoutMs,
    }
    this.#exchange = this.#node.askQuietly(question, {
      onAnswer: ({ body }) => {
        const result = Buffer.isBuffer(body) ? resultIn(body) : undefined
        const status = result === undefined ? 'the node has no status' : statusOf(result, this.#parts)
        if (typeof status === 'string') this.#away(status)
        else this.#reported(status)
      },
      onFailure: ({ message }) => this.#away(message),
    })
  }

  #reported(status: NodeStatus): void {
    const { logger, network, onChange } = this.#parts
    if (this.#node.problem !== undefined) {
      logger.log('info', 'node-useful', { network, node: this.#node.name, block: status.number })
    }
    this.#pauseMs = firstPauseMs
    this.#failuresInRow = 0
    this.#dropSilent(maximumSilenceMs, 'begun')
    this.#node.reported(status)
    onChange()
    this.#ask()
  }

  /** The questions fail, so that other nodes are asked. */
  #dropSilent(silenceMs: number, since: 'asked' | 'begun'): void {
    const count = this.#node.dropSilent(performance.now() - silenceMs, since)
    const { logger, network } = this.#parts
    if (count > 0) logger.log('warn', 'node-silent', { network, node: this.#node.name, count })
  }

  #away(problem: string): void {
    const { logger, network, onChange } = this.#parts
    this.#node.away(problem)
    if (++this.#failuresInRow >= failuresUntilDropped)
      this.#dropSilent(this.#parts.statusTimeoutMs ?? defaultStatusTimeoutMs, 'asked')
    const count = this.#problems.add(problem)
    if (count !== undefined)
      logger.log('warn', 'node-away', { network, node: this.#node.name, reason: problem, count })
    onChange()
    if (this.#isClosed) return
    this.#timer = setTimeout(() => this.#ask(), this.#pauseMs)
    this.#pauseMs = Math.min(2 * this.#pauseMs, maximumPauseMs)
  }
}

/** Returns text that says why the status is not one of a node of the network. */
function statusOf(text: string, { chainId, network }: NodeWatchParts): NodeStatus | string {
  const status: unknown = parsedJson(text)
  if (!isJsonObject(status)) return 'the status of the node is not an object'
  const { chainId: own, number, hash, isSyncing, sharesFilters, writerAnswers } = status
  if (own !== chainId)
    return `the node is not of ${network}: its chain id is ${JSON.stringify(own)?.slice(0, 20)}, not ${chainId}`
  const isHead = Number.isSafeInteger(number) && typeof hash === 'string' && /^0x[0-9a-f]{64}$/.test(hash)
  if (!isHead) return 'the status of the node has no best block'
  return {
    number: Number(number),
    hash,
    isSyncing: isSyncing === true,
    sharesFilters: sharesFilters === true,
    writerAnswers: writerAnswers !== false,
  }
}
