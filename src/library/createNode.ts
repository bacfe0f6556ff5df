import type { MiningMode } from '../mining/miner.ts'
import { openNode } from '../node/openNode.ts'
import { type Address, asAddress } from '../primitives/bytes.ts'
import { DecodeError } from '../primitives/errors.ts'
import { fromHex } from '../primitives/hex.ts'
import type { CreateNodeOptions } from './createNodeOptions.ts'
import { LocalNode } from './localNode.ts'

/**
 * Starts a development chain inside the program, as `cambium dev` does, but without a port. The chain is in memory
 * unless `dataFolder` is given.
 */
export async function createNode(options: CreateNodeOptions = {}): Promise<LocalNode> {
  const { mining, coinbase, privateKeys, onLine, verbose = false, peg = false, ...shared } = options
  const node = await openNode({
    ...shared,
    development: shared,
    mining: miningMode(mining),
    ...(peg !== false && { peg: peg === true ? {} : peg }),
    ...(onLine && { callLog: { onLine, isVerbose: verbose } }),
    ...(coinbase !== undefined && { coinbase: addressFrom(coinbase) }),
    ...(privateKeys && { privateKeys: privateKeys.map((key) => fromHex(key, 'private key')) }),
  })
  return new LocalNode(node, options)
}

function miningMode(mining: CreateNodeOptions['mining'] = 'transaction'): MiningMode {
  if (mining === 'transaction') return { kind: 'per-transaction' }
  return mining === 'manual' ? { kind: 'manual' } : { kind: 'interval', milliseconds: mining.everyMs }
}

function addressFrom(text: string): Address {
  const bytes = fromHex(text, 'coinbase')
  if (bytes.length !== 20) throw new DecodeError('coinbase', `has ${bytes.length} bytes instead of 20`)
  return asAddress(bytes)
}
