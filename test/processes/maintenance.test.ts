import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { copyUnderHashes } from '../../src/chain/nodesUnderHashes.cases.ts'
import { hasNodesUnderHashes } from '../../src/chain/pruning/rewriteStates.ts'
import { StateNotKept } from '../../src/chain/storage/stateNotKept.ts'
import { stateTables } from '../../src/chain/storage/stateTables.ts'
import { verifyChain } from '../../src/chain/verify/verifyChain.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { StoreError } from '../../src/store/errors.ts'
import { memoryStore } from '../../src/store/memory/memoryStore.ts'
import { bundledProgram } from './bundledProgram.ts'
import { openChainOver, openFolder, recordedChain } from './chainFolder.ts'
import { startProcess } from './reportingProcess.ts'
import { TemporaryFolder } from './temporaryFolder.ts'

const program = await bundledProgram(new URL('maintenanceProcess.ts', import.meta.url))
const blocks = recordedChain()

/** `CAMBIUM_KILLS=100 npm run test:damage` hits every phase. Compacting runs only in long runs. */
const { CAMBIUM_KILLS: kills = '1' } = process.env
const isLongRun = Number(kills) > 1

let folder: TemporaryFolder
beforeEach(() => {
  folder = new TemporaryFolder()
})
afterEach(() => folder.remove())

/** Starts a process that works on a folder and kills it after a while, repeatedly. */
async function killRepeatedly(
  [role, ...paths]: readonly [string, ...string[]],
  check: () => void,
): Promise<void> {
  let waiting = startProcess(program, role, ...paths)
  for (let kill = 0; kill < Number(kills); kill++) {
    const { child, exited, nextReport } = waiting
    child.stdin?.write('go\n')
    // Starting a process is the slowest part, so the next process starts in advance.
    waiting = startProcess(program, role, ...paths)
    await nextReport()
    setTimeout(() => child.kill('SIGKILL'), Math.random() * 150)
    while ((await nextReport()) !== undefined);
    await exited
    check()
  }
  waiting.child.kill('SIGKILL')
  await waiting.exited
}

function stateDigest(chain: Chain, number: number): string {
  const digest = createHash('sha256')
  for (const [key, value] of chain.stateAt(number)!.commit().entries()) digest.update(key).update(value)
  return digest.digest('hex')
}

describe('a process that is killed while it prunes', () => {
  it('leaves every kept state whole', async () => {
    const archive = openChainOver(memoryStore())
    for (const block of blocks) archive.import(block)
    const path = folder.at('chain')
    await killRepeatedly(['prune', path], () => {
      const store = openFolder(path)
      const chain = openChainOver(store)
      const { firstKept } = stateTables(store)
      for (let number = 0; number <= chain.head.number; number++) {
        if (number < firstKept) expect(() => chain.stateAt(number)).toThrow(StateNotKept)
        else expect(stateDigest(chain, number)).toBe(stateDigest(archive, number))
      }
      store.close()
    })
    const store = openFolder(path)
    const chain = openChainOver(store)
    for (const block of blocks.slice(chain.head.number)) expect(chain.import(block).status).toBe('best')
    expect(stateDigest(chain, blocks.length)).toBe(stateDigest(archive, blocks.length))
    store.close()
  }, 300_000)
})

describe('a process that is killed while it copies a folder in use', () => {
  it('leaves a copy that is refused until a later run completes it', async () => {
    const [path, copy] = [folder.at('chain'), folder.at('copy')]
    const store = openFolder(path)
    const chain = openChainOver(store)
    for (const block of blocks.slice(0, 60)) chain.import(block)
    await killRepeatedly(['backup', path, copy], () => {
      chain.import(blocks[chain.head.number]!)
      try {
        const copied = openFolder(copy, true)
        expect([...verifyChain(copied, regtest)].filter((step) => 'finding' in step)).toEqual([])
        copied.close()
      } catch (error) {
        expect(error).toBeInstanceOf(StoreError)
      }
    })
    const { child, exited } = startProcess(program, 'backup', path, copy)
    child.stdin?.end('go\n')
    await exited
    const copied = openFolder(copy)
    expect([...verifyChain(copied, regtest)].filter((step) => 'finding' in step)).toEqual([])
    expect(openChainOver(copied).head.hash).toEqual(chain.head.hash)
    copied.close()
    store.close()
  }, 300_000)
})

describe.runIf(isLongRun)('a process that is killed while it compacts a folder', () => {
  it('leaves a new file that is refused until a later run completes it', async () => {
    const [clustered, path, compacted] = [folder.at('clustered'), folder.at('chain'), folder.at('compacted')]
    const source = openFolder(clustered)
    const archive = openChainOver(source)
    for (const block of blocks.slice(0, 60)) archive.import(block)
    const store = openFolder(path)
    copyUnderHashes(source, store)
    const expected = stateDigest(archive, 60)
    store.close()
    const check = (): void => {
      try {
        openFolder(compacted, true).close()
      } catch (error) {
        expect(error).toBeInstanceOf(StoreError)
      }
    }
    await killRepeatedly(['compact', path, compacted], check)
    const { child, exited } = startProcess(program, 'compact', path, compacted)
    child.stdin?.end('go\n')
    await exited
    const rewritten = openFolder(compacted)
    expect([...verifyChain(rewritten, regtest)].filter((step) => 'finding' in step)).toEqual([])
    expect(hasNodesUnderHashes(rewritten)).toBe(false)
    const chain = openChainOver(rewritten)
    for (const number of [0, 17, 59]) expect(stateDigest(chain, number)).toBe(stateDigest(archive, number))
    expect(stateDigest(chain, 60)).toBe(expected)
    rewritten.close()
    source.close()
  }, 300_000)
})
