import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { buildCambium, cambium, removeBuild, startCambium } from './cliProcess.ts'
import { type Announced, ask, startNode, stop } from './nodeProcess.ts'
import { withTakenPort } from './takenPort.ts'

beforeAll(buildCambium)
afterAll(removeBuild)

describe('cambium node', () => {
  it('serves the local chain at / and the public networks at their names, with and without a key', async () => {
    const { running, announced } = await startNode()
    const [local, mainnet, testnet] = announced.networks.map(({ url }) => url)
    expect(await ask(local!, 'eth_chainId')).toMatchObject({ result: '0x21' })
    expect(await ask(`${local}/any-key`, 'net_version')).toMatchObject({ result: '33' })
    expect(await ask(mainnet!, 'eth_chainId')).toMatchObject({ result: '0x1e' })
    expect(await ask(`${testnet}/any-key`, 'eth_chainId')).toMatchObject({ result: '0x1f' })
    expect(await stop(running)).toBe(0)
  })

  it('mines a transaction within the call that submits it', async () => {
    const { running, announced } = await startNode('--network', 'regtest')
    const [{ url, accounts }] = announced.networks as [Announced['networks'][number]]
    const [from, to] = accounts.map(({ address }) => address)
    const { result: hash } = await ask(url, 'eth_sendTransaction', { from, to, value: '0x1' })
    expect(await ask(url, 'eth_getTransactionReceipt', hash)).toMatchObject({
      result: { status: '0x1', blockNumber: '0x1' },
    })
    expect(await stop(running, 'SIGINT')).toBe(0)
  })

  it('announces blocks to WebSocket subscribers', async () => {
    const { running, announced } = await startNode('--network', 'regtest')
    const { url } = announced.networks[0]!
    const socket = new WebSocket(url.replace('http', 'ws'))
    const messages: { params?: { result: { number: string } } }[] = []
    const announcedBlock = new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        messages.push(JSON.parse(String(data)))
        if (messages.at(-1)?.params !== undefined) resolve()
      })
    })
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }))
    await expect.poll(() => messages.length).toBe(1)
    await ask(url, 'evm_mine')
    await announcedBlock
    expect(messages[1]?.params?.result.number).toBe('0x1')
    expect(await stop(running)).toBe(0)
  })

  it('writes only lines of JSON with --log-format json, with events for the start and the stop', async () => {
    const running = startCambium(['node', '--port', '0', '--log-format', 'json'])
    let text = ''
    running.child.stderr?.on('data', (chunk: string) => {
      text += chunk
    })
    const events = () => text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
    await expect.poll(() => events().map(({ event }) => event), { timeout: 60_000 }).toContain('started')
    expect(events().at(-1)).toMatchObject({
      level: 'info',
      role: 'node',
      networks: 'regtest mainnet testnet',
      access: 'open',
    })
    expect(await stop(running)).toBe(0)
    expect((await running.ended).output).toBe('')
    expect(events().slice(-2)).toMatchObject([{ event: 'stopping', signal: 'SIGTERM' }, { event: 'stopped' }])
    await withTakenPort(async (port) => {
      const { exitCode, notes } = await cambium('node', '--port', port, '--log-format', 'json')
      expect([exitCode, JSON.parse(notes)]).toMatchObject([
        1,
        {
          level: 'error',
          event: 'ended',
          reason: expect.stringContaining(`port ${port} of 127.0.0.1 is taken`),
        },
      ])
    })
  })

  it('names a port that is taken', async () => {
    await withTakenPort(async (port) => {
      const { exitCode, notes } = await cambium('node', '--port', port)
      expect(exitCode).toBe(1)
      expect(notes).toContain(`port ${port} of 127.0.0.1 is taken`)
    })
  })

  it('rejects an address that other machines can reach unless access is chosen', async () => {
    const { exitCode, notes } = await cambium('node', '--host', '0.0.0.0', '--port', '0')
    expect(exitCode).toBe(2)
    expect(notes).toContain('--allow-anonymous')
  })
})
