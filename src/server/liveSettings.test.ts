import { describe, expect, it } from 'vitest'
import { openServerWorld, TestNetwork } from './serverWorld.cases.ts'
import { defaultLimits, type LiveLimits } from './settings/serverLimits.ts'

const page = { origin: 'https://app.example' }
const call = { jsonrpc: '2.0', id: 1, method: 'test_name', params: [] }
const long = { ...call, params: ['x'.repeat(1_000)] }
const { connections, connectionsPerAddress, bodyBytes, batchItems, drainDelayMs } = defaultLimits
const usual: LiveLimits = { connections, connectionsPerAddress, bodyBytes, batchItems, drainDelayMs }
const noOrigins = new Map()

describe('a running server', () => {
  it('takes changed origins, on connections that are open too', async () => {
    const world = await openServerWorld({ networks: [new TestNetwork('regtest', {}, [])] })
    const ask = async () => (await world.post(call, '/', page)).status
    expect(await ask()).toBe(400)
    world.change({ limits: usual, origins: new Map([['regtest', [page.origin]]]) })
    expect(await ask()).toBe(200)
    world.change({ limits: usual, origins: new Map([['regtest', []]]) })
    expect(await ask()).toBe(400)
  })

  it('takes changed limits of bodies, messages and batches', async () => {
    const world = await openServerWorld()
    expect((await world.post(long)).status).toBe(200)
    world.change({ limits: { ...usual, bodyBytes: 1_024, batchItems: 1 }, origins: noOrigins })
    expect((await world.post(long)).status).toBe(413)
    expect((await world.post([call, call])).text).toContain('batch')
    const socket = await world.openSocket()
    socket.socket.send(JSON.stringify(long))
    expect(await socket.closed).toBe(1009)
    world.change({ limits: usual, origins: noOrigins })
    expect((await world.post(long)).status).toBe(200)
    expect((await world.post([call, call])).body).toHaveLength(2)
  })

  it('takes changed limits of connections', async () => {
    const world = await openServerWorld()
    await world.connect()
    world.change({ limits: { ...usual, connections: 1 }, origins: noOrigins })
    await world.connect()
    await expect.poll(() => world.logged.map(({ event }) => event)).toContain('too-many-connections')
  })
})
