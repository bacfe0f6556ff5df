import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DevelopmentChain, servedBy, startDevelopmentChain } from './developmentChain.ts'
import { type InstalledProject, installProject, root } from './installedProject.ts'

/* A project of Hardhat 3 with its toolbox for viem, ethers and node:test. It needs Node 22, which npm has as a package. */

const neededVersion = 22
const hasVersion = Number.parseInt(process.versions.node, 10) >= neededVersion
const isPackaged = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
const canRun = hasVersion || isPackaged
if (!canRun)
  console.log(`Hardhat 3 is skipped: npm has no Node 22 for ${process.platform} on ${process.arch}`)

describe.runIf(canRun)('a Hardhat 3 project', () => {
  let runtime: InstalledProject | undefined
  let project: InstalledProject
  let chain: DevelopmentChain
  beforeAll(async () => {
    if (!hasVersion) runtime = await installProject('node22')
    project = await installProject('hardhat3', runtime && nodeOf(runtime))
    chain = await startDevelopmentChain()
    await project.run(chain.url, 'hardhat', 'build')
  })
  afterAll(async () => {
    await chain?.stop()
    project?.remove()
    runtime?.remove()
  })

  it.each([
    ['the sample project', 'lock', 5],
    ['errors, events and balances', 'vault', 5],
    ['every network helper', 'helpers', 5],
  ])('passes the tests of %s', async (_, file, count) => {
    expect(passedIn(await project.run(chain.url, 'hardhat', 'test', `test/${file}.js`))).toBe(count)
  })

  describe('with the plugin', () => {
    const withPlugin = (...words: readonly string[]): Promise<string> =>
      project.run('', 'hardhat', '--config', 'cambium.config.js', ...words)
    beforeAll(() => project.addCambium())

    it('passes the same tests on a chain in its own process, and prints the messages of contracts', async () => {
      const files = ['lock', 'vault', 'helpers'].map((name) => `test/${name}.js`)
      const printed = await withPlugin('test', ...files)
      expect(passedIn(printed)).toBe(15)
      expect(printed).toMatch(/^Unlock time is \d+ and block timestamp is \d+$/m)
    })

    it('gives each connection a chain of its own, with its options', async () => {
      expect(passedIn(await withPlugin('test', 'test/inProcess.js'))).toBe(5)
    })

    it('shows the line of Solidity in failing tests of viem and ethers', async () => {
      const output = await withPlugin('test', 'test/failing.js').catch(({ message }: Error) => message)
      expect(output).toContain('2 failing')
      const shown = output.match(/Solidity stack trace:\s+at Vault\.take \(contracts\/Vault\.sol:21\)/g)
      expect(shown).toHaveLength(2)
      for (const line of [9, 14]) expect(output).toContain(`(test/failing.js:${line}:`)
    })

    it('serves a chain with hardhat node', async () => {
      const served = await servedBy(
        project.start('hardhat', '--config', 'cambium.config.js', 'node', '--port', '0'),
      )
      try {
        const client = createPublicClient({ transport: http(served.url) })
        expect(await client.getChainId()).toBe(33)
      } finally {
        await served.stop()
      }
    })

    it('has types that fit those of Hardhat', async () => {
      const options = [
        '--noEmit',
        '--allowJs',
        '--checkJs',
        '--strict',
        '--skipLibCheck',
        '--module',
        'nodenext',
      ]
      const types = [
        '--target',
        'es2023',
        '--types',
        'node',
        '--typeRoots',
        join(root, 'node_modules/@types'),
      ]
      const compiler = join(root, 'node_modules/typescript/bin/tsc')
      expect(await project.runScript(compiler, ...options, ...types, 'cambium.config.js')).toBe('')
    })
  })
})

function nodeOf({ folder }: InstalledProject): string {
  const program = join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  if (!existsSync(program)) throw new Error(`npm did not install ${program}`)
  return program
}

/** The number of tests that passed, in Hardhat's words. */
const passedIn = (output: string): number => Number(/(\d+) passing/.exec(output)?.[1])
