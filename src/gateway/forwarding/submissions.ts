import { keccak256 } from '../../crypto/keccak256.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import type { AskingClient } from '../../remote/fleetHeaders.ts'
import { questionText } from '../../remote/nodeAnswer.ts'
import { NodeFailure } from '../../remote/nodeFailure.ts'
import type { WorkMeter } from '../../rpc/budget/workMeter.ts'
import type { Call } from '../../rpc/envelope/call.ts'
import { code } from '../../rpc/errors/errorCodes.ts'
import { nodesAway, outcomeUnknown, RpcError } from '../../rpc/errors/errors.ts'
import { JsonText } from '../../rpc/json/jsonText.ts'
import type { Result } from '../../rpc/json/result.ts'
import { ethSendRawTransaction } from '../../rpc/modules/eth/sendRawTransaction.ts'
import type { AcceptedTransactions } from '../nodes/acceptedTransactions.ts'
import type { GatewayNode } from '../nodes/gatewayNode.ts'
import type { NodeSet } from '../nodes/nodeSet.ts'
import { askingClient, takeResult } from './nodeCalls.ts'

/** Number of nodes that get a transaction at once. Peers carry it to the others. */
const nodesAtOnce = 3
const timeoutMs = 5_000
const { name: submissionMethod } = ethSendRawTransaction
const nodeWaitMs = 2_000
/** Rounds over all useful nodes before the gateway gives up. */
const rounds = 3
/** Errors of a node that has the transaction, in the dialects of Rootstock and Ethereum. */
const alreadyKnown = /already (exists|known)/

/** The outcome of a submission to one node. */
type Outcome =
  | { readonly kind: 'accepted'; readonly result: Result; readonly node: GatewayNode }
  | { readonly kind: 'rejected'; readonly error: RpcError; readonly node: GatewayNode }
  | { readonly kind: 'failed'; readonly failure: NodeFailure; readonly node: GatewayNode }

/** Sends signed transactions to several nodes. Nodes know a transaction by its hash and execute it once. */
export class Submissions {
  readonly #nodes: NodeSet
  readonly #accepted: AcceptedTransactions

  constructor(nodes: NodeSet, accepted: AcceptedTransactions) {
    this.#nodes = nodes
    this.#accepted = accepted
  }

  /**
   * Answers when one node has accepted the transaction. When a node failed without an answer it may have accepted it: the
   * others are asked whether they know the transaction before it is sent again.
   */
  async submit(call: Call, params: unknown = call.params): Promise<Result> {
    const { client, meter } = call
    // It is not abandoned when the client leaves.
    call.movesTo(() => {})
    const asking = askingClient(client)
    const hash = hashOf(params)
    let isUncertain = false
    let failure: NodeFailure | undefined
    for (let round = 0; round < rounds; round++) {
      const nodes = await this.#nextNodes()
      if (nodes.length === 0) break
      if (isUncertain && hash !== undefined && (await this.#isKnown(hash, asking, nodes)))
        return new JsonText(`"${hash}"`)
      const outcome = await this.#sendTo(nodes, questionText(submissionMethod, params), asking, meter, hash)
      if (outcome.kind === 'accepted') return outcome.result
      if (outcome.kind === 'rejected') {
        const isOurs = isUncertain && alreadyKnown.test(outcome.error.message)
        if (isOurs && hash !== undefined) return new JsonText(`"${hash}"`)
        throw outcome.error
      }
      failure = outcome.failure
      isUncertain ||= !failure.isUntouched
    }
    throw failure === undefined || !isUncertain ? nodesAway() : outcomeUnknown(failure.message)
  }

  async #nextNodes(): Promise<readonly GatewayNode[]> {
    const found = await this.#nodes.waitFor(() => this.#nodes.choose(0), nodeWaitMs)
    if (found === undefined) return []
    return [...this.#nodes.useful]
      .sort((a, b) => b.height - a.height || a.load - b.load)
      .slice(0, nodesAtOnce)
  }

  /** The first acceptance, or else the summary of all outcomes. */
  #sendTo(
    nodes: readonly GatewayNode[],
    body: string,
    client: AskingClient,
    meter: WorkMeter,
    hash: string | undefined,
  ): Promise<Outcome> {
    return new Promise((resolve) => {
      const outcomes: Outcome[] = []
      for (const node of nodes) {
        void this.#sendToOne(node, body, client, meter).then((outcome) => {
          outcomes.push(outcome)
          if (outcome.kind === 'accepted') {
            if (client !== undefined && hash !== undefined) this.#accepted.accepted(client.name, hash, node)
            resolve(outcome)
          } else if (outcomes.length === nodes.length) resolve(summaryOf(outcomes))
        })
      }
    })
  }

  async #sendToOne(
    node: GatewayNode,
    body: string,
    client: AskingClient,
    meter: WorkMeter,
  ): Promise<Outcome> {
    try {
      const answer = await node.askOnce(body, client, timeoutMs)
      return { kind: 'accepted', result: takeResult(answer, meter), node }
    } catch (error) {
      if (error instanceof NodeFailure) return { kind: 'failed', failure: error, node }
      if (error instanceof RpcError) return { kind: 'rejected', error, node }
      throw error
    }
  }

  /** Whether one of the nodes has the transaction, in its pool or in a block. */
  async #isKnown(hash: string, client: AskingClient, nodes: readonly GatewayNode[]): Promise<boolean> {
    const body = questionText('eth_getTransactionByHash', [hash])
    const answers = await Promise.all(
      nodes.map(async (node) => {
        const { body: found } = await node.askOnce(body, client, timeoutMs).catch(() => ({
          body: undefined,
        }))
        const isFound = Buffer.isBuffer(found) && found.includes('"result":{')
        if (isFound && client !== undefined) this.#accepted.accepted(client.name, hash, node)
        return isFound
      }),
    )
    return answers.includes(true)
  }
}

/**
 * When some nodes rejected a transaction and others failed, a rejection counts, except one that says that the transaction
 * is known: the node that failed may have accepted and spread it.
 */
function summaryOf(outcomes: readonly Outcome[]): Outcome {
  const rejections = outcomes.filter((outcome) => outcome.kind === 'rejected')
  const failures = outcomes.filter((outcome) => outcome.kind === 'failed' && !outcome.failure.isUntouched)
  const isSpread = failures.length > 0 && rejections.some(({ error }) => alreadyKnown.test(error.message))
  return (isSpread ? failures[0] : undefined) ?? bestOf(rejections) ?? outcomes[0]!
}

/** Prefers a rejection with a reason to the internal error of a node. */
const bestOf = (rejections: readonly Extract<Outcome, { kind: 'rejected' }>[]): Outcome | undefined =>
  rejections.find(({ error }) => error.code !== code.internal) ?? rejections[0]

/** The hash of the transaction; undefined when the parameters have none. */
function hashOf(params: unknown): string | undefined {
  const raw: unknown = Array.isArray(params) ? params[0] : undefined
  if (typeof raw !== 'string' || !/^0x(?:[0-9a-fA-F]{2})+$/.test(raw)) return undefined
  return toHex(keccak256(fromHex(raw)))
}
