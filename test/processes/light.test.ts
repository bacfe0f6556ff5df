import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { snippetsOf } from '../documents/snippets.ts'
import { buildCambium, cambium, removeBuild, startCambium } from './cliProcess.ts'
import { type EndpointProxy, openEndpointProxy, type ProxiedCall } from './endpointProxy.ts'
import { folderOfEachTest } from './folderOfEachTest.ts'
import { ask, type StartedNode, startCommand, startNode, stop } from './nodeProcess.ts'

const account = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'
const receiver = `0x${'ab'.repeat(20)}`

const folder = folderOfEachTest()
let started: StartedNode[] = []
let proxies: EndpointProxy[] = []
beforeAll(buildCambium)
afterAll(removeBuild)
afterEach(async () => {
  for (const { running } of started) await stop(running)
  started = []
  for (const proxy of proxies) proxy.close()
  proxies = []
})

async function urlOf(starting: Promise<StartedNode>): Promise<string> {
  const one = await starting
  started.push(one)
  return one.announced.networks[0]!.url
}

interface AddedNetwork {
  readonly method: string
  readonly params: readonly [{ readonly chainId: string; readonly rpcUrls: readonly string[] }]
}

const node = (): Promise<string> => urlOf(startNode('--network', 'regtest'))
const light = (url: string, ...words: string[]): Promise<string> =>
  urlOf(startCommand('light', ['--network', 'regtest', '--rpc', url, '--port', '0', ...words]))

async function proxy(
  nodeUrl: string,
  reply: (calls: readonly ProxiedCall[]) => Promise<string | undefined>,
): Promise<EndpointProxy> {
  const opened = await openEndpointProxy(nodeUrl, reply)
  proxies.push(opened)
  return opened
}

const pay = (url: string): Promise<unknown> =>
  ask(url, 'eth_sendTransaction', { from: account, to: receiver, value: '0x10' })

const verifiedBy = async (url: string, method: string, ...params: unknown[]): Promise<string | null> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return response.headers.get('x-cambium-verified')
}

describe('cambium light beside cambium node', () => {
  it('answers like the node, says what is proved, and refuses what is not', async () => {
    const full = await node()
    await pay(full)
    const url = await light(full)
    const questions: readonly (readonly [method: string, ...params: unknown[]])[] = [
      ['eth_blockNumber'],
      ['eth_getBalance', receiver, 'latest'],
      ['eth_getBlockByNumber', 'latest', true],
      ['eth_call', { to: receiver, data: '0x' }, 'latest'],
    ]
    for (const [method, ...params] of questions) {
      const { result } = await ask(url, method, ...params)
      expect({ method, result }).toEqual({ method, result: (await ask(full, method, ...params)).result })
      expect(await verifiedBy(url, method, ...params)).toBe('proof')
    }
    expect((await ask(url, 'net_peerCount')).error).toMatchObject({ code: -32016 })
    expect(await (await fetch(`${url}/ready`)).json()).toMatchObject({
      networks: { regtest: { light: { endpoints: [{ url: full, standing: 'good', reason: null }] } } },
    })
  })

  it('tells new blocks to a subscriber', async () => {
    const full = await node()
    const url = await light(full)
    const socket = new WebSocket(url.replace('http', 'ws'))
    const messages: { readonly params?: { readonly result: { readonly number: string } } }[] = []
    await new Promise((resolve) => socket.once('open', resolve))
    socket.on('message', (data) => messages.push(JSON.parse(String(data))))
    socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}')
    await expect.poll(() => messages.length).toBe(1)
    await pay(full)
    await expect.poll(() => messages[1]?.params?.result.number).toBe('0x1')
    socket.terminate()
  })

  it('continues with the headers of its folder', async () => {
    const full = await node()
    await pay(full)
    const data = folder.at('headers')
    const url = await light(full, '--data', data)
    expect((await ask(url, 'eth_blockNumber')).result).toBe('0x1')
    expect(await stop(started.pop()!.running, 'SIGINT')).toBe(0)
    await pay(full)
    expect((await ask(await light(full, '--data', data), 'eth_blockNumber')).result).toBe('0x2')
  })

  it('is a custom network of a wallet', async () => {
    const url = await light(await node())
    const [snippet] = snippetsOf('docs/light.md').filter(({ language }) => language === 'javascript')
    const script = snippet!.text.replace('http://127.0.0.1:8545', url).replace("'0x1e'", "'0x21'")
    // As MetaMask does: the address must answer with the chain id before the network is added.
    const ethereum = {
      async request({ method, params: [network] }: AddedNetwork): Promise<null> {
        expect(method).toBe('wallet_addEthereumChain')
        expect((await ask(network.rpcUrls[0]!, 'eth_chainId')).result).toBe(network.chainId)
        return null
      },
    }
    await new Function('ethereum', `return (async () => {${script}})()`)(ethereum)
    expect.assertions(2)
  })

  it('says in words what it believes, and ends with a signal', async () => {
    const full = await node()
    const running = startCambium(['light', '--network', 'regtest', '--rpc', full, '--port', '0'])
    let banner = ''
    running.child.stdout?.on('data', (text: string) => {
      banner += text
    })
    await expect.poll(() => banner).toContain('Ctrl-C stops the client.')
    expect(banner).toMatch(/^Light client of regtest at http:\/\/127\.0\.0\.1:\d+/)
    expect(banner).toContain('Believed: head 0, linked to the genesis block, one endpoint')
    expect(await stop(running, 'SIGINT')).toBe(0)
  })
})

describe('cambium light', () => {
  it.each([
    [[], 2, '--rpc URL is missing: name one or more endpoints'],
    [['--rpc', 'ftp://host'], 2, '--rpc is not a list, each mainnet, testnet or an HTTP URL'],
    [['--rpc', 'http://127.0.0.1:1', '--checkpoint', '0x12'], 2, '--checkpoint is "0x12": not a hash'],
    [['--rpc', 'http://127.0.0.1:1', '--host', '0.0.0.0'], 2, 'add --allow-anonymous to allow that'],
    [['--rpc', 'http://127.0.0.1:1', '--network', 'testnet'], 1, 'give the hash of a block that you trust'],
  ])('%j ends with %i and says what to do', async (words, exitCode, message) => {
    const ended = await cambium('light', '--port', '0', ...words)
    expect(ended).toMatchObject({ exitCode, notes: expect.stringContaining(message) })
  })

  it('names the network that an endpoint serves instead', async () => {
    const full = await node()
    const { exitCode, notes } = await cambium('light', '--rpc', full, '--port', '0')
    expect({ exitCode, notes }).toMatchObject({
      exitCode: 1,
      notes: expect.stringContaining('the endpoint serves regtest, not mainnet: choose the network regtest'),
    })
  })
})

describe('cambium light while it links headers', () => {
  const blocks = 350
  const [firstHeld, never] = [201, new Promise<never>(() => {})]
  /** The heights of the headers that calls ask for. */
  const heights = (calls: readonly ProxiedCall[]): number[] =>
    calls.map(({ params: [block] }) => Number(block)).filter((height) => !Number.isNaN(height))

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends it, and the same command continues', async (signal, exitCode) => {
    const full = await urlOf(startCommand('dev', ['--port', '0']))
    await ask(full, 'anvil_mine', `0x${blocks.toString(16)}`)
    const asked: number[] = []
    let isHolding = true
    const endpoint = await proxy(full, async (calls) => {
      asked.push(...heights(calls))
      return isHolding && heights(calls).some((height) => height >= firstHeld) ? never : undefined
    })
    const data = folder.at('headers')
    const words = ['--network', 'regtest', '--rpc', endpoint.url, '--port', '0', '--data', data]
    const running = startCambium(['light', ...words])
    await expect.poll(() => asked.filter((height) => height === blocks)).toHaveLength(1)
    await expect.poll(() => asked.includes(firstHeld)).toBe(true)
    running.child.kill(signal)
    expect(await running.ended).toEqual({
      exitCode,
      output: '',
      notes: `stopped after 200 of ${blocks} headers; the same command continues there\n`,
    })
    isHolding = false
    asked.length = 0
    const url = await urlOf(startCommand('light', words))
    expect(Number((await ask(url, 'eth_blockNumber')).result)).toBe(blocks)
    expect(Math.min(...asked.filter((height) => height > 0))).toBe(200)
  })
})

describe('the key in the URL of an endpoint', () => {
  const key = 'averysecretkey'
  const password = 'averysecretpassword'
  const keyed = (url: string): string =>
    `${url.replace('//', `//someuser:${password}@`)}/${key}?token=${key}token`

  it('is given by the environment, and shown nowhere', async () => {
    const full = await node()
    let isBroken = false
    // Services repeat keys in their messages.
    const endpoint = await proxy(full, async ([call]) =>
      isBroken || call?.method === 'eth_sendRawTransaction'
        ? `{"jsonrpc":"2.0","id":0,"error":{"code":-32005,"message":"no access for ${key} of ${password}"}}`
        : undefined,
    )
    const environment = { CAMBIUM_LIGHT_RPC: keyed(endpoint.url), CAMBIUM_LIGHT_NETWORK: 'regtest' }
    const running = startCambium(['light', '--port', '0'], { environment })
    let output = ''
    running.child.stdout?.on('data', (text: string) => {
      output += text
    })
    await expect.poll(() => output).toContain('Ctrl-C stops the client.')
    expect(output).toContain(`endpoint  ${endpoint.url}/…`)
    const url = /at (http:\S+)/.exec(output)![1]!
    const ready = async (): Promise<string> => (await fetch(`${url}/ready`)).text()
    const seen = [await ready()]
    const transaction = `0x${'f8'.padEnd(20, '0')}`
    seen.push(JSON.stringify(await ask(url, 'eth_sendRawTransaction', transaction)))
    isBroken = true
    await expect.poll(ready).toContain('no access for … of …')
    seen.push(await ready())
    await stop(running)
    const { notes } = await running.ended
    expect(`${seen.join()}${output}${notes}`).not.toContain('averysecret')
    expect(seen.join()).toContain(`${endpoint.url}/…`)
  })

  it.each([
    ['of an endpoint that nobody serves', 'http://127.0.0.1:1', []],
    ['of one with a fault', 'ftp://127.0.0.1', []],
    ['that is no flag', 'http://127.0.0.1:1', ['operand']],
  ])('is not in the error %s', async (_, url, [operand]) => {
    const words = operand === undefined ? ['--network', 'regtest'] : [keyed(url)]
    const environment = { CAMBIUM_LIGHT_RPC: keyed(url), CAMBIUM_LIGHT_BITCOIN: keyed(url) }
    const { exitCode, notes } = await startCambium(['light', '--port', '0', ...words], { environment }).ended
    expect(exitCode).toBeGreaterThan(0)
    expect(notes).not.toContain('averysecret')
  })
})
