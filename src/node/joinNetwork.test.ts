import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { PeeringOptions } from '../peers/network/peeringSettings.ts'
import { DecodeError } from '../primitives/errors.ts'
import type { Node } from './node.ts'
import { openNode } from './openNode.ts'

const folder = mkdtempSync(join(tmpdir(), 'cambium-peering-'))
const nodes: Node[] = []

async function nodeWith(peering: PeeringOptions): Promise<Node> {
  const node = await openNode({ dataFolder: folder, peering: { host: '127.0.0.1', port: 0, ...peering } })
  nodes.push(node)
  return node
}

afterEach(() => {
  for (const node of nodes.splice(0)) node.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a node that joins its network', () => {
  it('listens, and has an enode URL with its public address', async () => {
    const { peers } = await nodeWith({ publicAddress: '10.1.2.3' })
    expect(peers).toMatchObject({
      isListening: true,
      connected: [],
      syncStatus: undefined,
      queuedMessages: 0,
    })
    expect(peers!.enode).toMatch(/^enode:\/\/[0-9a-f]{128}@10\.1\.2\.3:\d+$/)
    expect(peers!.progress).toMatchObject({ current: 0, highest: 0, peers: 0, secondsLeft: undefined })
  })

  it('keeps its key with the data, readable by its owner only', async () => {
    const { enode } = (await nodeWith({})).peers!
    nodes.pop()!.close()
    const path = join(folder, 'regtest', 'node.key')
    expect(readFileSync(path, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const again = (await nodeWith({})).peers!
    expect(again.enode!.slice(0, 136)).toBe(enode!.slice(0, 136))
  })

  it('does not listen with listen: false', async () => {
    const { peers } = await nodeWith({ listen: false })
    expect(peers).toMatchObject({ isListening: false, enode: undefined })
  })

  it('applies the options about peers, and does not start with an invalid one', async () => {
    await expect(nodeWith({ staticPeers: ['enode://invalid'] })).rejects.toThrow(DecodeError)
    const { peers } = await nodeWith({ bannedAddresses: ['10.0.0.0/8'] })
    expect(peers!.scoring.bannedAddresses()).toEqual(['10.0.0.0/8'])
  })

  it('releases its data folder when the port is in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await expect(nodeWith({ port })).rejects.toThrow('EADDRINUSE')
    other.close()
    expect((await nodeWith({})).peers!.isListening).toBe(true)
  })

  it('has no peers without peering options', async () => {
    const node = await openNode({ dataFolder: folder })
    nodes.push(node)
    expect(node.peers).toBeUndefined()
  })
})
