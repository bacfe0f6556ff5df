import { BoundedMap } from '../primitives/bounds/boundedMap.ts'
import type { Hash } from '../primitives/bytes.ts'
import type { Later } from '../primitives/work/later.ts'
import type { Span } from '../remote/requestTrace.ts'
import type { WorkMeter } from '../rpc/budget/workMeter.ts'
import type { Answerer, Call } from '../rpc/envelope/call.ts'
import { JsonText } from '../rpc/json/jsonText.ts'
import type { Result } from '../rpc/json/result.ts'
import type { NetworkReaders } from '../service/readers/readerPool.ts'
import { ReaderBehind } from '../service/readers/readRequest.ts'

export interface InThreadsParts {
  readonly readers: Pick<NetworkReaders, 'read' | 'isBusy'>
  /** The hash of the best block. */
  readonly head: () => Hash
  /** Units of work of a first try in the main thread; 0 gives every read to the threads at once. */
  readonly tryUnits: number
}

/** Work of a first try, about 2 ms: 200,000 gas, 200 values of the trie or 2,000 logs. */
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
 * Heavy reads run in reader threads. A read runs in the main thread, which is faster than asking another, until it has done
 * the work of a first try; then it starts over in a reader thread. While all of those are busy, a client without wasted work
 * may do more here, so that its call does not wait beside an idle thread. Tries of a client that has wasted too much work are
 * short, but never shorter than a light call. Short tries do not count as wasted, so a client whose calls are of medium weight
 * gets whole tries again after heavy ones.
 */
export function inThreads(inner: Answerer, parts: InThreadsParts): Answerer {
  const { readers, tryUnits } = parts
  /** Clients → units of wasted work that other work has not outweighed yet. */
  const wastedUnits = new BoundedMap<string, number>(maximumClients)

  const unitsFor = (name: string): number => {
    const wasted = wastedUnits.size === 0 ? 0 : (wastedUnits.get(name) ?? 0)
    if (wasted === 0) return readers.isBusy() ? busyFactor * tryUnits : tryUnits
    return wasted > maximumWastedTries * tryUnits ? minimumTryUnits : tryUnits
  }

  const outweigh = (name: string, units: number): void => {
    const wasted = wastedUnits.get(name)
    if (wasted === undefined) return
    if (wasted <= units) wastedUnits.delete(name)
    else wastedUnits.set(name, wasted - units)
  }

  const answerInThread = async (call: Call): Promise<Result> => {
    const { meter, client } = call
    meter.endTry()
    const read = readers.read({
      method: call.name,
      params: call.params,
      errors: call.errors,
      owner: client.name,
      requestId: client.requestId,
      head: parts.head(),
      maximumLength: call.limits.answerBytes,
      meter,
      hold: (length) => call.hold(length),
    })
    call.movesTo(() => read.stop())
    const span = call.span('reader thread', 'internal')
    try {
      const result = await read.answer
      if (result instanceof JsonText) meter.keep?.(result)
      return result
    } catch (error) {
      if (!(error instanceof ReaderBehind)) throw error
      return await inner(call)
    } finally {
      if (span !== undefined) endWithWork(span, meter)
      outweigh(client.name, meter.work(0).units / readerWorkDivisor)
    }
  }

  return (call): Later<Result> => {
    const { method, meter, client } = call
    if (method.placement !== 'reader') return inner(call)
    if (method.isLong || tryUnits === 0) return answerInThread(call)
    meter.beginTry(unitsFor(client.name))
    try {
      const result = inner(call)
      if (wastedUnits.size > 0) outweigh(client.name, meter.tried)
      return result
    } catch (error) {
      if (!meter.isTryOver) throw error
    }
    const wasted = meter.tried - minimumTryUnits
    if (wasted > 0) wastedUnits.set(client.name, (wastedUnits.get(client.name) ?? 0) + wasted)
    return answerInThread(call)
  }
}

function endWithWork(span: Span, meter: WorkMeter): void {
  const { units, gas, logs } = meter.work(0)
  span.set('cambium.units', units)
  span.set('cambium.gas', gas)
  span.set('cambium.logs', logs)
  span.end()
}
