import { chmodSync } from 'node:fs'
import { open } from 'lmdb'
import { describe, expect, it } from 'vitest'
import { formatVersion, stampKeys } from '../../src/store/folder/stamp.ts'
import { cambium, startCambium } from '../processes/cliProcess.ts'
import { type Announced, ask, stop } from '../processes/nodeProcess.ts'
import { freePort } from './freePort.ts'
import { Load } from './load.ts'
import { useNodeFolder } from './nodeFolder.ts'

const patience = { timeout: 120_000, interval: 50 }
const receiver = `0x${'5b'.repeat(20)}`
const nodes = useNodeFolder()
const start = (...words: readonly string[]) =>
  nodes.start('--network', 'regtest', '--data', nodes.folder.at('data'), ...words)

/** Writes the format into the stamp, as a newer version does when it has upgraded the folder. */
function stampFormat(version: number): void {
  const raw = { encoding: 'binary', keyEncoding: 'binary' } as const
  const root = open<Buffer, Buffer>({
    ...raw,
    path: nodes.folder.at('data/regtest'),
    noSubdir: false,
    maxDbs: 64,
    overlappingSync: false,
  })
  root.openDB('meta', raw).putSync(Buffer.from(stampKeys.format), Buffer.from(String(version)))
  void root.close()
}

describe('a reader beside a node that changes old data', () => {
  it('answers correctly, or reports a pruned state, while the node prunes', async () => {
    const writer = await start('--networks.regtest.history', '1000')
    const reader = await start('--role', 'reader', '--nodes', `regtest=${writer.url}`)
    const [{ accounts }] = writer.announced.networks as [Announced['networks'][number]]
    /** The numbers of the blocks in which the receiver was paid one wei. */
    const paid: number[] = []
    let head = 0
    const wrong: string[] = []
    let answered = 0
    let isAsking = true
    const asking = (async () => {
      for (let turn = 0; isAsking; turn++) {
        const number = turn % 3 === 0 ? head : Math.floor((turn * 7919) % (head + 1))
        const wanted = paid.filter((block) => block <= number).length
        const answer = await ask(reader.url, 'eth_getBalance', receiver, `0x${number.toString(16)}`)
        const isPruned = answer.error?.message.includes('is pruned') === true && number + 1_000 <= head
        answered++
        if (!isPruned && Number(answer.result) !== wanted) {
          wrong.push(`block ${number}: ${JSON.stringify(answer)}, expected ${wanted}`)
        }
      }
    })()
    const mine = { jsonrpc: '2.0', id: 1, method: 'evm_mine' }
    const isPruned = async (url: string): Promise<boolean> =>
      (await ask(url, 'eth_getBalance', receiver, '0x1')).error?.message.includes('is pruned') === true
    while (head < 2_100) {
      const payment = { from: accounts[0]?.address, to: receiver, value: '0x1' }
      await ask(writer.url, 'eth_sendTransaction', payment)
      paid.push(head + 1)
      const body = JSON.stringify(new Array(99).fill(mine))
      const headers = { 'content-type': 'application/json' }
      await (await fetch(writer.url, { method: 'POST', headers, body })).text()
      const upTo = paid.at(-1)! + 99
      await expect
        .poll(async () => Number((await ask(reader.url, 'eth_blockNumber')).result), patience)
        .toBe(upTo)
      head = upTo
    }
    await expect.poll(() => isPruned(writer.url), patience).toBe(true)
    expect(await isPruned(reader.url)).toBe(true)
    const before = answered
    await expect.poll(() => answered, patience).toBeGreaterThan(before + 50)
    isAsking = false
    await asking
    expect(wrong).toEqual([])
    expect(await stop(reader.running)).toBe(0)
  })

  it('opens the file that compacting has put in the place of the old one', async () => {
    const secret = nodes.folder.write('secret', 'the-secret-of-a-fleet-that-is-tested-here')
    const fleet = ['--fleet-secret-file', secret]
    const port = String(await freePort())
    const startWriter = () => start('--port', port, '--access', 'open', ...fleet)
    const writer = await startWriter()
    const reader = await start('--role', 'reader', '--nodes', `regtest=${writer.url}`, ...fleet)
    const gateway = await nodes.start('--role', 'gateway', '--nodes', `regtest=${reader.url}`, ...fleet)
    const [{ accounts }] = writer.announced.networks as [Announced['networks'][number]]
    const payment = { from: accounts[0]?.address, to: receiver, value: '0x1' }
    const height = async () => Number((await ask(gateway.url, 'eth_blockNumber')).result)
    const balance = async () => Number((await ask(gateway.url, 'eth_getBalance', receiver, 'latest')).result)
    const pay = (url: string) => ask(url, 'eth_sendTransaction', payment)
    await pay(writer.url)
    await expect.poll(height, patience).toBe(1)
    const heights: number[] = []
    let second: Awaited<ReturnType<typeof startWriter>> | undefined
    const load = new Load(gateway.url, 2, () => ['eth_getBalance', receiver, 'latest'])
    for (const round of [1, 2]) {
      await stop(round === 1 ? writer.running : second!.running)
      const { exitCode, notes } = await cambium(
        ...['compact', '--network', 'regtest', '--data', nodes.folder.at('data')],
      )
      expect([exitCode, notes]).toEqual([0, expect.anything()])
      heights.push(await height())
      second = await startWriter()
      await pay(second.url)
      await expect.poll(height, patience).toBe(1 + round)
      heights.push(await height())
      expect(await balance()).toBe(1 + round)
      expect(
        await ask(gateway.url, 'debug_traceBlockByNumber', `0x${(1 + round).toString(16)}`),
      ).toMatchObject({ result: expect.anything() })
    }
    await load.stop()
    expect(load.failures).toEqual([])
    expect(heights).toEqual(heights.toSorted((a, b) => a - b))
  })

  it('does not open a folder in which the writer could not see it', async () => {
    const writer = await start()
    await ask(writer.url, 'evm_mine')
    // Another user may read the folder, as an operator would arrange for a reader of its own user.
    for (const path of ['', 'data', 'data/regtest']) chmodSync(nodes.folder.at(path), 0o755)
    for (const name of ['data.mdb', 'lock.mdb']) chmodSync(nodes.folder.at(`data/regtest/${name}`), 0o644)
    const words = ['node', '--role', 'reader', '--network', 'regtest', '--data', nodes.folder.at('data')]
    const { exitCode, notes } = await startCambium([...words, '--port', '0'], { userId: 65_534 }).ended
    expect([exitCode, notes]).toEqual([1, expect.stringContaining('lock.mdb cannot be written')])
  })

  it('refuses to answer from data of a newer version, and to open data of an older one', async () => {
    const writer = await start()
    const reader = await start('--role', 'reader', '--nodes', `regtest=${writer.url}`)
    await ask(writer.url, 'evm_mine')
    await expect.poll(async () => (await ask(reader.url, 'eth_blockNumber')).result, patience).toBe('0x1')
    await stop(writer.running)
    stampFormat(formatVersion + 1)
    for (const method of ['eth_blockNumber', 'eth_gasPrice', 'eth_getLogs']) {
      const params = method === 'eth_getLogs' ? [{}] : []
      await expect
        .poll(() => ask(reader.url, method, ...params), patience)
        .toMatchObject({
          error: { code: -32000, message: expect.stringContaining('upgraded by a newer version') },
        })
    }
    expect((await fetch(new URL('/ready', reader.url))).status).toBe(503)
    expect(await stop(reader.running)).toBe(0)
    stampFormat(formatVersion - 1)
    const { exitCode, notes } = await cambium(
      ...['node', '--role', 'reader', '--network', 'regtest', '--data', nodes.folder.at('data')],
    )
    expect([exitCode, notes]).toEqual([1, expect.stringMatching(/format/)])
    stampFormat(formatVersion)
  })
})
