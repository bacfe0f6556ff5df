import { randomBytes } from 'node:crypto'
import type { Node } from '../../src/node/node.ts'
import { openNode } from '../../src/node/openNode.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { decodeBlock } from '../../src/protocol/block.ts'
import { defaultCallSettings } from '../../src/rpc/context.ts'
import { RpcService } from '../../src/rpc/service.ts'
import { goldenBlocks } from './goldenCases.ts'

export interface GoldenNode {
  readonly node: Node
  readonly service: RpcService
  /** Errors that nobody foresaw. */
  readonly reported: unknown[]
}

/** The reference node's clock stood still while it answered. */
const now = (): number => Date.UTC(2025, 0)

/** A node that holds the recorded chain and mines nothing by itself. */
export async function openGoldenNode(): Promise<GoldenNode> {
  const node = await openNode({ mining: { kind: 'manual' }, clock: now })
  node.local?.stopMining()
  for (const { rlp } of goldenBlocks()) node.chain.import(decodeBlock(fromHex(rlp), node.network))
  const reported: unknown[] = []
  const service = new RpcService(node, {
    settings: { clientVersion: 'Cambium/test', errors: 'rootstock', ...defaultCallSettings },
    now: Date.now,
    random: randomBytes,
    report: (error) => reported.push(error),
  })
  return { node, service, reported }
}
