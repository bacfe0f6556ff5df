import { renameSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCambium, cambium, removeBuild, startCambium } from './cliProcess.ts'
import { folderOfEachTest } from './folderOfEachTest.ts'
import { ask, startNode, startNodeWith, stop } from './nodeProcess.ts'
import { makeData } from './shortChain.ts'
import { withTakenPort } from './takenPort.ts'

const folder = folderOfEachTest()

beforeAll(buildCambium)
afterAll(removeBuild)

describe('the configuration of a process', () => {
  it('takes a flag before the environment, and the environment before the file', async () => {
    const config = folder.write(
      'cambium.toml',
      'port = 1\nlog-level = "info"\nnetwork = ["testnet"]\n[limits]\nbatch-items = 7',
    )
    const environment = { CAMBIUM_PORT: '2', CAMBIUM_LIMITS_BATCH_ITEMS: '8', CAMBIUM_CONFIG: config }
    const { output, exitCode } = await startCambium(['config', 'print', '--json', '--port', '3'], {
      environment,
    }).ended
    expect(exitCode).toBe(0)
    expect(JSON.parse(output)).toMatchObject({
      port: { value: 3, origin: 'flag', from: '--port' },
      'limits.batch-items': { value: 8, origin: 'environment', from: 'CAMBIUM_LIMITS_BATCH_ITEMS' },
      network: { value: ['testnet'], origin: 'file', from: config },
      host: { value: '127.0.0.1', origin: 'default' },
    })
  })

  it('is checked by a command that starts no node', async () => {
    const good = folder.write('good.toml', 'network = ["testnet"]')
    const bad = folder.write('bad.toml', 'prot = 1\naccess = "keys"\nhost = "0.0.0.0"')
    const [fine, wrong, json] = await Promise.all([
      cambium('config', 'check', good),
      cambium('config', 'check', bad),
      cambium('config', 'check', bad, '--json'),
    ])
    expect(fine).toMatchObject({ exitCode: 0, output: expect.stringContaining('serves testnet') })
    expect(wrong).toMatchObject({ exitCode: 2, output: '' })
    const problem = `${bad}: prot is not a setting; did you mean port?`
    expect(wrong.notes).toContain(problem)
    expect(json).toMatchObject({ exitCode: 2, notes: '' })
    expect(JSON.parse(json.output)).toEqual({ problems: [problem] })
  })

  it('is rejected by the node with the same message', async () => {
    const bad = folder.write('bad.toml', 'port = "high"')
    const { exitCode, notes } = await cambium('node', '--config', bad)
    expect(exitCode).toBe(2)
    expect(notes).toContain(`${bad}: port is "high", not a whole number from 0 to 65535`)
  })
})

describe('a node that cannot start', () => {
  it('names the folder that belongs to another network', async () => {
    makeData(folder.at('data'), [])
    renameSync(folder.at('data', 'regtest'), folder.at('data', 'testnet'))
    const words = ['node', '--port', '0', '--network', 'testnet', '--data', folder.at('data')]
    const { exitCode, output, notes } = await cambium(...words)
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' })
    expect(notes).toContain('testnet holds the network regtest, not testnet: use another folder')
  })

  it('names the port that is taken and the option that chooses another', async () => {
    const words = ['node', '--port', '0', '--network', 'regtest', '--network', 'testnet']
    await withTakenPort(async (port) => {
      const [metrics, network] = await Promise.all([
        cambium(...words, '--admin-port', port),
        cambium(...words, '--networks.testnet.port', port),
      ])
      expect(metrics.exitCode).toBe(1)
      expect(metrics.notes).toContain(`port ${port} of 127.0.0.1 is taken`)
      expect(metrics.notes).toContain('choose another with --admin-port')
      expect(network.notes).toContain('choose another with --networks.testnet.port')
    })
  })

  it('names an address that this machine does not have', async () => {
    const words = ['--host', '192.0.2.1', '--allow-anonymous', '--network', 'regtest']
    const { exitCode, notes } = await cambium('node', ...words)
    expect(exitCode).toBe(1)
    expect(notes).toContain('192.0.2.1 is not an address of this machine: choose another with --host')
  })
})

describe('a node with a configuration file', () => {
  it('serves a network on its own port, with its own errors, methods and metrics', async () => {
    const config = folder.write(
      'cambium.toml',
      `port = 0
      network = ["regtest", "testnet"]
      admin-port = 0
      [networks.testnet]
      port = 0
      admin-port = 0
      errors = "ethereum"
      disabled = ["txpool", "eth_getLogs"]
      origins = ["https://app.example"]`,
    )
    const { running, announced } = await startNodeWith(['--config', config])
    const [regtest, testnet] = announced.networks.map(({ url }) => url)
    expect(new URL(testnet!).port).not.toBe(new URL(regtest!).port)
    expect(await ask(regtest!, 'eth_chainId')).toMatchObject({ result: '0x21' })
    expect(await ask(testnet!, 'eth_chainId')).toMatchObject({ result: '0x1f' })
    expect(await ask(`${testnet}/testnet`, 'eth_chainId')).toMatchObject({ result: '0x1f' })
    // On a port that does not serve testnet, its name is taken for a key.
    expect(await ask(`${regtest}/testnet`, 'eth_chainId')).toMatchObject({ result: '0x21' })
    for (const method of ['txpool_status', 'eth_getLogs']) {
      expect(await ask(testnet!, method)).toMatchObject({ error: { code: -32601 } })
    }
    expect(await ask(regtest!, 'txpool_status')).toHaveProperty('result')
    const creation = { data: '0x60006000fd' }
    expect(await ask(testnet!, 'eth_call', creation)).toMatchObject({ error: { code: 3 } })
    expect(await ask(regtest!, 'eth_call', creation)).toMatchObject({ error: { code: -32015 } })
    const headers = { 'content-type': 'application/json', origin: 'https://other.example' }
    expect((await fetch(testnet!, { method: 'POST', headers, body: '{}' })).status).toBe(400)
    const metrics = await Promise.all(announced.metrics.map(async (url) => (await fetch(url)).text()))
    expect(metrics.map((text) => text.includes('testnet'))).toEqual([false, true])
    expect(await stop(running)).toBe(0)
  })

  it('listens for peers when peering is enabled', async () => {
    const peers = ['enabled', 'discovery=false', 'host=127.0.0.1', 'port=0']
    const flags = peers.map((setting) => `--networks.regtest.peers.${setting}`)
    const { running, announced } = await startNode('--network', 'regtest', '--network', 'testnet', ...flags)
    const [regtest, testnet] = announced.networks
    expect(regtest!.enode).toMatch(/^enode:\/\/[0-9a-f]{128}@/)
    expect(testnet!.enode).toBeNull()
    expect(await ask(regtest!.url, 'net_listening')).toMatchObject({ result: true })
    expect(await ask(testnet!.url, 'net_listening')).toMatchObject({ result: false })
    expect(await stop(running)).toBe(0)
  })

  it('mines at the configured interval', async () => {
    const environment = { CAMBIUM_NETWORKS_REGTEST_MINING: 'interval' }
    const words = ['--port', '0', '--network', 'regtest', '--networks.regtest.mining-interval-ms', '50']
    const { running, announced } = await startNodeWith(words, { environment })
    const { url } = announced.networks[0]!
    await expect.poll(async () => Number((await ask(url, 'eth_blockNumber')).result)).toBeGreaterThan(2)
    expect(await stop(running)).toBe(0)
  })

  it('ends immediately on a second signal', async () => {
    const { running, announced } = await startNode('--network', 'regtest')
    const { hostname, port } = new URL(announced.networks[0]!.url)
    // A request without an end delays the first shutdown.
    const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('[')) })
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    const hanging = fetch(`http://${hostname}:${port}`, request).catch(() => 'cut off')
    await ask(announced.networks[0]!.url, 'eth_chainId')
    running.child.kill('SIGTERM')
    await new Promise<void>((resolve) => {
      running.child.stderr?.on('data', (text: string) => text.includes('stopping') && resolve())
    })
    running.child.kill('SIGINT')
    await running.ended
    expect(running.child.signalCode).toBe('SIGINT')
    expect(await hanging).toBe('cut off')
  })
})
