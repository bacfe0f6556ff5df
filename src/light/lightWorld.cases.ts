import { onTestFinished } from 'vitest'
import type { Block } from '../protocol/block.ts'
import { BlockIndex } from '../protocol/blockIndex.cases.ts'
import { genesisBlock } from '../protocol/genesis.ts'
import type { BlockHeader, HeaderFields } from '../protocol/headers/header.ts'
import { localBlock } from '../protocol/localBlocks.cases.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import type { Network } from '../protocol/networks/network.ts'
import type { EndpointPool } from './endpoints/endpointPool.ts'
import type { LightHeaders } from './lightHeaders.ts'
import { openLightEndpoints } from './openLightEndpoints.ts'
import { type LightHeadersOptions, openLightHeaders } from './openLightHeaders.ts'
import type { ScriptedChain } from './scriptedChain.cases.ts'

/** The rules of the local chain, with the depths of final blocks of mainnet. */
export const deepNetwork: Network = { ...regtest, name: 'mainnet' }

export interface OpenedLight {
  readonly light: LightHeaders
  readonly pool: EndpointPool
  readonly problems: unknown[]
}

/** A pool over scripted endpoints `http://0.test`, `http://1.test` … */
function poolOf(chains: readonly ScriptedChain[], nowMs: () => number): EndpointPool {
  const pool = openLightEndpoints({
    urls: chains.map((_, index) => `http://${index}.test`),
    transport: ({ url }) => chains[Number(url.hostname.split('.')[0])]!,
    nowMs,
  })
  onTestFinished(() => pool.close())
  return pool
}

/** Light headers over scripted endpoints, without polling. */
export async function openLight(
  chains: readonly ScriptedChain[],
  options: Partial<LightHeadersOptions> & Pick<LightHeadersOptions, 'network'>,
): Promise<OpenedLight> {
  const problems: unknown[] = []
  const { nowMs = () => 1000 * chains[0]!.headers.at(-1)!.timestamp + 41_000 } = options
  const pool = options.endpoints ?? poolOf(chains, nowMs)
  const light = await openLightHeaders({
    mode: 'linked',
    intervalMs: 0,
    onProblem: (error) => problems.push(error),
    ...options,
    nowMs,
    endpoints: pool,
  })
  onTestFinished(() => light.close())
  return { light, pool, problems }
}

/** Headers of a local chain that branches can leave. */
export class LocalHeaders {
  readonly #index = new BlockIndex([genesisBlock(regtest)])
  readonly #blocks: Block[] = [genesisBlock(regtest)]

  constructor(length: number) {
    while (this.#blocks.length <= length) this.#blocks.push(this.#next(this.#blocks.at(-1)!))
  }

  get headers(): readonly BlockHeader[] {
    return this.#blocks.map(({ header }) => header)
  }

  /** The headers up to `number`, then `length` others with this fee. */
  branch(
    number: number,
    length: number,
    paidFees = 7n,
    overrides: Partial<HeaderFields> = {},
  ): readonly BlockHeader[] {
    const blocks = this.#blocks.slice(0, number + 1)
    for (let count = 0; count < length; count++)
      blocks.push(this.#next(blocks.at(-1)!, { paidFees, ...overrides }))
    return blocks.map(({ header }) => header)
  }

  #next(parent: Block, overrides: Partial<HeaderFields> = {}): Block {
    const block = localBlock(parent, this.#index, { overrides })
    this.#index.add(block)
    return block
  }
}
