import { fullAnswer, LightWorld, serviceOver } from '../../../src/answering/lightWorld.cases.ts'
import type { RpcService } from '../../../src/answering/rpcService.ts'
import type { Node } from '../../../src/node/node.ts'
import { openNode } from '../../../src/node/openNode.ts'
import { goldenBlocks } from '../../golden/goldenCases.ts'
import type { Answering } from './lyingEndpoint.ts'

/** An honest full node with the recorded golden chain, and what tests ask about it. */
export class GoldenWorld {
  readonly node: Node
  readonly service: RpcService
  readonly honest: Answering

  private constructor(node: Node) {
    this.node = node
    this.service = serviceOver(node)
    this.honest = (call) => fullAnswer(this.service, call)
  }

  static async open(): Promise<GoldenWorld> {
    const node = await openNode({ mining: { kind: 'manual' } })
    for (const block of goldenBlocks()) node.chain.import(block)
    return new GoldenWorld(node)
  }

  close(): void {
    this.service.close()
    this.node.close()
  }

  /** A light client that trusts the first block. */
  light(urls: readonly string[], limits: LightLimits = {}): Promise<LightWorld> {
    const { network, chain } = this.node
    const anchor = chain.select(0)!.hash
    return LightWorld.overUrls(urls, { network, anchor, limits })
  }
}

type LightLimits = NonNullable<Parameters<typeof LightWorld.overUrls>[1]['limits']>

/** Accounts and blocks of the golden chain. */
export const golden = {
  account: '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826',
  otherAccount: '0x7986b3df570230288501eea3d890bd66948c9b79',
  contract: '0xda7ce79725418f4f6e13bf5f520c89cec5f6a974',
  token: '0x83c5541a6c8d2dbad642f385d8d06ca9b6c731ee',
  nobody: `0x${'12'.repeat(20)}`,
} as const
