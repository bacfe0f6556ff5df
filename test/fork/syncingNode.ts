import { randomBytes } from 'node:crypto'
import { RpcService } from '../../src/answering/rpcService.ts'
import { openNode } from '../../src/node/openNode.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { type Block, decodeBlock } from '../../src/protocol/block.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { defaultCallSettings } from '../../src/rpc/method/context.ts'
import { UpstreamNode } from '../../src/upstream/upstreamNode.ts'
import { defaultUpstream, type UpstreamOptions } from '../../src/upstream/upstreamOptions.ts'

export interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** The best block of a syncing node. */
export const ownHeight = 120
export const contractBlocks: readonly Block[] = recordedBlocks('contracts').map(({ rlp }) =>
  decodeBlock(fromHex(rlp), regtest),
)

/** A node of the contracts chain that has only its first 120 blocks. */
export interface SyncingNode {
  readonly service: RpcService
  readonly upstream: UpstreamNode
  readonly problems: string[]
  ask(method: string, params: readonly unknown[], hops?: string): Promise<Answer>
}

/** `endings` receives functions to call after the test. */
export async function openSyncingNode(
  options: Pick<UpstreamOptions, 'url'> & Partial<UpstreamOptions>,
  endings: (() => void)[],
  id = 'ab'.repeat(8),
): Promise<SyncingNode> {
  const node = await openNode({ mining: { kind: 'manual' } })
  endings.push(() => node.close())
  node.local?.stopMining()
  for (const block of contractBlocks) if (block.header.number <= ownHeight) node.chain.import(block)
  const problems: string[] = []
  const upstream = await UpstreamNode.open(
    { ...defaultUpstream, ...options },
    {
      network: node.network,
      genesisHash: node.chain.select(0)!.hash,
      localHead: () => node.chain.head.number,
      id,
      onProblem: ({ code }) => problems.push(code),
    },
  )
  endings.push(() => upstream.close())
  const service = new RpcService(node, {
    settings: { clientVersion: 'syncing', errors: 'rootstock', ...defaultCallSettings },
    now: Date.now,
    random: randomBytes,
    report: (error) => console.error(error),
    readers: null,
    upstream,
  })
  endings.push(() => service.close())
  return {
    service,
    upstream,
    problems,
    async ask(method, params, hops) {
      const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      return JSON.parse(await service.handleText(text, { name: 'client', ...(hops && { hops }) }))
    },
  }
}
