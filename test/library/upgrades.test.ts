import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { type CreateNodeOptions, createNode, type LocalNode } from '../../src/index.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { decodeHeader } from '../../src/protocol/headers/decode.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { withSchedule } from '../../src/protocol/networks/upgradeSchedule.ts'
import { upgradeNames } from '../../src/protocol/networks/upgrades.ts'
import { isJsonObject } from '../../src/rpc/json/json.ts'

const nodes: LocalNode[] = []
async function nodeWith(options: CreateNodeOptions = {}): Promise<LocalNode> {
  const node = await createNode(options)
  nodes.push(node)
  return node
}
afterEach(() => {
  for (const node of nodes.splice(0)) node.close()
})

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-upgrades-'))
  onTestFinished(() => {
    for (const node of nodes.splice(0)) node.close()
    rmSync(folder, { recursive: true })
  })
  return folder
}

const fromBlock5 = { upgrades: { arrowhead600: 5 } }

async function objectOf(node: LocalNode, method: string, ...params: unknown[]) {
  const result = await node.request({ method, params })
  if (!isJsonObject(result)) throw new Error(`${method} answers ${JSON.stringify(result)}`)
  return result
}

/** Sends a transaction that creates a contract with PUSH0 PUSH0 RETURN; its block and status, and its hash. */
async function createWithPush0(node: LocalNode) {
  const transaction = { from: node.accounts[0]!.address, data: '0x5f5ff3', gas: '0x186a0' }
  const hash = await node.request({ method: 'eth_sendTransaction', params: [transaction] })
  const { blockNumber, status } = await objectOf(node, 'eth_getTransactionReceipt', hash)
  return { hash, blockNumber, status }
}

describe('a local chain with a schedule of upgrades', () => {
  it('executes PUSH0 from the block that the schedule names', async () => {
    const node = await nodeWith({ upgrades: fromBlock5 })
    node.mine({ blocks: 3 })
    expect(await createWithPush0(node)).toMatchObject({ blockNumber: '0x4', status: '0x0' })
    expect(await createWithPush0(node)).toMatchObject({ blockNumber: '0x5', status: '0x1' })
    expect(await createWithPush0(node)).toMatchObject({ blockNumber: '0x6', status: '0x1' })
  })

  it('continues in a folder when it begins or ceases to accept types 1 and 2', async () => {
    const dataFolder = temporaryFolder()
    for (const [height, acceptTyped] of [false, true, false].entries()) {
      const node = await nodeWith({ dataFolder, acceptTyped, timestamp: 1_700_000_000 })
      expect(await node.request({ method: 'eth_blockNumber' })).toBe(`0x${height}`)
      node.mine()
      await node.close()
    }
  })

  it('has its schedule again after a reset', async () => {
    const node = await nodeWith({ upgrades: fromBlock5 })
    node.mine({ blocks: 5 })
    node.reset()
    expect(await createWithPush0(node)).toMatchObject({ blockNumber: '0x1', status: '0x0' })
  })

  it.each(['memory', 'folder'])('traces by the rules of each block, with data in a %s', async (place) => {
    const options = place === 'folder' ? { dataFolder: temporaryFolder(), flush: 'none' as const } : {}
    const node = await nodeWith({ upgrades: fromBlock5, ...options })
    node.mine({ blocks: 3 })
    const before = await createWithPush0(node)
    const after = await createWithPush0(node)
    expect(await objectOf(node, 'debug_traceTransaction', before.hash)).toMatchObject({
      structLogs: [{ op: 'PUSH0' }],
      error: expect.stringMatching(/invalid/i),
    })
    expect(await objectOf(node, 'debug_traceTransaction', after.hash)).toMatchObject({
      structLogs: [{ op: 'PUSH0' }, { op: 'PUSH0' }, { op: 'RETURN' }],
    })
  })

  it('mines through all upgrades when they start one after the other', async () => {
    const heights = upgradeNames.map((name, index) => [name, 2 * (index + 1)])
    const upgrades = {
      upgrades: Object.fromEntries(heights),
      rules: { umm: 'papyrus200', rskip351: 'reed810', rskip144: 'reed810', rskip535: 'vetiver900' },
    }
    const network = withSchedule(regtest, upgrades)
    const node = await nodeWith({ mining: 'manual', upgrades })
    const [from, to] = node.accounts.map(({ address }) => address)
    for (let block = 1; block <= 40; block++) {
      await node.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] })
      node.mine()
    }
    const versions: unknown[] = []
    for (const number of [31, 32, 33, 34, 40]) {
      const raw = await node.request({ method: 'debug_getRawHeader', params: [`0x${number.toString(16)}`] })
      versions.push(decodeHeader(fromHex(raw!), network).version)
    }
    expect(versions).toEqual([0, 1, 1, 2, 2])
    expect(node.chain.block(40)!.transactions).toHaveLength(1)
  })

  it('continues in its folder only with the same schedule', async () => {
    const dataFolder = temporaryFolder()
    const first = await nodeWith({ dataFolder, flush: 'none', upgrades: fromBlock5 })
    first.mine({ blocks: 3 })
    first.close()
    await expect(nodeWith({ dataFolder })).rejects.toThrow(
      /dev holds a chain with other upgrade heights: .*rskip203 \(5 in the folder, as the network in the settings\), /,
    )
    await expect(nodeWith({ dataFolder, upgrades: { upgrades: { arrowhead600: 9 } } })).rejects.toThrow(
      'rskip203 (5 in the folder, 9 in the settings)',
    )
    const again = await nodeWith({ dataFolder, flush: 'none', upgrades: fromBlock5 })
    expect(await createWithPush0(again)).toMatchObject({ blockNumber: '0x4', status: '0x0' })
  })

  it.each([
    ['an unknown upgrade', { upgrades: { arrowhead: 5 } }, 'upgrades.arrowhead: unknown upgrade'],
    ['a negative height', { upgrades: { arrowhead600: -5 } }, 'upgrades.arrowhead600: -5 is not a height'],
  ])('is rejected for %s', async (_, upgrades, message) => {
    await expect(nodeWith({ upgrades })).rejects.toThrow(message)
  })
})
