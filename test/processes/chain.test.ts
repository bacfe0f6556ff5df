import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toHex } from '../../src/primitives/hex.ts'
import { memoryStore } from '../../src/store/memoryStore.ts'
import type { Store } from '../../src/store/store.ts'
import { tableNames } from '../../src/store/tables.ts'
import { openChainOver, openFolder, recordedChain } from './chainFolder.ts'
import { startProcess } from './reportingProcess.ts'

const program = fileURLToPath(new URL('chainProcess.ts', import.meta.url))
const blocks = recordedChain()

let path: string
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'cambium-chain-'))
})
afterEach(() => rmSync(path, { recursive: true }))

/** A digest of every table that an import writes. */
function digestOf(store: Store): string {
  const digest = createHash('sha256')
  for (const table of tableNames) {
    if (table === 'meta') continue
    for (const { key, value } of store.range(table)) digest.update(key).update(value)
  }
  return digest.digest('hex')
}

/** Gives the digest of a store after an uninterrupted import up to a height. */
function uninterrupted(): (height: number) => string {
  const store = memoryStore()
  const chain = openChainOver(store)
  return (height) => {
    for (const block of blocks.slice(chain.head.number, height)) chain.import(block)
    return digestOf(store)
  }
}

describe('a chain whose process is killed while it imports', () => {
  it('reopens at a complete block, the last reported one or later, and ends with the same data', async () => {
    const digestAfter = uninterrupted()
    let reached = 0
    let waiting = startProcess(program, 'import', path)
    for (let kill = 0; kill < 8; kill++) {
      const { child, exited, nextReport } = waiting
      child.stdin?.write('go\n')
      // The start of a process takes longest: the next process starts in advance.
      waiting = startProcess(program, 'import', path)
      let reported = Number(await nextReport())
      setTimeout(() => child.kill('SIGKILL'), Math.random() * 100)
      for (let report = await nextReport(); report !== undefined; report = await nextReport())
        reported = Number(report)
      await exited

      const store = openFolder(path)
      const { head } = openChainOver(store)
      expect(head.number).toBeGreaterThanOrEqual(Math.max(reported, reached))
      expect(digestOf(store)).toBe(digestAfter(head.number))
      store.close()
      reached = head.number
    }
    waiting.child.kill('SIGKILL')
    await waiting.exited

    const store = openFolder(path)
    const chain = openChainOver(store)
    for (const block of blocks.slice(chain.head.number)) expect(chain.import(block).status).toBe('best')
    expect(toHex(chain.head.header.stateRoot)).toBe(toHex(blocks.at(-1)!.header.stateRoot))
    expect(digestOf(store)).toBe(digestAfter(blocks.length))
    store.close()
  }, 300_000)
})

describe('a chain in a read-only process', () => {
  it('follows the head of the writing process', async () => {
    const store = openFolder(path)
    const chain = openChainOver(store)
    const { exited, nextReport } = startProcess(program, 'follow', path)
    expect(await nextReport()).toMatchObject({ number: 0 })
    for (const block of blocks.slice(0, 20)) chain.import(block)
    let last: unknown
    for (let report = await nextReport(); report !== undefined; report = await nextReport()) last = report
    await exited
    const { header, transactions } = blocks[19]!
    expect(last).toEqual({
      number: 20,
      hash: toHex(header.hash),
      stateRoot: toHex(header.stateRoot),
      receipts: transactions.length,
    })
    store.close()
  })
})
