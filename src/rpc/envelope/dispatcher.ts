import type { Later } from '../../primitives/work/later.ts'
import type { WorkMeter } from '../budget/workMeter.ts'
import { foreignPage, methodNotFound, notAvailable, notGranted, type RpcError } from '../errors/errors.ts'
import type { Result } from '../json/result.ts'
import { StreamedJson } from '../json/streamedJson.ts'
import type { Callable } from '../method/callable.ts'
import { DelegatedRead, expectResult, KnownResult } from '../method/callable.ts'
import { moduleOf } from '../registry/moduleOf.ts'
import type { FoundMethod } from '../registry/registry.ts'
import type { RpcClient } from './answerContext.ts'
import type { CallControl } from './callControl.ts'
import type { Request } from './request.ts'
import { errorResponse, failureResponse, type Response, successResponse } from './responses.ts'

/** Answers reads elsewhere than in this thread. */
export interface OtherPlace<Context> {
  answer(method: Callable<Context>, request: Request, client: RpcClient, control: CallControl): Later<Result>
}

export interface DispatcherParts<Context> {
  readonly methods: { find(name: string): FoundMethod<Callable<Context>> }
  /** The circumstances of one call of the client. */
  readonly contextOf: (client: RpcClient, work: WorkMeter) => Context
  /** Answers reads in several threads; undefined when all calls run in this one. */
  readonly handOver?: OtherPlace<Context> | undefined
  /** Whether keys must grant the methods that change the node for other clients. */
  readonly checksGrants?: boolean
  /** Runs a call after what it reads was fetched, on a chain that reads from elsewhere; undefined on any other. */
  readonly runPrepared?:
    | ((request: Request, client: RpcClient, run: () => Later<Result>) => Later<Result>)
    | undefined
  /** The error that a client is answered when a call throws. */
  readonly explain: (error: unknown) => RpcError
}

/** Modules that change the chain or reveal keys of the machine's user: pages of other machines may not use them. */
const localModules: ReadonlySet<string> = new Set(['personal', 'evm', 'anvil', 'hardhat', 'ganache', 'miner'])

type Maybe<T> = T | undefined

/** Calls the method of one request. Every request is answered; an error becomes a response. */
export class Dispatcher<Context> {
  readonly #parts: DispatcherParts<Context>

  constructor(parts: DispatcherParts<Context>) {
    this.#parts = parts
  }

  /** Undefined for a name that does not answer. */
  method(name: string): Maybe<Callable<Context>> {
    const found = this.#parts.methods.find(name)
    return found === 'unavailable' ? undefined : found
  }

  /** Undefined for a notification. */
  dispatch(request: Request, client: RpcClient, control: CallControl): Later<Maybe<Response>> {
    const { id, problem } = request
    if (problem !== undefined) return errorResponse(id ?? null, problem)
    try {
      const result = this.#call(request, client, control)
      return result instanceof Promise ? this.#later(request, result) : this.#succeeded(request, result)
    } catch (error) {
      return this.#failed(request, error)
    }
  }

  #later(request: Request, result: Promise<Result>): Promise<Maybe<Response>> {
    return result.then(
      (late) => this.#succeeded(request, late),
      (error: unknown) => this.#failed(request, error),
    )
  }

  #succeeded({ id }: Request, result: Result): Maybe<Response> {
    if (id === undefined) return undefined
    return successResponse(
      id,
      result instanceof StreamedJson ? result.explaining(this.#parts.explain) : result,
    )
  }

  #failed(request: Request, error: unknown): Maybe<Response> {
    return failureResponse(request, this.#parts.explain(error))
  }

  #call(request: Request, client: RpcClient, control: CallControl): Later<Result> {
    const { method: name } = request
    const { methods, checksGrants = false } = this.#parts
    if (client.allows !== undefined && !client.allows(name)) throw notAvailable(name)
    const method = methods.find(name)
    if (method === undefined) throw methodNotFound()
    if (method !== 'unavailable' && method.isInternal === true && client.isGateway !== true)
      throw methodNotFound()
    if (method === 'unavailable') throw notAvailable(name)
    const isGranted = !checksGrants || method.needsGrant !== true || client.grants?.(name) !== false
    if (!isGranted) throw notGranted(name)
    if (client.isForeignPage === true && localModules.has(moduleOf(name))) throw foreignPage(name)
    const { runPrepared } = this.#parts
    if (runPrepared === undefined) return this.#run(method, request, client, control)
    return runPrepared(request, client, () => this.#run(method, request, client, control))
  }

  #run(method: Callable<Context>, request: Request, client: RpcClient, control: CallControl): Later<Result> {
    const { contextOf } = this.#parts
    const isHere = method.placement !== 'reader' || this.#parts.handOver === undefined
    if (!isHere) return this.#read(method, request, client, control)
    const answer = method.call(request.params, contextOf(client, control.meter))
    return answer instanceof DelegatedRead ? this.#runOther(answer, request, client, control) : answer
  }

  /** A notification has no response, so what it would read is not delivered. */
  #runOther(
    other: DelegatedRead<Context>,
    request: Request,
    client: RpcClient,
    control: CallControl,
  ): Later<Result> {
    const { method, params, onAnswered } = other
    if (request.id === undefined) return params instanceof Promise ? params.then(() => null) : null
    const settle = (answer: Result | DelegatedRead<Context>): Later<Result> =>
      answer instanceof DelegatedRead ? this.#runOther(answer, request, client, control) : answer
    const finish = (result: Result): Later<Result> => {
      const answer = onAnswered(result)
      return answer instanceof Promise ? answer.then(settle) : settle(answer)
    }
    const read = (known: readonly unknown[] | KnownResult): Later<Result> => {
      if (known instanceof KnownResult) return known.result
      if (control.isStopped) return null
      const result = this.#read(method, { ...request, method: method.name, params: known }, client, control)
      return result instanceof Promise ? result.then(finish) : finish(result)
    }
    if (!(params instanceof Promise)) return read(params)
    control.expectHandOver()
    return params.then(read)
  }

  /** A notification has no response, so its read is skipped. */
  #read(method: Callable<Context>, request: Request, client: RpcClient, control: CallControl): Later<Result> {
    const { handOver, contextOf } = this.#parts
    if (request.id === undefined) return null
    if (handOver !== undefined) return handOver.answer(method, request, client, control)
    return expectResult(method.call(request.params, contextOf(client, control.meter)))
  }
}
