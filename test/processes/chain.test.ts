import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { memoryStore } from '../../src/store/memory/memoryStore.ts'
import type { Store } from '../../src/store/store.ts'
import { type TableName, tableNames } from '../../src/store/tables.ts'
import { Trie } from '../../src/trie/trie.ts'
import { bundledProgram } from './bundledProgram.ts'
import { openChainOver, openFolder, recordedChain } from './chainFolder.ts'
import { startProcess } from './reportingProcess.ts'

const program = await bundledProgram(new URL('chainProcess.ts', import.meta.url))
const blocks = recordedChain()

let path: string
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'cambium-chain-'))
})
afterEach(() => rmSync(path, { recursive: true }))

/** `CAMBIUM_KILLS=100 npm run test:damage` hits every phase of a save. */
const { CAMBIUM_KILLS: kills = 1 } = process.env

const stateTables: readonly TableName[] = ['states', 'clusters', 'values']

/** A digest of every table that an import writes, or of all but the states. */
function digestOf(store: Store, withStates = true): string {
  const digest = createHash('sha256')
  for (const table of tableNames) {
    if (table === 'meta' || (!withStates && stateTables.includes(table))) continue
    for (const { key, value } of store.range(table)) digest.update(key).update(value)
  }
  return digest.digest('hex')
}

/** Returns a function that gives the digest of a store after an uninterrupted import up to a height. */
function uninterrupted(withStates: boolean): (height: number) => string {
  const store = memoryStore()
  const chain = openChainOver(store)
  return (height) => {
    for (const block of blocks.slice(chain.head.number, height)) chain.import(block)
    return digestOf(store, withStates)
  }
}

/** The root of the state, computed from all its entries. */
function rootOfEntries(chain: Chain): string {
  let trie = Trie.empty()
  for (const [key, value] of chain.stateAt('latest')!.commit().entries()) trie = trie.put(key, value)
  return toHex(trie.hash())
}

const roles = [
  { role: 'import', withStates: true },
  { role: 'import groups', withStates: true },
  { role: 'import groups with last states', withStates: false },
]

describe('a chain whose process is killed while it imports', () => {
  it.each(roles)(
    'reopens at a complete block: $role',
    async ({ role, withStates }) => {
      const digestAfter = uninterrupted(withStates)
      let reached = 0
      let waiting = startProcess(program, role, path)
      for (let kill = 0; kill < Number(kills); kill++) {
        const { child, exited, nextReport } = waiting
        child.stdin?.write('go\n')
        // Starting a process is the slowest part, so the next process starts in advance.
        waiting = startProcess(program, role, path)
        let reported = Number(await nextReport())
        setTimeout(() => child.kill('SIGKILL'), Math.random() * 100)
        for (let report = await nextReport(); report !== undefined; report = await nextReport())
          reported = Number(report)
        await exited

        const store = openFolder(path)
        const chain = openChainOver(store)
        const { head } = chain
        // The last reported block or a later one.
        expect(head.number).toBeGreaterThanOrEqual(Math.max(reported, reached))
        expect(digestOf(store, withStates)).toBe(digestAfter(head.number))
        expect(rootOfEntries(chain)).toBe(toHex(head.header.stateRoot))
        store.close()
        reached = head.number
      }
      waiting.child.kill('SIGKILL')
      await waiting.exited

      const store = openFolder(path)
      const chain = openChainOver(store)
      for (const block of blocks.slice(chain.head.number)) expect(chain.import(block).status).toBe('best')
      expect(rootOfEntries(chain)).toBe(toHex(blocks.at(-1)!.header.stateRoot))
      expect(digestOf(store, withStates)).toBe(digestAfter(blocks.length))
      store.close()
    },
    300_000,
  )
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
