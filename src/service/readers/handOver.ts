import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { LightTry } from '../../rpc/budget/lightTry.ts'
import type { WorkMeter } from '../../rpc/budget/workMeter.ts'
import type { RpcClient } from '../../rpc/envelope/answerContext.ts'
import type { CallControl } from '../../rpc/envelope/callControl.ts'
import type { Request } from '../../rpc/envelope/request.ts'
import { JsonText } from '../../rpc/json/jsonText.ts'
import type { Result } from '../../rpc/json/result.ts'
import type { Callable } from '../../rpc/method/callable.ts'
import { expectResult } from '../../rpc/method/callable.ts'
import type { ErrorDialect } from '../../rpc/method/context.ts'
import type { NetworkReaders } from './readerPool.ts'
import { ReaderBehind } from './readRequest.ts'

export interface HandOverParts<Context> {
  readonly readers: Pick<NetworkReaders, 'read'>
  /** The hash of the best block. */
  readonly head: () => Hash
  /** Time for a first try in this thread; 0 hands every read over at once. */
  readonly budgetMs: number
  readonly contextOf: (client: RpcClient, work: WorkMeter, light?: LightTry) => Context
  /** Of clients that do not choose. */
  readonly errors: ErrorDialect
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
}

/** Pairs of a client and a method, and clients, that are remembered. */
const remembered = 10_000
/** A client's fruitless first tries may take one part in this many of the thread's time. */
const partsOfTime = 20

/**
 * Answers reads: light ones in this thread, which is faster than asking another, heavy ones in a reader's thread. A call
 * is tried here first, unless the client's latest call of the method was heavy or a try of the client has just failed:
 * a client that sends light and heavy calls in turns would make others wait for every try.
 */
export class HandOver<Context> {
  readonly #parts: HandOverParts<Context>
  readonly #heavy = new BoundedMap<string, true>(remembered)
  /** Clients → the time of their next try. */
  readonly #nextTryMs = new BoundedMap<string, number>(remembered)
  #latestOfThem = 0

  constructor(parts: HandOverParts<Context>) {
    this.#parts = parts
  }

  answer(
    method: Callable<Context>,
    request: Request,
    client: RpcClient,
    control: CallControl,
  ): Result | Promise<Result> {
    const { budgetMs, contextOf } = this.#parts
    if (method.isLong || budgetMs === 0 || this.#wasHeavy(request, client) || this.#mustWait(client)) {
      return this.#handOver(method, request, client, control)
    }
    const light = new LightTry(budgetMs)
    try {
      return expectResult(method.call(request.params, contextOf(client, control.meter, light)))
    } catch (error) {
      if (!light.isSpent) throw error
    }
    this.#delayNextTry(client)
    return this.#handOver(method, request, client, control).then((result) => {
      if (result instanceof JsonText) light.keep?.(result)
      return result
    })
  }

  async #handOver(
    method: Callable<Context>,
    request: Request,
    client: RpcClient,
    control: CallControl,
  ): Promise<Result> {
    const { readers, head, contextOf, errors } = this.#parts
    const read = readers.read({
      method: request.method,
      params: request.params,
      errors: client.errors ?? errors,
      owner: client.name,
      head: head(),
      maximumLength: control.maximumLength,
      meter: control.meter,
      hold: (length) => control.hold(length),
    })
    control.handedOver(() => read.stop())
    try {
      return await read.answer
    } catch (error) {
      if (!(error instanceof ReaderBehind)) throw error
      return await expectResult(method.call(request.params, contextOf(client, control.meter)))
    } finally {
      this.#remember(pairOf(request, client), read.workedMs)
    }
  }

  #wasHeavy(request: Request, client: RpcClient): boolean {
    return this.#heavy.size > 0 && this.#heavy.has(pairOf(request, client))
  }

  #mustWait({ name }: RpcClient): boolean {
    if (this.#nextTryMs.size === 0) return false
    const nowMs = this.#parts.now()
    return nowMs < this.#latestOfThem && nowMs < (this.#nextTryMs.get(name) ?? 0)
  }

  #delayNextTry({ name }: RpcClient): void {
    const { now, budgetMs } = this.#parts
    this.#latestOfThem = now() + partsOfTime * budgetMs
    this.#nextTryMs.set(name, this.#latestOfThem)
  }

  /** `workedMs` is undefined for a call that has not ended. */
  #remember(pair: string, workedMs = Number.POSITIVE_INFINITY): void {
    if (workedMs < this.#parts.budgetMs) this.#heavy.delete(pair)
    else this.#heavy.set(pair, true)
  }
}

const pairOf = ({ method }: Request, { name }: RpcClient): string => `${method} ${name}`
