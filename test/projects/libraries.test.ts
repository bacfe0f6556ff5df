import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DevelopmentChain, startDevelopmentChain } from './developmentChain.ts'
import { type InstalledProject, installProject } from './installedProject.ts'

/* Earlier major versions of client libraries, which many dApps still have, with their defaults. */

describe('scripts of', () => {
  let project: InstalledProject
  let chain: DevelopmentChain
  beforeAll(async () => {
    project = await installProject('libraries')
    chain = await startDevelopmentChain()
  })
  afterAll(async () => {
    await chain?.stop()
    project?.remove()
  })

  it.each([
    ['ethers 5', 'ethers5', 6],
    ['web3.js 1', 'web3', 6],
  ])('%s run', async (_, file, count) => {
    expect(passedIn(await project.runTests(chain.url, `test/${file}.js`))).toBe(count)
  })
})

/** The number of tests that passed, in the words of Node's runner. */
const passedIn = (output: string): number => Number(/^# pass (\d+)$/m.exec(output)?.[1])
