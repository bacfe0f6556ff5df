import { OwnerQuota } from '../../primitives/bounds/ownerQuota.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import type { Call } from '../../rpc/envelope/call.ts'
import { RpcError } from '../../rpc/errors/errors.ts'
import type { Json } from '../../rpc/json/json.ts'
import { JsonText } from '../../rpc/json/jsonText.ts'
import type { Result } from '../../rpc/json/result.ts'
import { isQuick } from '../../rpc/method/method.ts'
import type { RpcNode } from '../../rpc/node/rpcNode.ts'
import { positional } from '../../rpc/params/parameter.ts'
import { decodeSubmission } from '../../rpc/submission/submission.ts'
import { UpstreamError, type UpstreamProblem } from '../../upstream/upstreamError.ts'
import type { UpstreamNode } from '../../upstream/upstreamNode.ts'
import { pooledTransaction } from './pooledTransaction.ts'
import type { UpstreamReader } from './upstreamReader.ts'

export interface UpstreamCallsParts {
  readonly upstream: UpstreamNode
  readonly node: Pick<RpcNode, 'network' | 'chain' | 'pool'>
  /** Answers methods over the checked chain of the upstream. */
  readonly reader: UpstreamReader
}

const methodMissing = -32601
/** Maximum calls that wait for the upstream at once, in total and per client. */
const [maximumCalls, maximumCallsOfClient] = [256, 64]

/** Counts what an upstream answered since the start. */
class UpstreamFigures {
  readonly failures = new Map<UpstreamProblem, number>()
  /** Answers that were verified, and answers that were passed on without a proof. */
  verified = 0
  unverified = 0
  /** Sum over all answers. */
  seconds = 0

  answered(isVerified: boolean, ms: number): void {
    if (isVerified) this.verified++
    else this.unverified++
    this.seconds += ms / 1000
  }

  failed(problem: UpstreamProblem): void {
    this.failures.set(problem, (this.failures.get(problem) ?? 0) + 1)
  }
}

/** Asks an upstream node for what this chain does not have. Calls never wait for each other. */
export class UpstreamCalls {
  readonly figures = new UpstreamFigures()
  readonly #parts: UpstreamCallsParts
  readonly #quota = new OwnerQuota(maximumCalls, maximumCallsOfClient)

  constructor(parts: UpstreamCallsParts) {
    this.#parts = parts
  }

  get upstream(): UpstreamNode {
    return this.#parts.upstream
  }

  /** The upstream for the operator. */
  get status() {
    const { shown, head = null, isAhead, problem, underWay } = this.upstream
    const { verified, unverified, seconds, failures } = this.figures
    return {
      /** Without keys. */
      endpoint: shown,
      /** Number of its best block; null until it has answered. */
      head,
      /** Whether it answers about the best block, because the local chain is behind. */
      answers: isAhead,
      /** Why it did not answer when it was last looked at; null when it did. */
      problem: problem?.message ?? null,
      underWay,
      verified,
      unverified,
      /** By problem. */
      failures: Object.fromEntries(failures) as Readonly<Record<string, number>>,
      seconds,
    }
  }

  async answer(call: Call): Promise<Result> {
    const startedAtMs = performance.now()
    const { name } = call.client
    if (!this.#quota.take(name)) throw this.#busy()
    // Requests to the upstream end by their own deadlines.
    call.movesTo(() => {})
    try {
      const { result, isVerified } = await this.#answered(call)
      this.figures.answered(isVerified, performance.now() - startedAtMs)
      return result
    } catch (error) {
      if (error instanceof UpstreamError) this.figures.failed(error.code)
      else this.figures.answered(false, performance.now() - startedAtMs)
      throw error
    } finally {
      this.#quota.giveBack(name)
    }
  }

  #busy(): UpstreamError {
    this.figures.failed('busy')
    const { shown } = this.#parts.upstream
    return new UpstreamError(
      'busy',
      `the endpoint ${shown} is already answering the maximum number of requests of this client; wait for them`,
    )
  }

  async #answered(call: Call): Promise<{ readonly result: Result; readonly isVerified: boolean }> {
    const { upstream, reader } = this.#parts
    if (call.method.effect === 'submits-signed') return { result: await this.#submit(call), isVerified: true }
    // A request of another node is passed on with the nodes that it has passed, so that a loop is noticed.
    if (call.client.hops === undefined) {
      const read = await reader.read(call)
      if (read !== undefined && read.result !== null) return { result: read.result, isVerified: true }
      if (read !== undefined) return this.#absent(call)
    }
    if (upstream.options.demandsProofs) {
      throw new UpstreamError(
        'unverified',
        `${call.method.name} was not answered: its answer by ${upstream.shown} cannot be verified`,
      )
    }
    return { result: await this.#pass(call), isVerified: false }
  }

  /**
   * The upstream's checked chain has no such block or transaction. Absence has no proof, and the upstream's pool may have
   * the transaction. An answer that names a block is used only after the upstream has sent that block.
   */
  async #absent(call: Call): Promise<{ readonly result: Result; readonly isVerified: boolean }> {
    const { upstream, reader } = this.#parts
    const unknown = { result: null, isVerified: false }
    if (upstream.options.demandsProofs) return unknown
    const result = await this.#pass(call)
    if (result.text === 'null') return unknown
    await upstream.pollAgain()
    const again = await reader.read(call)
    if (again !== undefined && again.result !== null) return { result: again.result, isVerified: true }
    const pooled = call.method.upstream === 'transaction' ? pooledTransaction(call, result.text) : undefined
    return pooled === undefined ? unknown : { result: pooled, isVerified: true }
  }

  /** Passes the call on unchanged. The client gets the upstream's error as it is. */
  async #pass({ method, params, client }: Call): Promise<JsonText> {
    const { upstream } = this.#parts
    const { name } = method
    // Repeated, an accepted transaction gets an error. It is sent alone: a batch with it could not be repeated either.
    const isOnce = method.effect === 'submits-signed'
    const question = { method: name, params: positional(params), isOnce }
    const answer = await upstream.ask(question, client, isQuick(method) && !isOnce)
    if (answer.error === undefined) return new JsonText(answer.text)
    const { code, message, data } = answer.error
    if (code === methodMissing) {
      throw new UpstreamError('refused', `the endpoint ${upstream.shown} does not offer ${name}`)
    }
    throw new RpcError(code, message, data as Json | undefined)
  }

  /** The answer must be the hash of the transaction, which is checked before it is sent. */
  async #submit(call: Call): Promise<Result> {
    const [text] = positional(call.params)
    const transaction =
      typeof text === 'string' ? decodeSubmission(fromHex(text), this.#parts.node) : undefined
    const result = await this.#pass(call)
    if (transaction !== undefined && result.text !== JSON.stringify(toHex(transaction.hash))) {
      throw new UpstreamError(
        'malformed',
        `the endpoint ${this.#parts.upstream.shown} returned a hash that is not the transaction's`,
      )
    }
    return result
  }
}
