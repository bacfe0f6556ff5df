import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { cambium } from '../processes/cliProcess.ts'
import { type Announced, ask, stop } from '../processes/nodeProcess.ts'
import { freePort } from './freePort.ts'
import { useNodeFolder } from './nodeFolder.ts'

const patience = { timeout: 120_000, interval: 50 }
const secret = 'a secret-of-this-fleet-with-36-characters'.replaceAll(' ', '-')
const nodes = useNodeFolder()
const { start } = nodes

const startWriter = (...words: readonly string[]) =>
  start('--network', 'regtest', '--data', nodes.folder.at('data'), ...words)

const startReader = (writer: string | undefined, ...words: readonly string[]) =>
  start(
    ...['--role', 'reader', '--network', 'regtest', '--data', nodes.folder.at('data')],
    ...(writer === undefined ? [] : ['--nodes', `regtest=${writer}`]),
    ...words,
  )

const height = async (url: string): Promise<unknown> => (await ask(url, 'eth_blockNumber')).result

describe('readers of the folder of a running node', () => {
  it('follow its head, and pass transactions on to it', async () => {
    const accessLog = nodes.folder.at('writer.log')
    const writer = await startWriter('--access-log', accessLog)
    const [first, second] = await Promise.all([startReader(writer.url), startReader(writer.url)])
    const [{ accounts }] = writer.announced.networks as [Announced['networks'][number]]
    const [from, to] = accounts.map(({ address }) => address)
    const { result: hash } = await ask(first.url, 'eth_sendTransaction', { from, to, value: '0x5' })
    for (const { url } of [first, second]) {
      await expect.poll(() => height(url), patience).toBe('0x1')
      expect(await ask(url, 'eth_getTransactionReceipt', hash)).toMatchObject({ result: { status: '0x1' } })
    }
    expect(await stop(first.running)).toBe(0)
    const headers = { 'content-type': 'application/json', 'x-request-id': 'proxy-7' }
    const body = '{"jsonrpc":"2.0","id":1,"method":"evm_mine"}'
    expect(await (await fetch(second.url, { method: 'POST', headers, body })).json()).toMatchObject({
      result: null,
    })
    await expect.poll(() => height(second.url), patience).toBe('0x2')
    // The node logs the id that the client of its reader gave.
    await expect.poll(() => readFileSync(accessLog, 'utf8'), patience).toContain('"requestId":"proxy-7"')
  })

  it('share the filters of their node, and push its blocks to subscribers', async () => {
    const writer = await startWriter()
    const [first, second] = await Promise.all([startReader(writer.url), startReader(writer.url)])
    const { result: filter } = await ask(first.url, 'eth_newBlockFilter')
    const socket = new WebSocket(second.url.replace('http', 'ws'))
    const heads: string[] = []
    socket.on('message', (data) => heads.push(JSON.parse(String(data)).params?.result.number))
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send(JSON.stringify({ id: 1, method: 'eth_subscribe', params: ['newHeads'] }))
    await expect.poll(() => heads.length, patience).toBe(1)
    for (let count = 0; count < 3; count++) await ask(writer.url, 'evm_mine')
    await expect.poll(() => heads.slice(1), patience).toEqual(['0x1', '0x2', '0x3'])
    expect(await ask(second.url, 'eth_getFilterChanges', filter)).toMatchObject({ result: { length: 3 } })
    socket.terminate()
  })

  it('deliver the pending transactions of their node to subscribers, even after its restart', async () => {
    const port = String(await freePort())
    const writing = ['--port', port, '--networks.regtest.mining', 'manual']
    const writer = await startWriter(...writing)
    const reader = await startReader(writer.url)
    const [{ accounts }] = writer.announced.networks as [Announced['networks'][number]]
    const senders = accounts.map(({ address }) => address)
    const socket = new WebSocket(reader.url.replace('http', 'ws'))
    const messages: { result?: unknown; params?: { result: unknown } }[] = []
    socket.on('message', (data) => messages.push(JSON.parse(String(data))))
    await new Promise((resolve) => socket.once('open', resolve))
    for (const kind of ['newPendingTransactions', 'syncing'])
      socket.send(JSON.stringify({ id: 1, method: 'eth_subscribe', params: [kind] }))
    await expect.poll(() => messages.filter(({ result }) => result !== undefined), patience).toHaveLength(2)
    const told = (): unknown[] => messages.flatMap(({ params }) => (params ? [params.result] : []))
    const sent: unknown[] = []
    // Sixteen transactions of an account may wait, so the accounts take turns.
    const send = async (): Promise<void> => {
      const from = senders[sent.length % senders.length]
      const { result, error } = await ask(writer.url, 'eth_sendTransaction', { from, to: from, value: '0x5' })
      expect(error).toBeUndefined()
      sent.push(result)
    }
    // The filter at the writer is made a moment after the subscription.
    const sendUntilTold = (): Promise<void> =>
      expect
        .poll(
          async () => {
            await send()
            return told().includes(sent.at(-2))
          },
          { ...patience, interval: 1_000 },
        )
        .toBe(true)
    await sendUntilTold()
    await stop(writer.running, 'SIGKILL')
    await startWriter(...writing)
    await sendUntilTold()
    expect(new Set(told()).size).toBe(told().length)
    expect(sent).toEqual(expect.arrayContaining(told()))
    socket.terminate()
  })

  it('go on when their node is killed and started again, and leave no lock when they are killed', async () => {
    const before = await startWriter()
    const [reader, killed] = await Promise.all([startReader(before.url), startReader(undefined)])
    await ask(before.url, 'evm_mine')
    await expect.poll(() => height(reader.url), patience).toBe('0x1')
    await stop(killed.running, 'SIGKILL')
    await stop(before.running, 'SIGKILL')
    expect(await height(reader.url)).toBe('0x1')
    expect(await ask(reader.url, 'evm_mine')).toMatchObject({ error: { code: -32000 } })
    const after = await startWriter()
    for (let count = 0; count < 20; count++) await ask(after.url, 'evm_mine')
    await expect.poll(() => height(reader.url), patience).toBe('0x15')
    expect(await stop(reader.running)).toBe(0)
    expect(await stop(after.running)).toBe(0)
  })

  it('read beside commands that write a folder whose node has stopped', async () => {
    const writer = await startWriter('--networks.regtest.history', '1000')
    const reader = await startReader(writer.url)
    for (let count = 0; count < 5; count++) await ask(writer.url, 'evm_mine')
    await stop(writer.running)
    const { exitCode } = await cambium(
      ...['prune', '--network', 'regtest', '--data', nodes.folder.at('data'), '--history', '1000'],
    )
    expect(exitCode).toBe(0)
    expect(await height(reader.url)).toBe('0x5')
    expect(await ask(reader.url, 'eth_getBalance', `0x${'00'.repeat(20)}`, 'latest')).toMatchObject({
      result: '0x0',
    })
  })

  it('refuse a folder that no node has made, and settings that contradict their role', async () => {
    const refused = async (...words: readonly string[]) =>
      (await cambium('node', '--role', 'reader', '--network', 'regtest', ...words)).notes
    expect(await refused('--data', nodes.folder.at('nothing'))).toContain('start a node there first')
    expect(await refused()).toContain('role is reader without a folder')
    expect(await refused('--data', nodes.folder.at('data'), '--peers')).toContain('has no peers')
    expect(await refused('--data', nodes.folder.at('data'), '--host', '0.0.0.0')).toContain(
      '--fleet-secret-file',
    )
  })
})

describe('a follower', () => {
  it('answers probes and gateways with the secret of the fleet, and refuses other clients', async () => {
    const secretFile = nodes.folder.write('secret', secret)
    const { url } = await start(
      '--role',
      'follower',
      '--network',
      'regtest',
      '--fleet-secret-file',
      secretFile,
    )
    expect(await ask(url, 'eth_blockNumber')).toMatchObject({ status: 401, error: { code: -32020 } })
    const call = (given: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-cambium-fleet': given },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' }),
      })
    expect(await (await call(secret)).json()).toMatchObject({ result: '0x0' })
    expect((await call(`${secret}x`)).status).toBe(401)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    expect((await fetch(`${url}/ready`)).status).toBe(200)
  })

  it('is not started where other machines reach it without a secret', async () => {
    const { exitCode, notes } = await cambium('node', '--role', 'follower', '--host', '0.0.0.0')
    expect([exitCode, notes]).toEqual([2, expect.stringContaining('--fleet-secret-file')])
  })
})
