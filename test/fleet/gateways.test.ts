import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Wallet } from 'ethers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { buildCambium, type Running, removeBuild } from '../processes/cliProcess.ts'
import { ask, startNodeWith, stop } from '../processes/nodeProcess.ts'
import { FleetNode } from './fleetNode.ts'

const patience = { timeout: 120_000, interval: 50 }
const folder = mkdtempSync(join(tmpdir(), 'cambium-gateways-'))
const secretFile = join(folder, 'secret')
const started: FleetNode[] = []
const gateways: Running[] = []

beforeAll(async () => {
  writeFileSync(secretFile, 'the-secret-of-the-fleet-in-this-test')
  await buildCambium()
})
afterAll(() => {
  removeBuild()
  rmSync(folder, { recursive: true })
})
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => stop(gateway, 'SIGKILL')))
  await Promise.all(started.splice(0).map((node) => node.stop('SIGKILL')))
})

async function startNode(...others: readonly FleetNode[]): Promise<FleetNode> {
  const peers = others.map(({ enode }) => enode)
  const node = await FleetNode.start(peers, '--fleet-secret-file', secretFile)
  started.push(node)
  return node
}

async function startGateway(...nodes: readonly FleetNode[]): Promise<string> {
  const { running, announced } = await startNodeWith([
    ...['--role', 'gateway', '--port', '0', '--fleet-secret-file', secretFile],
    ...['--nodes', `regtest=${nodes.map(({ url }) => url).join(',')}`],
  ])
  gateways.push(running)
  return announced.networks[0]!.url
}

async function result<Result>(url: string, method: string, ...params: readonly unknown[]): Promise<Result> {
  const { result: found, error } = await ask(url, method, ...params)
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return found as Result
}

/** The numbers of the heads that a subscriber gets. */
async function heads(url: string): Promise<number[]> {
  const told: number[] = []
  const socket = new WebSocket(url.replace('http', 'ws'))
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () =>
      socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}'),
    )
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString())
      if (message.id === 1) resolve()
      else told.push(Number(message.params.result.number))
    })
  })
  return told
}

describe('a gateway before two nodes', () => {
  it('answers every read, with heights that do not go backwards, while a node is killed and another restarts', async () => {
    const first = await startNode()
    await first.mine(2)
    const second = await startNode(first)
    await expect.poll(() => second.head(), patience).toBe(await first.head())
    const url = await startGateway(first, second)
    const told = await heads(url)
    const seen: number[] = []
    let isOver = false
    const reading = (async () => {
      while (!isOver) seen.push(Number(await result<string>(url, 'eth_blockNumber')))
    })()
    await second.mine(2)
    await expect.poll(() => first.head(), patience).toMatch(/^4 /)
    await first.stop('SIGKILL')
    await second.mine(3)
    await expect.poll(() => seen.at(-1), patience).toBe(7)
    isOver = true
    await reading
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    await expect.poll(() => told, patience).toEqual([3, 4, 5, 6, 7])
  })

  it('loses no transaction that it has acknowledged when the node that got it first is killed', async () => {
    const first = await startNode()
    const second = await startNode(first)
    await first.mine(1)
    await expect.poll(() => second.head(), patience).toBe(await first.head())
    const url = await startGateway(first, second)
    const [rich] = await result<string[]>(url, 'eth_accounts')
    const sender = Wallet.createRandom()
    await result(url, 'eth_sendTransaction', {
      from: rich,
      to: sender.address,
      value: '0xde0b6b3a7640000',
      gas: '0x5208',
    })
    await first.mine(1)
    await expect.poll(() => second.head(), patience).toBe(await first.head())
    const raw = await sender.signTransaction({
      ...{ type: 0, nonce: 0, gasPrice: 60_000_000, gasLimit: 21_000 },
      ...{ to: sender.address, value: 1, chainId: 33 },
    })
    const hash = await result<string>(url, 'eth_sendRawTransaction', raw)
    await first.stop('SIGKILL')
    expect(await result(url, 'eth_getTransactionByHash', hash)).toMatchObject({ hash })
    await second.mine(1)
    await expect
      .poll(() => result<object | null>(url, 'eth_getTransactionReceipt', hash), patience)
      .toMatchObject({ status: '0x1' })
  })
})
