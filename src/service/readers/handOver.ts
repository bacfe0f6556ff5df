import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { Hash } from '../../primitives/bytes.ts'
import type { WorkMeter } from '../../rpc/budget/workMeter.ts'
import { gasPerUnit, unitsOf } from '../../rpc/budget/workPrices.ts'
import type { RpcClient } from '../../rpc/envelope/answerContext.ts'
import type { Call } from '../../rpc/envelope/call.ts'
import type { Request } from '../../rpc/envelope/request.ts'
import { JsonText } from '../../rpc/json/jsonText.ts'
import type { Result } from '../../rpc/json/result.ts'
import type { ReadCallable } from '../../rpc/method/callable.ts'
import type { ErrorDialect } from '../../rpc/method/context.ts'
import type { Span } from '../../upstream/requestTrace.ts'
import type { NetworkReaders } from './readerPool.ts'
import { ReaderBehind } from './readRequest.ts'

export interface HandOverParts<Context> {
  readonly readers: Pick<NetworkReaders, 'read' | 'isBusy'>
  /** The hash of the best block. */
  readonly head: () => Hash
  /** Units of work of a first try in the main thread; 0 hands every read over at once. */
  readonly tryUnits: number
  readonly contextOf: (client: RpcClient, work: WorkMeter) => Context
  /** The dialect for clients that do not choose one. */
  readonly errors: ErrorDialect
}

/** Work of a first try: 200,000 gas, 200 values of the trie or 2,000 logs, each about 2 ms at most. */
export const defaultTryUnits = 40
/** Work that every call may do in the main thread: twice what `balanceOf` of a token behind a proxy takes. */
const minimumTryUnits = 8
/** While all threads are busy, a first try may do this many times as much work. */
const busyFactor = 4
/**
 * A client gets short tries while its wasted work exceeds this many whole tries. Successful tries reduce the wasted work by
 * their own work, and reader threads by a hundredth of what they do for the client.
 */
const maximumWastedTries = 4
const readerWorkDivisor = 100
/** Maximum clients whose wasted work is remembered. */
const maximumClients = 10_000

/**
 * Answers reads. A call runs in the main thread, which is faster than asking another, until it has done the work of a first
 * try; then it starts over in a reader thread. While all of those are busy, a client without wasted work may do more here,
 * so that its call does not wait beside an idle thread. Tries of a client that has wasted too much work are short, but never
 * shorter than a light call. Short tries do not count as wasted, so a client whose calls are of medium weight gets whole
 * tries again after heavy ones.
 */
export class HandOver<Context> {
  readonly #parts: HandOverParts<Context>
  /** Clients → units of wasted work that other work has not outweighed yet. */
  readonly #wasted = new BoundedMap<string, number>(maximumClients)

  constructor(parts: HandOverParts<Context>) {
    this.#parts = parts
  }

  answer(method: ReadCallable<Context>, request: Request, call: Call): Result | Promise<Result> {
    const { tryUnits, contextOf } = this.#parts
    const { meter } = call
    const { client } = call.context
    if (method.isLong || tryUnits === 0) return this.#handOver(method, request, call)
    meter.limit(this.#unitsFor(client.name))
    try {
      const result = method.call(request.params, contextOf(client, meter))
      if (this.#wasted.size > 0) this.#outweigh(client.name, meter.tried)
      return result
    } catch (error) {
      if (!meter.isSpent) throw error
    }
    // The client pays for the abandoned try too.
    meter.addGas(meter.tried * gasPerUnit)
    const wasted = meter.tried - minimumTryUnits
    if (wasted > 0) this.#wasted.set(client.name, (this.#wasted.get(client.name) ?? 0) + wasted)
    return this.#handOver(method, request, call)
  }

  #unitsFor(name: string): number {
    const { tryUnits, readers } = this.#parts
    const wasted = this.#wasted.size === 0 ? 0 : (this.#wasted.get(name) ?? 0)
    if (wasted === 0) return readers.isBusy() ? busyFactor * tryUnits : tryUnits
    return wasted > maximumWastedTries * tryUnits ? minimumTryUnits : tryUnits
  }

  async #handOver(method: ReadCallable<Context>, request: Request, call: Call): Promise<Result> {
    const { readers, head, contextOf, errors } = this.#parts
    const { meter, context } = call
    const { client } = context
    meter.limit(Number.POSITIVE_INFINITY)
    const read = readers.read({
      method: request.method,
      params: request.params,
      errors: client.errors ?? errors,
      owner: client.name,
      requestId: client.requestId,
      head: head(),
      maximumLength: context.limits.answerBytes,
      meter,
      hold: (length) => context.hold(length),
    })
    call.handedOver(() => read.stop())
    const span = client.trace?.span?.begin('reader thread', 'internal')
    try {
      const result = await read.answer
      if (result instanceof JsonText) meter.keep?.(result)
      return result
    } catch (error) {
      if (!(error instanceof ReaderBehind)) throw error
      return await method.call(request.params, contextOf(client, meter))
    } finally {
      if (span !== undefined) endWithWork(span, meter)
      this.#outweigh(client.name, unitsOf({ ...meter.work(0), threadMs: 0 }) / readerWorkDivisor)
    }
  }

  #outweigh(name: string, units: number): void {
    const wasted = this.#wasted.get(name)
    if (wasted === undefined) return
    if (wasted <= units) this.#wasted.delete(name)
    else this.#wasted.set(name, wasted - units)
  }
}

/** The part of the span beyond `cambium.thread_ms` was waiting for a thread. */
function endWithWork(span: Span, meter: WorkMeter): void {
  const { threadMs, gas, logs } = meter.work(0)
  span.set('cambium.thread_ms', threadMs)
  span.set('cambium.gas', gas)
  span.set('cambium.logs', logs)
  span.end()
}
