import {
  closeFull,
  fullAnswer,
  type JsonCall,
  LightWorld,
  serviceOver,
} from '../../src/answering/lightWorld.cases.ts'
import type { RpcService } from '../../src/answering/rpcService.ts'
import type { Node } from '../../src/node/node.ts'
import type { NodeOptions } from '../../src/node/nodeOptions.ts'
import { openNode } from '../../src/node/openNode.ts'
import { toHex } from '../../src/primitives/hex.ts'
import type { Block } from '../../src/protocol/block.ts'
import { gasLimitOf } from '../../src/protocol/headers/header.ts'
import { compared } from './recordedCalls.ts'

/** A difference between the two; the texts are cut. */
export interface Difference {
  readonly call: JsonCall
  readonly expected: string
  readonly answered: string
  readonly verified: string | undefined
}

const shownCharacters = 600

/** A full node with a recorded chain, and a light client that has nothing but its answers. */
export class Comparison {
  readonly full: Node
  readonly light: LightWorld
  readonly #service: RpcService
  /** Blocks of abandoned branches, which no header of the best chain names. */
  readonly #branches: readonly string[]
  count = 0

  private constructor(full: Node, service: RpcService, light: LightWorld, branches: readonly string[]) {
    this.full = full
    this.#service = service
    this.light = light
    this.#branches = branches
  }

  static async over(blocks: readonly Block[], options: Partial<NodeOptions> = {}): Promise<Comparison> {
    // A light client takes the gas limit of the best block for that of the next one.
    const gasLimitTarget = gasLimitOf(blocks.at(-1)!.header)
    const full = await openNode({ mining: { kind: 'manual' }, gasLimitTarget, ...options })
    for (const block of blocks) full.chain.import(block)
    const branches = blocks
      .filter((block) => !full.chain.isCanonical(block))
      .map(({ header }) => toHex(header.hash))
    const service = serviceOver(full)
    const light = await LightWorld.over([service], { network: full.network })
    return new Comparison(full, service, light, branches)
  }

  /** Compares calls that a light client answers, and leaves the others out. */
  async differences(calls: Iterable<JsonCall>): Promise<Difference[]> {
    const differing: Difference[] = []
    for (const call of calls) {
      const method = this.#service.registry.find(call.method)
      if (method === undefined || method === 'unavailable') continue
      const { light: use } = method
      if (use !== 'proved' && use !== 'executed' && use !== 'complete') continue
      const text = JSON.stringify(call.params)
      if (text.includes('"pending"') || this.#branches.some((hash) => text.includes(hash))) continue
      const expected = compared(await fullAnswer(this.#service, call), call)
      const { verified, ...answer } = await this.light.answer(call.method, call.params)
      this.count++
      const answered = compared(answer, call)
      // The root after a deletion may need a node beside it, which no proof has.
      if (call.method === 'eth_simulateV1' && answered.includes('state root after this deletion')) continue
      // The trace of the reference node begins with all cells of a contract, which no proof lists.
      if (call.method.startsWith('debug_trace') && answered.includes('do not list all cells')) continue
      const isAbsent = answer.result === null || answer.result === undefined
      if (answered === expected && (isAbsent || verified === 'proof')) continue
      differing.push({
        call,
        expected: expected.slice(0, shownCharacters),
        answered: answered.slice(0, shownCharacters),
        verified,
      })
    }
    return differing
  }

  close(): void {
    this.light.close()
    closeFull(this.full, this.#service)
  }
}
