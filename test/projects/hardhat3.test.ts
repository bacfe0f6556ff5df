import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DevelopmentChain, startDevelopmentChain } from './developmentChain.ts'
import { type InstalledProject, installProject } from './installedProject.ts'

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

  it('passes them on a chain inside its own process', async () => {
    project.addCambium()
    const words = ['--config', 'insideHardhat.config.js', 'test', 'test/lock.js', 'test/vault.js']
    expect(passedIn(await project.run('', 'hardhat', ...words))).toBe(10)
  })
})

function nodeOf({ folder }: InstalledProject): string {
  const program = join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  if (!existsSync(program)) throw new Error(`npm did not install ${program}`)
  return program
}

/** The number of tests that passed, in Hardhat's words. */
const passedIn = (output: string): number => Number(/(\d+) passing/.exec(output)?.[1])
