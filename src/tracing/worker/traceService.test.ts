import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chainStamp } from '../../chain/chainStamp.ts'
import { openChain } from '../../chain/openChain.ts'
import { asAddress } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { genesisBlock } from '../../protocol/genesis.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { memoryStore } from '../../store/memoryStore.ts'
import { openStore } from '../../store/openStore.ts'
import type { Store } from '../../store/store.ts'
import type { CallJob } from '../request/traceJob.ts'
import { defaultTraceLimits, type TraceLimits, TraceService } from './traceService.ts'
import type { TracedStore } from './traceThread.ts'

const stamp = chainStamp(regtest)
const genesisHash = genesisBlock(regtest).header.hash
const contract = asAddress(fromHex('c0de'.repeat(10)))
const zeroAddress = asAddress(new Uint8Array(20))

/** A call of a contract with this code. */
const callOf = (code: string, gas: number): CallJob => ({
  kind: 'call',
  call: { from: zeroAddress, to: contract, value: 0n, data: new Uint8Array(0), gas, gasPrice: 0n },
  block: genesisHash,
  overrides: [{ address: contract, code: fromHex(code) }],
  tracer: { name: 'struct-logs', disableMemory: false, disableStack: false, disableStorage: false },
})

/** Adds two numbers. */
const short = callOf('6001600201', 100_000)
/** JUMPDEST PUSH1 0 JUMP in a loop; the gas lasts for hours. */
const endless = callOf('5b600056', Number.MAX_SAFE_INTEGER)

function openFolder(path: string): Store {
  const store = openStore({ path, ...stamp, sync: 'none' })
  openChain({ store, network: regtest, clock: () => 0 })
  return store
}

function openTraces(store: TracedStore, limits: Partial<TraceLimits> = {}) {
  const errors: unknown[] = []
  const service = new TraceService({
    network: regtest,
    store,
    limits: { ...defaultTraceLimits, ...limits },
    onError: (error) => errors.push(error),
  })
  return { service, errors }
}

/** Closed when the test ends. */
function serviceOver(store: TracedStore, limits?: Partial<TraceLimits>) {
  const opened = openTraces(store, limits)
  onTestFinished(() => opened.service.close())
  return opened
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

describe('the trace service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-traces-'))
  const memory = { reader: memoryStore(), folder: undefined }
  let kept: Store
  /** Allows one waiting request, and only short traces. */
  let service: TraceService
  beforeAll(() => {
    openChain({ store: memory.reader, network: regtest, clock: () => 0 })
    kept = openFolder(join(folder, 'kept'))
    service = openTraces(memory, { waiting: 1, maximumLength: 1_000_000 }).service
  })
  afterAll(() => {
    service.close()
    kept.close()
    rmSync(folder, { recursive: true })
  })

  it('traces in a thread beside a store in memory', async () => {
    const { structLogs } = JSON.parse(await textOf(service.trace(short)))
    expect(structLogs.map(({ op }: { op: string }) => op)).toEqual(['PUSH1', 'PUSH1', 'ADD'])
  })

  it('reports why a trace cannot be made', async () => {
    const unknown = service.trace({ kind: 'parity-transaction', hash: genesisHash })
    await expect(unknown.next()).rejects.toMatchObject({ name: 'TraceError', code: 'unknown-transaction' })
  })

  it('makes no trace without a reader', async () => {
    for (let count = 0; count < 10; count++) service.trace(endless)
    expect(await textOf(service.trace(short))).toContain('ADD')
  })

  it('stops a trace whose reader leaves, and continues with the next', async () => {
    const left = service.trace(endless)
    expect((await left.next()).value).toContain('JUMPDEST')
    const next = textOf(service.trace(short))
    await left.return?.()
    expect(await next).toContain('ADD')
    expect(await left.next()).toEqual({ done: true, value: undefined })
  })

  it('drops a waiting request whose reader leaves', async () => {
    const running = service.trace(endless)
    await running.next()
    const waiting = service.trace(endless)
    const first = waiting.next()
    await waiting.return?.()
    expect(await first).toEqual({ done: true, value: undefined })
    const next = textOf(service.trace(short))
    await running.return?.()
    expect(await next).toContain('ADD')
  })

  it('refuses more traces than may wait', async () => {
    const running = service.trace(endless)
    await running.next()
    const waiting = service.trace(short).next()
    await expect(service.trace(short).next()).rejects.toMatchObject({ code: 'busy' })
    await running.return?.()
    expect((await waiting).value).toContain('PUSH1')
  })

  it('ends a trace that becomes too large', async () => {
    await expect(textOf(service.trace(endless))).rejects.toMatchObject({ code: 'too-large' })
    expect(await textOf(service.trace(short))).toContain('ADD')
  })

  it('ends running and waiting traces after the timeout', async () => {
    const { service: hurried } = serviceOver(memory, { timeoutMs: 2_000 })
    const texts = await Promise.allSettled([textOf(hurried.trace(endless)), textOf(hurried.trace(endless))])
    const reason = { code: 'timed-out' }
    expect(texts).toMatchObject([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ])
  })

  it('reports that its thread has ended, and starts another for the next trace', async () => {
    const path = join(folder, 'later')
    const store = { reader: memory.reader, folder: { path, stamp } }
    const { service: failing, errors } = serviceOver(store)
    const ends = [failing.trace(short).next(), failing.trace(short).next()]
    for (const end of ends) await expect(end).rejects.toMatchObject({ code: 'failed' })
    expect(errors).toMatchObject([{ code: 'folder-missing' }, { code: 'folder-missing' }])
    const later = openFolder(path)
    expect(await textOf(failing.trace(short))).toContain('ADD')
    failing.close()
    later.close()
  })

  it('ends an idle thread, and starts another for the next trace', async () => {
    const { service: idle } = serviceOver(
      { reader: kept, folder: { path: join(folder, 'kept'), stamp } },
      { idleMs: 0 },
    )
    expect(await textOf(idle.trace(short))).toContain('ADD')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await textOf(idle.trace(short))).toContain('ADD')
  })

  it('ends running and waiting traces when it is closed, after which the store can be closed at once', async () => {
    const path = join(folder, 'closed')
    const store = openFolder(path)
    const { service: ending } = serviceOver({
      reader: store,
      folder: { path, stamp },
    })
    const running = ending.trace(endless)
    await running.next()
    const waiting = ending.trace(short).next()
    ending.close()
    store.close()
    await expect(textOf(running)).rejects.toMatchObject({ code: 'closed' })
    await expect(waiting).rejects.toMatchObject({ code: 'closed' })
    await expect(ending.trace(short).next()).rejects.toMatchObject({ code: 'closed' })
  })
})
