import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildCambium, type Running, removeBuild } from './cliProcess.ts'
import { folderOfEachTest } from './folderOfEachTest.ts'
import { startNodeWith, stop } from './nodeProcess.ts'

const token = 'the-token-of-the-operator'
const page = 'https://app.example'
const patience = { timeout: 60_000, interval: 50 }

const folder = folderOfEachTest()
let running: Running | undefined
beforeAll(buildCambium)
afterAll(removeBuild)
afterEach(async () => {
  if (running !== undefined) await stop(running, 'SIGKILL')
  running = undefined
})

const settings = (top: string, batchItems: number, origins: string): string => `
${top}
admin-port = 0
admin-token = "${token}"
network = ["regtest"]
[limits]
batch-items = ${batchItems}
[networks.regtest]
origins = [${origins}]
`

async function open() {
  const config = folder.write('cambium.toml', settings('port = 0', 100, ''))
  const { running: started, announced } = await startNodeWith(['--config', config])
  running = started
  let notes = ''
  started.child.stderr?.on('data', (text: string) => {
    notes += text
  })
  const { url } = announced.networks[0]!
  const headers = { 'content-type': 'application/json', origin: page }
  const call = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
  return {
    write: (text: string) => void folder.write('cambium.toml', text),
    hangUp: () => void started.child.kill('SIGHUP'),
    notes: () => notes,
    /** The status of a call by a web page, and how many calls of a batch are answered. */
    async ask() {
      const single = await fetch(url, { method: 'POST', headers, body: call })
      const { origin, ...plain } = headers
      const batch = await fetch(url, { method: 'POST', headers: plain, body: `[${call},${call}]` })
      const answers: unknown = JSON.parse(await batch.text())
      await single.text()
      return [single.status, Array.isArray(answers) ? answers.length : 0]
    },
    async reload() {
      const adminUrl = new URL('/api/reload', announced.metrics[0])
      const authorization = `Bearer ${token}`
      const response = await fetch(adminUrl, { method: 'POST', headers: { authorization } })
      return { status: response.status, json: await response.json() }
    },
  }
}

describe('a running node', () => {
  it('reads its settings again with SIGHUP, and names those that need a restart', async () => {
    const node = await open()
    expect(await node.ask()).toEqual([400, 2])
    node.write(settings('port = 0\nlog-level = "debug"\nthreads = 1', 1, `"${page}"`))
    node.hangUp()
    await expect
      .poll(node.notes, patience)
      .toContain(
        'settings read again: changed log-level, limits.batch-items, networks.regtest.origins; needs a restart: threads',
      )
    expect(await node.ask()).toEqual([200, 0])
    await expect.poll(node.notes, patience).toContain(' debug answered')
    expect(await node.reload()).toEqual({ status: 200, json: { changed: [], needRestart: ['threads'] } })
    node.write(settings('port = 0', 100, ''))
    const changed = ['log-level', 'limits.batch-items', 'networks.regtest.origins']
    expect(await node.reload()).toEqual({ status: 200, json: { changed, needRestart: [] } })
    expect(await node.ask()).toEqual([400, 2])
  })

  it.each([
    ['does not parse', 'port = = 0', 'cambium.toml, line 1'],
    ['has a wrong value', settings('port = 0', 0, `"${page}"`), 'limits.batch-items'],
    ['contradicts itself', settings('port = 0\naccess = "keys"', 1, `"${page}"`), 'access is keys'],
  ])('changes nothing when the file %s, and says why', async (_, text, problem) => {
    const node = await open()
    node.write(text)
    node.hangUp()
    await expect.poll(node.notes, patience).toContain('the settings are as before')
    expect(node.notes()).toContain(problem)
    expect(await node.reload()).toEqual({ status: 400, json: { error: expect.stringContaining(problem) } })
    expect(await node.ask()).toEqual([400, 2])
  })
})
