import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DevelopmentChain, startDevelopmentChain } from './developmentChain.ts'
import { type InstalledProject, installProject } from './installedProject.ts'

/* A project of Hardhat 2 with its toolbox, OpenZeppelin and Uniswap, unchanged but for the URL of the network. */

describe('a Hardhat 2 project', () => {
  let project: InstalledProject
  let chain: DevelopmentChain
  beforeAll(async () => {
    project = await installProject('hardhat2')
    chain = await startDevelopmentChain()
    await project.run(chain.url, 'hardhat', 'compile')
  })
  afterAll(async () => {
    await chain?.stop()
    project?.remove()
  })

  it.each([
    ['the sample project', ['lock', 'token', 'vault'], 23],
    ['every network helper', ['helpers'], 13],
    ['Uniswap v2', ['uniswapV2'], 4],
    ['Uniswap v3', ['uniswapV3'], 4],
  ])('passes the tests of %s', async (_, files, count) => {
    expect(passedIn(await testFiles(files))).toBe(count)
  })

  it('deploys upgradeable contracts, and again after the chain has begun anew', async () => {
    expect(passedIn(await testFiles(['upgrades']))).toBe(4)
    await chain.stop()
    chain = await startDevelopmentChain()
    expect(passedIn(await testFiles(['upgrades']))).toBe(4)
  })

  it('swaps on a fork, against contracts that exist on its origin only', async () => {
    expect(passedIn(await testFiles(['forkOrigin']))).toBe(1)
    const cache = mkdtempSync(join(tmpdir(), 'cambium-fork-cache-'))
    const fork = await startDevelopmentChain('--fork', chain.url, '--fork-cache', cache)
    process.env['ORIGIN_URL'] = chain.url
    try {
      expect(passedIn(await project.run(fork.url, 'hardhat', 'test', 'test/forkedSwap.js'))).toBe(4)
    } finally {
      delete process.env['ORIGIN_URL']
      await fork.stop()
      rmSync(cache, { recursive: true })
    }
  })

  const testFiles = (files: readonly string[]): Promise<string> =>
    project.run(chain.url, 'hardhat', 'test', ...files.map((file) => `test/${file}.js`))
})

/** The number of tests that passed, in Mocha's words. */
const passedIn = (output: string): number => Number(/(\d+) passing/.exec(output)?.[1])
