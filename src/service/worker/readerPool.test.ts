import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chainStamp, openChain } from '../../chain/openChain.ts'
import type { NodeData } from '../../node/node.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { giveBack } from '../../primitives/work/lentBytes.ts'
import { genesisBlock } from '../../protocol/genesis.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { WorkMeter } from '../../rpc/budget/workMeter.ts'
import { plainResult } from '../../rpc/json/result.ts'
import { StreamedJson } from '../../rpc/json/streamedJson.ts'
import { defaultCallSettings } from '../../rpc/method/context.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import { openStore } from '../../store/openStore.ts'
import type { Store } from '../../store/store.ts'
import { defaultTraceLimits, type TraceLimits } from '../../tracing/run/traceLimits.ts'
import { ReaderNetwork } from '../readers/readerNetwork.ts'
import { defaultReaderLimits, ReaderPool, type ReaderPoolOptions } from '../readers/readerPool.ts'
import type { ReadCall } from '../readers/readRequest.ts'

const stamp = chainStamp(regtest)
const genesis = genesisBlock(regtest).header.hash
const contract = `0x${'c0de'.repeat(10)}`

/** The parameters of a trace of a contract with this code. */
const traceOf = (code: string, gas: number): [object, string, object] => [
  { to: contract, gas: `0x${gas.toString(16)}` },
  'latest',
  { stateOverrides: { [contract]: { code } } },
]
/** Adds two numbers. */
const short = traceOf('0x6001600201', 100_000)
/** JUMPDEST PUSH1 0 JUMP in a loop; the gas lasts for hours. */
const endless = traceOf('0x5b600056', Number.MAX_SAFE_INTEGER)

/** Calls the account 4 in a loop: every call is a node of the tree that a call tracer keeps in memory. */
const callLoop = '0x5b6000600060006000600060046000f150600056'

function openFolder(path: string): Store {
  const store = openStore({ path, ...stamp, flush: 'none' })
  openChain({ store, network: regtest, clock: () => 0 })
  return store
}

interface PoolOptions extends Partial<ReaderPoolOptions> {
  readonly traces?: Partial<TraceLimits>
}

/** A pool over one network: `read` starts a call, `text` waits for its answer. */
function openPool(data: NodeData, { traces, ...options }: PoolOptions = {}) {
  const errors: unknown[] = []
  const pool = new ReaderPool({
    threads: 1,
    ...defaultReaderLimits,
    onError: (error) => errors.push(error),
    ...options,
  })
  const node = {
    network: regtest,
    data,
    traces: { limits: { ...defaultTraceLimits, ...traces } },
    pending: () => {
      throw new Error('no pending block')
    },
  }
  const settings = {
    clientVersion: 'Cambium/test',
    errors: 'rootstock',
    ...defaultCallSettings,
    callGasCap: Number.MAX_SAFE_INTEGER,
    callTimeoutMs: 600_000,
  } as const
  const readers = pool.serve(new ReaderNetwork(node, settings))
  const read = (method: string, params: unknown, call: Partial<ReadCall> = {}) =>
    readers.read({
      method,
      params,
      errors: 'rootstock',
      owner: 'alice',
      head: genesis,
      maximumLength: 1e9,
      meter: new WorkMeter(),
      hold: () => undefined,
      ...call,
    })
  const trace = (params: unknown, call?: Partial<ReadCall>) => read('debug_traceCall', params, call)
  const result = async (method: string, params: unknown, call?: Partial<ReadCall>) =>
    plainResult(await read(method, params, call).answer)
  const traced = (params: unknown, call?: Partial<ReadCall>) => result('debug_traceCall', params, call)
  /** An endless trace whose first piece has arrived. */
  const running = async (call?: Partial<ReadCall>) => {
    const request = trace(endless, call)
    const answer = await request.answer
    if (!(answer instanceof StreamedJson)) throw new Error('an endless trace has pieces')
    return { request, pieces: answer.pieces[Symbol.asyncIterator]() }
  }
  return { pool, errors, read, trace, result, traced, running, close: () => readers.close() }
}

/** Closed when the test ends. */
function poolOver(data: NodeData, options?: PoolOptions) {
  const opened = openPool(data, options)
  onTestFinished(() => opened.pool.close())
  return opened
}

const added = { structLogs: [{ op: 'PUSH1' }, { op: 'PUSH1' }, { op: 'ADD' }] }

describe('a pool of readers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-readers-'))
  const memory = { store: memoryStore(), folder: undefined }
  const keptData = (): NodeData => ({ store: kept, folder: { path: join(folder, 'kept'), stamp } })
  let kept: Store
  let shared: ReturnType<typeof openPool>
  beforeAll(() => {
    openChain({ store: memory.store, network: regtest, clock: () => 0 })
    kept = openFolder(join(folder, 'kept'))
    shared = openPool(memory, { waitingPerOwner: 1, traces: { maximumLength: 1_000_000 } })
  })
  afterAll(() => {
    shared.pool.close()
    kept.close()
    rmSync(folder, { recursive: true })
  })

  it('reads a store in the memory of another thread, and a folder', async () => {
    expect(await shared.traced(short)).toMatchObject(added)
    const opened = poolOver(keptData())
    expect(await opened.result('eth_call', [{ to: contract }])).toBe('0x')
    expect(await opened.result('eth_getLogs', [{ fromBlock: '0x0' }])).toEqual([])
  })

  it('answers with the errors of the catalogue', async () => {
    const call = shared.result('eth_call', [{ to: contract }, '0x77'])
    await expect(call).rejects.toMatchObject({ name: 'RpcError', code: -32602 })
    await expect(shared.result('trace_get', [`0x${'12'.repeat(32)}`])).rejects.toMatchObject({ code: -32602 })
  })

  it('counts the work of a call', async () => {
    const meter = new WorkMeter()
    await shared.result('eth_call', [{ to: contract }], { meter })
    expect(meter.work(0)).toEqual({ units: 1.025, gas: 21_000, logs: 0, bytes: 0 })
  })

  it('refuses an answer that exceeds its maximum length before the first piece', async () => {
    const call = shared.result('eth_getBlockByNumber', ['0x0'], { maximumLength: 100 })
    await expect(call).rejects.toMatchObject({ code: -32011 })
  })

  it('stops a call whose client disconnects, and continues with the next', async () => {
    const { pieces } = await shared.running()
    const next = shared.traced(short)
    await pieces.return?.()
    expect(await next).toMatchObject(added)
  })

  it('drops a waiting call whose client disconnects', async () => {
    const one = poolOver(memory)
    const { pieces } = await one.running()
    const waiting = one.trace(endless)
    waiting.stop()
    await expect(waiting.answer).rejects.toThrow()
    const next = one.traced(short)
    await pieces.return?.()
    expect(await next).toMatchObject(added)
  })

  it('refuses more calls of one client than may wait, but accepts those of others', async () => {
    const { pieces } = await shared.running()
    const waiting = shared.traced(short)
    await expect(shared.trace(short).answer).rejects.toMatchObject({ code: -32005, data: 'waiting calls' })
    expect(await shared.traced(short, { owner: 'bob' })).toMatchObject(added)
    await pieces.return?.()
    expect(await waiting).toMatchObject(added)
  })

  it('keeps pieces for a slow client up to its limit, and frees the thread', async () => {
    const held: number[] = []
    const hold = (length: number) => {
      held.push(length)
      return () => void held.pop()
    }
    const limited = poolOver(memory, { traces: { maximumLength: 4_000_000 } })
    const { pieces } = await limited.running({ hold })
    expect(await limited.traced(short)).toMatchObject(added)
    expect(held.length).toBeGreaterThan(8)
    await pieces.return?.()
    expect(held).toEqual([])
  })

  it('ends answers that are not read when others wait for a thread, and charges their work', async () => {
    const crowded = poolOver(memory)
    const meter = new WorkMeter()
    const unread = [await crowded.running({ meter }), await crowded.running({ owner: 'bob' })]
    expect(await crowded.traced(short, { owner: 'carol' })).toMatchObject(added)
    expect(await crowded.traced(short, { owner: 'dave' })).toMatchObject(added)
    const rest = async ({ pieces }: (typeof unread)[number]) => {
      while (!(await pieces.next()).done);
    }
    await expect(rest(unread[0]!)).rejects.toMatchObject({ code: -32005, data: 'unread answers' })
    expect(meter.work(0).units).toBeGreaterThan(10)
    await unread[1]!.pieces.return?.()
  })

  it('does not end an unread answer while only its own client waits for a thread', async () => {
    const one = poolOver(memory)
    const { request, pieces } = await one.running()
    const next = one.traced(short)
    await expect.poll(() => request.isBlocked).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(request.isBlocked).toBe(true)
    await pieces.return?.()
    expect(await next).toMatchObject(added)
  })

  it('restarts a call of a client with several threads when a client without one waits', async () => {
    const { pool, read, traced } = poolOver(memory, { threads: 2 })
    const loop = [{ data: '0x5b600056', gas: '0x1fffffffffffff' }]
    // A thread that is still starting cannot stop a call in time.
    await Promise.all(['alice', 'bob', 'carol'].map((owner) => traced(short, { owner })))
    const before = pool.status.started
    const started = (count: number) => expect.poll(() => pool.status.started - before).toBe(count)
    const calls: ReturnType<typeof read>[] = []
    for (const owner of ['alice', 'alice', 'bob']) {
      calls.push(read('eth_call', loop, { owner }))
      await started(calls.length)
    }
    expect(await traced(short, { owner: 'carol' })).toMatchObject(added)
    expect(calls.map(({ isEnded }) => isEnded)).toEqual([false, false, false])
    const [, interrupted, other] = calls
    other!.stop()
    await expect(other!.answer).rejects.toThrow()
    await started(5)
    expect(interrupted!.isEnded).toBe(false)
    for (const call of calls.slice(0, 2)) {
      call.stop()
      await expect(call.answer).rejects.toThrow()
    }
  })

  it('ends one of several answers of a client, even if it reads them, when a client without a thread waits', async () => {
    const { traced, running } = poolOver(memory, { threads: 2 })
    const rest = async ({ pieces }: Awaited<ReturnType<typeof running>>) => {
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) giveBack(next.value)
    }
    const ended: unknown[] = []
    const answers = [await running(), await running(), await running({ owner: 'bob' })]
    for (const answer of answers) rest(answer).catch((error: unknown) => ended.push(error))
    expect(await traced(short, { owner: 'carol' })).toMatchObject(added)
    expect(ended).toMatchObject([{ code: -32005, data: 'reader threads' }])
    expect(answers.map(({ request }) => request.isEnded)).toEqual([false, true, false])
    for (const { request } of answers) request.stop()
  })

  it('drops a waiting call of the client with the most waiting calls to make room for another client', async () => {
    const full = poolOver(memory, { waiting: 2 })
    const occupied = [await full.running(), await full.running({ owner: 'bob' })]
    const [first, second] = [full.traced(short), full.traced(short)]
    const newcomer = full.traced(short, { owner: 'carol' })
    await expect(first).rejects.toMatchObject({ code: -32005, data: 'waiting calls' })
    for (const { pieces } of occupied) await pieces.return?.()
    expect(await Promise.all([second, newcomer])).toMatchObject([added, added])
  })

  it('ends a trace that becomes too large, and one that takes too long', async () => {
    await expect(shared.traced(endless)).rejects.toMatchObject({ code: -32011 })
    const hurried = poolOver(memory, { traces: { timeoutMs: 200 } })
    await expect(hurried.traced(endless)).rejects.toMatchObject({
      code: -32011,
      message: 'the trace took longer than the time allowed for it',
    })
  })

  it('waits until it sees the best block of the caller, and rejects if it never does', async () => {
    const unknown = new Uint8Array(genesis).fill(7) as Hash
    const late = poolOver(keptData())
    await expect(late.result('eth_call', [{}], { head: unknown })).rejects.toMatchObject({
      name: 'ReaderBehind',
    })
    expect(await late.result('eth_call', [{ to: contract }])).toBe('0x')
  })

  it('answers an internal error when its thread ends, and replaces the thread', async () => {
    const { result, traced, errors, pool } = poolOver(memory, { heapMegabytes: 64 })
    const [call, block, options] = traceOf(callLoop, Number.MAX_SAFE_INTEGER)
    const tree = traced([call, block, { ...options, tracer: 'callTracer' }])
    const next = result('eth_call', [{ to: contract }])
    await expect(tree).rejects.toMatchObject({ code: -32603 })
    expect(errors).toMatchObject([{ code: 'ERR_WORKER_OUT_OF_MEMORY' }])
    expect(await next).toBe('0x')
    expect(pool.status.crashed).toBe(1)
  })

  it('reports a store that cannot be opened, and tries again with the next call', async () => {
    const path = join(folder, 'later')
    const { result, errors } = poolOver({ store: memory.store, folder: { path, stamp } })
    await expect(result('eth_call', [{ to: contract }])).rejects.toMatchObject({ code: -32603 })
    expect(errors).toMatchObject([{ message: expect.stringContaining('there is no store in') }])
    const later = openFolder(path)
    onTestFinished(() => later.close())
    expect(await result('eth_call', [{ to: contract }])).toBe('0x')
  })

  it('ends an idle thread, and starts another for the next call', async () => {
    const { result, pool } = poolOver(keptData(), { idleMs: 0 })
    expect(await result('eth_call', [{ to: contract }])).toBe('0x')
    await expect.poll(() => pool.status.threads).toBe(0)
    expect(await result('eth_call', [{ to: contract }])).toBe('0x')
    expect(pool.status.crashed).toBe(0)
  })

  it('ends the calls of a closed network, whose store may be closed immediately', async () => {
    const path = join(folder, 'closed')
    const store = openFolder(path)
    const ending = poolOver({ store, folder: { path, stamp } })
    const { pieces } = await ending.running()
    const waiting = ending.trace(short).answer
    ending.close()
    store.close()
    const closed = { code: -32000, message: 'the node is closed' }
    const rest = (async () => {
      while (!(await pieces.next()).done);
    })()
    await expect(rest).rejects.toMatchObject(closed)
    await expect(waiting).rejects.toMatchObject(closed)
    await expect(ending.trace(short).answer).rejects.toMatchObject(closed)
  })
})
