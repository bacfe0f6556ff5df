import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { snippetsOf } from '../documents/snippets.ts'
import { type DevelopmentChain, servedBy, startDevelopmentChain } from './developmentChain.ts'
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
    ['differences from Ethereum', ['differences'], 14],
    ['Uniswap v2', ['uniswapV2'], 4],
    ['Uniswap v3', ['uniswapV3'], 4],
    ['a module of Ignition', ['ignition'], 1],
  ])('passes the tests of %s', async (_, files, count) => {
    expect(passedIn(await testFiles(files))).toBe(count)
  })

  describe('with the plugin', () => {
    const withPlugin = (...words: readonly string[]): Promise<string> =>
      project.run('', 'hardhat', '--config', 'cambium.config.js', ...words)
    beforeAll(() => project.addCambium())

    it('passes the same tests on a chain in its own process, and prints the messages of contracts', async () => {
      const files = ['lock', 'token', 'vault', 'helpers'].map((name) => `test/${name}.js`)
      const printed = await withPlugin('test', ...files)
      expect(passedIn(printed)).toBe(36)
      expect(printed).toMatch(/^Unlock time is \d+ and block timestamp is \d+$/m)
    })

    it('shows the line of Solidity in failing tests', async () => {
      const output = await withPlugin('test', 'test/failing.js').catch(({ message }: Error) => message)
      expect(output).toContain('2 failing')
      expect(
        output.match(/Error: execution reverted\s+at Vault\.take \(contracts\/Vault\.sol:21\)/g),
      ).toHaveLength(2)
      for (const line of [6, 10]) expect(output).toContain(`(test/failing.js:${line}:`)
    })

    it('serves a chain with hardhat node', async () => {
      const words = ['--config', 'cambium.config.js', 'node', '--port', '0']
      const served = await servedBy(project.start('hardhat', ...words))
      try {
        const client = createPublicClient({ transport: http(served.url) })
        expect(await client.getChainId()).toBe(33)
      } finally {
        await served.stop()
      }
    })
  })

  it('deploys upgradeable contracts, and again after the chain has restarted', async () => {
    expect(passedIn(await testFiles(['upgrades']))).toBe(4)
    await chain.stop()
    chain = await startDevelopmentChain()
    expect(passedIn(await testFiles(['upgrades']))).toBe(4)
  })

  it('deploys a module of Ignition, continues after a failure and does nothing in a third run', async () => {
    writeFileSync(join(project.folder, 'wrong.json'), '{ "Register": { "expected": "1n" } }')
    await expect(deployModule('--parameters', 'wrong.json')).rejects.toThrow('the register has another value')
    const before = deployedAddresses()
    expect(Object.keys(before)).toEqual(['Register#Doubling', 'Register#Register'])

    // Ignition lets a failed step be tried again once its record is removed.
    await project.run(chain.url, 'hardhat', 'ignition', 'wipe', 'kept', 'Register#Reader')
    expect(await deployModule()).toContain('successfully deployed')
    expect(deployedAddresses()).toEqual({ ...before, 'Register#Reader': expect.stringMatching(/^0x/) })
    expect(await deployModule()).toContain('Nothing new to deploy')
    expect(await project.run(chain.url, 'hardhat', 'ignition', 'status', 'kept')).toContain('was successful')
  })

  it('deploys CreateX with the program of docs/tools.md', async () => {
    const [program] = snippetsOf('docs/tools.md').filter(({ language }) => language === 'js')
    const text = program!.text.replace('http://127.0.0.1:8545', chain.url)
    writeFileSync(join(project.folder, 'createX.js'), text)
    await project.runProgram(chain.url, 'createX.js')
    const client = createPublicClient({ transport: http(chain.url) })
    const code = await client.getCode({ address: '0xba5Ed099633D3B313e4D5F7bdc1305d3c28ba5Ed' })
    expect(code).toMatch(/^0x6080/)
  })

  it('swaps on a fork, against contracts that exist only on its origin', async () => {
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

  const deployModule = (...options: readonly string[]): Promise<string> => {
    const args = ['ignition', 'deploy', 'ignition/modules/Register.js', '--deployment-id', 'kept']
    return project.run(chain.url, 'hardhat', ...args, ...options)
  }
  const deployedAddresses = (): Record<string, string> =>
    JSON.parse(
      readFileSync(join(project.folder, 'ignition/deployments/kept/deployed_addresses.json'), 'utf8'),
    )

  const testFiles = (files: readonly string[]): Promise<string> =>
    project.run(chain.url, 'hardhat', 'test', ...files.map((file) => `test/${file}.js`))
})

/** The number of tests that passed, in Mocha's words. */
const passedIn = (output: string): number => Number(/(\d+) passing/.exec(output)?.[1])
