import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { maximumSliceMs } from './bounds.ts'
import { fullChain, openHeavyWorld } from './heavyChain.ts'
import { openHeavyServer } from './heavyServer.ts'
import { judgedCall } from './judgedCall.ts'
import { type Judged, judgedTurns, type SliceMeter } from './judgedTurns.ts'
import { slowness } from './slowness.ts'
import { isOwnChains, judgedMethods, makesBlock, worstCalls } from './worstCalls.ts'
import { worstRequests } from './worstRequests.ts'

/* A process that calls methods and paths of a server on the full heavy chain and reports the longest slice of its main thread. */

export interface TimedSlice {
  readonly method: string
  readonly kind: 'single' | 'batch' | 'request'
  /** The longest turn of the event loop, in milliseconds of processor time of the reference machine. */
  readonly ms: number
  readonly bound: keyof typeof maximumSliceMs
  readonly beginning: string
}

export type JudgeMessage =
  | { readonly kind: 'ready'; readonly seconds: number }
  | TimedSlice
  | { readonly kind: 'end' }

/** Each body is judged for this time; most are answered long before. */
const judgedMs = 1_000
/**
 * A body with a longer slice than allowed is judged again, and the shortest of its longest slices counts: the compilation of
 * functions, and other load on the machine, lengthen slices now and then, heavy work lengthens them in every run.
 */
const maximumRuns = 5
const batchLength = 100
const nanosecondsPerMs = 1e6
const pauseMs = 0.05

/** Processor time of the main thread, which waits and other programs do not lengthen. */
class ThreadTime implements SliceMeter {
  readonly #never = new Int32Array(new SharedArrayBuffer(4))
  #beforeMs = 0

  look(): number {
    // The kernel counts the time up to the last tick or pause of the thread.
    Atomics.wait(this.#never, 0, 0, pauseMs)
    const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')
    const nowMs = Number(nanoseconds) / nanosecondsPerMs
    const ms = nowMs - this.#beforeMs
    this.#beforeMs = nowMs
    return ms
  }
}

const send = (message: JudgeMessage): void => void process.send?.(message)

const names = new Set(process.argv.slice(2))
const startedAt = performance.now()
const world = await openHeavyWorld(fullChain)
const { chain, node, service } = world
const server = await openHeavyServer(world, { keys: 5_000, callers: 100, hours: 48 })
send({ kind: 'ready', seconds: (performance.now() - startedAt) / 1000 })
const meter = new ThreadTime()

/** Says when a body has been judged for long enough. */
function timeOfJudging(): () => boolean {
  const endMs = performance.now() + judgedMs
  return () => performance.now() > endMs
}

/** The garbage of the chain and of other bodies is collected before a body is judged, which then has its own only. */
function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error('the judge needs node --expose-gc')
  globalThis.gc()
}

async function judgeBody(
  { method, kind, bound }: Pick<TimedSlice, 'method' | 'kind' | 'bound'>,
  judge: () => Promise<Judged>,
): Promise<void> {
  let ms = Number.POSITIVE_INFINITY
  let beginning = ''
  for (let run = 0; run < maximumRuns && (run === 0 || ms > maximumSliceMs[bound]); run++) {
    collectGarbage()
    const factor = slowness()
    const judged = await judge()
    ms = Math.min(ms, judged.maximum / factor)
    beginning = judged.beginning
  }
  send({ method, kind, ms, bound, beginning })
}

for (const request of worstRequests(chain)) {
  const { title } = request
  if (names.size > 0 && !names.has(title)) continue
  await judgeBody({ method: title, kind: 'request', bound: 'turn' }, () =>
    judgedTurns(() => server.begin(request), meter, timeOfJudging(), nextTurn),
  )
}

for (const method of judgedMethods) {
  const { name } = method
  if (names.size > 0 && !names.has(name)) continue
  const bound = isOwnChains(method) ? 'own-chain' : makesBlock(method) ? 'block' : 'turn'
  const request = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: name,
    params: worstCalls[name]?.(chain) ?? [],
  })
  for (const kind of ['single', 'batch'] as const) {
    // A batch of commands of a local chain would take minutes, and waits for nobody.
    if (kind === 'batch' && bound === 'own-chain') continue
    await judgeBody({ method: name, kind, bound }, () => {
      const body =
        kind === 'single' ? request(1) : Array.from({ length: batchLength }, (_, id) => request(id))
      // Assembled once for each change of the pool; the methods that make blocks are judged for it.
      if (bound === 'turn') node.pending()
      return judgedCall(service, body, meter, timeOfJudging())
    })
  }
}
send({ kind: 'end' })
await server.close()
world.close()
process.exit(0)
