import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { checkpointOf, checkpointText } from '../../scripts/checkpoint.ts'
import { anchorOf } from '../../src/light/anchor/anchor.ts'
import { checkpoints } from '../../src/light/anchor/checkpoints.ts'
import { openLightEndpoints } from '../../src/light/openLightEndpoints.ts'
import { openLightHeaders } from '../../src/light/openLightHeaders.ts'
import { mainnetHeaders } from '../../src/light/scriptedChain.cases.ts'
import { toQuantity } from '../../src/primitives/quantity.ts'
import { mainnet } from '../../src/protocol/networks/definitions.ts'
import { openEndpoint } from '../../src/remote/openEndpoint.ts'
import type { RemoteNode } from '../../src/remote/remoteNode.ts'
import { answeringHeaders } from './lies/headerChain.ts'
import { type Lie, LyingEndpoint } from './lies/lyingEndpoint.ts'

const shipped = checkpoints.mainnet!

const opened: { close(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0).reverse()) one.close()
})

const facts: Readonly<Record<string, unknown>> = {
  eth_chainId: '0x1e',
  eth_syncing: false,
  eth_blockNumber: toQuantity(mainnetHeaders.at(-1)!.number),
}

/** A node with the recorded headers of mainnet. */
async function recordedNode(lie?: Lie): Promise<{ readonly node: RemoteNode; readonly url: string }> {
  const answering = answeringHeaders(mainnetHeaders)
  const endpoint = await LyingEndpoint.open(async (call) =>
    call.method in facts ? { result: facts[call.method] } : answering(call),
  )
  endpoint.lie = lie
  const url = new URL(endpoint.url)
  const node = openEndpoint({ url, limits: { connections: 1 } })
  opened.push(endpoint, node)
  return { node, url: endpoint.url }
}

describe('the checkpoint of the release', () => {
  it('is one of the recorded headers of mainnet', () => {
    const recorded = mainnetHeaders.find(({ number }) => number === shipped.number)
    expect(recorded && anchorOf(recorded)).toEqual(shipped)
  })

  it('is linked to the recorded headers below it', async () => {
    const { url } = await recordedNode()
    const pool = openLightEndpoints({ urls: [url] })
    opened.push(pool)
    const headers = await openLightHeaders({
      network: mainnet,
      endpoints: pool,
      anchor: mainnetHeaders.at(-100)!.hash,
      mode: 'linked',
      intervalMs: 0,
      nowMs: () => 1000 * shipped.timestamp,
      onProblem: () => {},
    })
    opened.push(headers)
    expect(headers.at(shipped.number)?.header.hash).toEqual(shipped.hash)
  })

  it('is what the script writes', async () => {
    const { node } = await recordedNode()
    const checkpoint = await checkpointOf(node, shipped.number)
    expect(checkpoint).toEqual({ name: 'mainnet', anchor: shipped })
    const source = new URL('../../src/light/anchor/checkpoints.ts', import.meta.url)
    expect(readFileSync(source, 'utf8')).toContain(checkpointText(checkpoint))
  })
})

describe('the script', () => {
  const refusals: readonly [string, Lie['answer'], RegExp][] = [
    [
      'still syncs',
      (call, outcome) => (call.method === 'eth_syncing' ? { result: {} } : outcome),
      /not synchronised/,
    ],
    [
      'is of another network',
      (call, outcome) => (call.method === 'eth_chainId' ? { result: '0x21' } : outcome),
      /mainnet or testnet/,
    ],
    [
      'lacks the block',
      (call, outcome) => (call.method === 'eth_getBlockByNumber' ? { result: null } : outcome),
      /does not have block/,
    ],
    [
      'gives a false header',
      (call, outcome) =>
        call.method === 'eth_getBlockByNumber'
          ? { result: { ...Object(outcome['result']), stateRoot: `0x${'00'.repeat(32)}` } }
          : outcome,
      /false header: header: does not match its hash/,
    ],
  ]
  it.each(refusals)('refuses a node that %s', async (_, answer, message) => {
    const { node } = await recordedNode({ answer: answer! })
    await expect(checkpointOf(node, shipped.number)).rejects.toThrow(message)
  })

  it('takes the newest final block by itself', async () => {
    const { node } = await recordedNode()
    // The recorded headers do not reach so deep.
    await expect(checkpointOf(node)).rejects.toThrow(/does not have block 44\d{5}/)
  })
})
