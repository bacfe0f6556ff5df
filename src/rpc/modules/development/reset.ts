import { NotInPage } from '../../../platform/notInPage.ts'
import { UpstreamError } from '../../../upstream/upstreamError.ts'
import { helperRefused, noForking, upstreamFailed, wrongType } from '../../errors/errors.ts'
import { isJsonObject } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import type { Codec } from '../../params/parameter.ts'
import { expectLocalChain } from '../evm/localChain.ts'
import { defineCommand, optionalArgument } from './developmentChain.ts'
import { checkEndpoint } from './setRpcUrl.ts'

interface Forking {
  readonly url: string
  readonly block: number | undefined
}

/** Tools send `forking` without a URL when they do not fork. */
const forkingOptions: Codec<Forking | undefined> = {
  schema: schema.objectWith({ forking: schema.objectWith({ jsonRpcUrl: schema.text }) }),
  decode(value) {
    if (!isJsonObject(value)) throw wrongType()
    const { forking } = value
    const { jsonRpcUrl, blockNumber } = isJsonObject(forking) ? forking : {}
    if (typeof jsonRpcUrl !== 'string') return undefined
    checkEndpoint(jsonRpcUrl)
    return { url: jsonRpcUrl, block: blockOf(blockNumber) }
  },
}

/** Hardhat sends a number, viem and Foundry a number or a quantity. */
function blockOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  const number = typeof value === 'string' && /^0x[0-9a-f]{1,14}$/i.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) throw wrongType()
  return number
}

export const anvilReset = defineCommand({
  name: 'anvil_reset',
  aliases: ['hardhat_reset', 'ganache_reset'],
  summary:
    'Restores the first block and discards all snapshots; with `forking`, the chain becomes a fork of `jsonRpcUrl` at `blockNumber`, and without it a fork ends.',
  params: [optionalArgument('options', forkingOptions, undefined)],
  cost: 10,
  async run([forking], _, { node }) {
    const local = expectLocalChain(node, 'anvil_reset')
    if (forking === undefined && node.fork === undefined) local.reset()
    else if (node.forkAnother === undefined) throw noForking()
    else await node.forkAnother(forking).catch(refuse)
  },
})

/** The chain stays as it was. */
function refuse(error: unknown): never {
  if (error instanceof NotInPage) throw helperRefused(error.message)
  throw error instanceof UpstreamError ? upstreamFailed(error.message) : error
}
