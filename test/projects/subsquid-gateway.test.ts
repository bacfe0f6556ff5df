import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedChain, startRecordedChain } from '../web/servedChains.ts'
import { type InstalledProject, installProject } from './installedProject.ts'

/* A processor of Subsquid, unchanged but for the URL. */

describe('a processor of Subsquid', () => {
  let project: InstalledProject
  let chain: ServedChain
  beforeAll(async () => {
    project = await installProject('subsquid-gateway')
    chain = await startRecordedChain('contracts')
  })
  afterAll(async () => {
    await chain?.stop()
    project?.remove()
  })

  it('makes the same rows from the gateway as from JSON-RPC', async () => {
    const head = Number(await chain.call('eth_blockNumber'))
    const [byRpc, byGateway] = await Promise.all(
      ['rpc', 'gateway'].map(async (form): Promise<{ logs: unknown[] }[]> => {
        const file = join(project.folder, `${form}.json`)
        await project.runProgram(chain.url, 'processor.js', form, String(head - 10), file)
        return JSON.parse(readFileSync(file, 'utf8'))
      }),
    )
    expect(byGateway).toEqual(byRpc)
    expect(byGateway).toHaveLength(head - 10)
    expect(byGateway?.reduce((sum, { logs }) => sum + logs.length, 0)).toBeGreaterThan(100)
  })
})
