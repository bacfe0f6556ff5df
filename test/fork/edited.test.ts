import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'
import { buildCambium } from '../processes/cliProcess.ts'
import { ask, type StartedNode, startCommand, stop } from '../processes/nodeProcess.ts'

/* Forks of `cambium dev`, whose blocks do not show what their hashes cover. */

const stranger = `0x${'ab'.repeat(20)}`
/** Costs enough gas for REMASC to pay out the fees. */
const data = `0x${'ff'.repeat(20_000)}`

beforeAll(buildCambium)

let origin: StartedNode | undefined
const nodes: LocalNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) node.close()
  if (origin !== undefined) await stop(origin.running)
  origin = undefined
})

async function start(...options: string[]): Promise<string> {
  origin = await startCommand('dev', ['--port', '0', ...options])
  return origin.announced.networks[0]!.url
}

/** Asks a fork. */
type Asking = (method: string, ...params: readonly unknown[]) => Promise<unknown>

async function forkOf(url: string, demandsProofs = false): Promise<Asking> {
  const node = await createNode({ fork: { url, demandsProofs } })
  nodes.push(node)
  return (method, ...params) => node.request({ method, params })
}

describe('a fork of a development chain', () => {
  it('has the edited state of the best block, which no hash proves', async () => {
    const url = await start()
    await ask(url, 'evm_mine')
    await ask(url, 'anvil_setBalance', stranger, '0x7b')
    await ask(url, 'anvil_setCode', stranger, '0x600160005500')
    const fork = await forkOf(url)
    expect(await fork('eth_getBalance', stranger, 'latest')).toBe('0x7b')
    expect(await fork('eth_getCode', stranger, 'latest')).toBe('0x600160005500')
    const sent = await fork('eth_sendTransaction', { to: stranger })
    expect(await fork('eth_getTransactionReceipt', sent)).toMatchObject({
      status: '0x1',
      blockNumber: '0x2',
    })
    await expect(forkOf(url, true)).rejects.toThrow('gives no proofs')
  })

  it('has blocks with hidden payments to the miners and transactions of impersonated accounts', async () => {
    const url = await start('--gas-price', '1000000', '--auto-impersonate')
    const accounts = Object((await ask(url, 'eth_accounts')).result)
    const [from, to] = accounts
    for (let count = 0; count < 20; count++) await ask(url, 'eth_sendTransaction', { from, to, data })
    await ask(url, 'anvil_setBalance', stranger, '0xde0b6b3a7640000')
    const { result: hash } = await ask(url, 'eth_sendTransaction', { from: stranger, to })
    const fork = await forkOf(url)
    expect(await fork('eth_getTransactionByHash', hash)).toMatchObject({
      from: stranger,
      blockNumber: '0x15',
    })
    expect(await fork('eth_getLogs', { fromBlock: '0x0' })).toEqual([])
  })
})

describe('a fork of a node of the same process', () => {
  it('is refused at once, with the way to do it', async () => {
    const node = await createNode()
    nodes.push(node)
    const { url, close } = await node.listen()
    await expect(forkOf(url)).rejects.toThrow('is served by this process')
    await close()
  })
})
