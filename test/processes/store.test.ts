import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asciiBytes } from '../../src/primitives/bytes.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { Store } from '../../src/store/store.ts'
import { bundledProgram } from './bundledProgram.ts'
import { numbered, numberedTables, numberedValue, readNumber, testStamp } from './numberedBatches.ts'
import { type ReportingProcess, startProcess } from './reportingProcess.ts'

const program = await bundledProgram(new URL('storeProcess.ts', import.meta.url))

let path: string
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'cambium-store-'))
})
afterEach(() => rmSync(path, { recursive: true }))

const start = (role: string): ReportingProcess => startProcess(program, role, path)

function writeNumber(store: Store, number: number, bytes: number): void {
  store.write((batch) => {
    batch.put('bodies', numbered(number), new Uint8Array(bytes))
    batch.put('transactions', numbered(number), new Uint8Array(10))
    batch.put('meta', asciiBytes('number'), numbered(number))
  })
}

describe('a store whose writer is killed', () => {
  it('reopens at a complete batch, the last reported one or later, and accepts further batches', async () => {
    let reached = 0
    let waiting = start('write')
    for (let kill = 0; kill < 8; kill++) {
      const { child, exited, nextReport } = waiting
      child.stdin?.write('go\n')
      // Starting a process is the slowest part, so the next process starts in advance.
      waiting = start('write')
      const delayMs = Math.random() * 40
      let reported = Number(await nextReport())
      setTimeout(() => child.kill('SIGKILL'), delayMs)
      for (let report = await nextReport(); report !== undefined; report = await nextReport())
        reported = Number(report)
      await exited

      const store = openStore({ ...testStamp, path })
      const number = readNumber(store)
      expect(number).toBeGreaterThanOrEqual(reported)
      expect(number).toBeGreaterThan(reached)
      for (const table of numberedTables) {
        const [last] = store.range(table, { reverse: true, limit: 1 })
        expect(last).toEqual({ key: numbered(number), value: numberedValue(number) })
        expect([...store.range(table)]).toHaveLength(number)
      }
      store.close()
      reached = number
    }
    waiting.child.kill('SIGKILL')
    await waiting.exited
  }, 300_000)
})

describe('a store used by several processes', () => {
  it('shows a reader one state during a snapshot, while the writer commits and the file grows', async () => {
    const store = openStore({ ...testStamp, path })
    writeNumber(store, 1, 10)
    const { child, exited, nextReport } = start('read')
    expect(await nextReport()).toEqual([1, 1, 1])
    for (let number = 2; number <= 20; number++) writeNumber(store, number, 1 << 20)
    child.stdin?.write('go\n')
    expect(await nextReport()).toEqual([1, 1, 1])
    expect(await nextReport()).toEqual([20, 20, 20])
    await exited
    store.close()
  })

  it('shows a reader the commits of the writer in the next turn of the event loop', async () => {
    const store = openStore({ ...testStamp, path })
    writeNumber(store, 1, 10)
    const { exited, nextReport } = start('follow')
    expect(await nextReport()).toBe(1)
    writeNumber(store, 2, 1 << 20)
    expect(await nextReport()).toBe(2)
    await exited
    store.close()
  })

  it('rejects a second writer while the first is open, and accepts it afterwards', async () => {
    const store = openStore({ ...testStamp, path })
    const refusal = {
      code: 'in-use',
      message: expect.stringMatching(`${path} is being written by process ${process.pid}`),
    }
    expect(await start('open').nextReport()).toEqual(refusal)
    writeNumber(store, 1, 10)
    store.close()
    expect(await start('open').nextReport()).toBe('opened')
  })

  it('accepts a writer after one that was killed', async () => {
    await start('abandon').exited
    const store = openStore({ ...testStamp, path })
    writeNumber(store, 1, 10)
    expect(readNumber(store)).toBe(1)
    store.close()
  })
})
