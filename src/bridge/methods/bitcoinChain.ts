import type { StoredBlock } from '../../bitcoin/blocks/storedBlock.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { arrayOf, bytes, bytes32, int256, low32Bits, string, uint256 } from '../../native/abi/types.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { blockLocator } from '../bitcoinChain/blockLocator.ts'
import { BitcoinChain, startingBlock } from '../bitcoinChain/chain.ts'
import { confirmations, confirmationsGas } from '../bitcoinChain/confirmations.ts'
import { receiveHeader, receiveHeaders } from '../bitcoinChain/receiveHeaders.ts'
import type { BridgeCall, BridgeContext } from '../context/bridgeContext.ts'
import { type BridgeMethod, bridgeMethod, localRead } from './bridgeMethod.ts'

const since89 = { available: { since: 'rskip89' } } as const
const since220 = { available: { since: 'rskip220' } } as const

const writes: readonly BridgeMethod[] = [
  bridgeMethod({
    name: 'receiveHeaders',
    inputs: [arrayOf(bytes)],
    gas: receiveHeadersGas,
    isRead: false,
    run: receiveHeaders,
  }),
  bridgeMethod({
    name: 'receiveHeader',
    inputs: [bytes],
    output: int256,
    available: { since: 'rskip200' },
    gas: 10_600,
    isRead: false,
    run: receiveHeader,
  }),
]

/** RSKIP124 and RSKIP132 charge for every header beyond the first. */
function receiveHeadersGas({ rules }: BridgeContext, headers: readonly Uint8Array[]): number {
  const additional = Math.max(headers.length - 1, 0)
  if (!rules.rskip124) return 22_000
  return rules.rskip132 ? 25_000 + 3_500 * additional : 66_000 + 1_650 * additional
}

const chainReads: readonly BridgeMethod[] = [
  bridgeMethod({
    name: 'getBtcBlockchainBestChainHeight',
    inputs: [],
    output: int256,
    gas: 19_000,
    isRead: true,
    localOnly: { until: 'rskip220' },
    run: (bridge) => BigInt(BitcoinChain.open(bridge).head.height),
  }),
  bridgeMethod({
    name: 'getBtcBlockchainInitialBlockHeight',
    inputs: [],
    output: int256,
    gas: 20_000,
    ...since89,
    ...localRead,
    run: (bridge) => BigInt(startingBlock(bridge).height),
  }),
  bridgeMethod({
    name: 'getBtcBlockchainBlockLocator',
    inputs: [],
    output: arrayOf(string),
    available: { until: 'rskip89' },
    gas: 76_000,
    ...localRead,
    run: blockLocator,
  }),
  bridgeMethod({
    name: 'getBtcBlockchainBlockHashAtDepth',
    inputs: [int256],
    output: bytes,
    gas: 20_000,
    ...since89,
    ...localRead,
    run: blockHashAtDepth,
  }),
  bridgeMethod({
    name: 'getBtcTransactionConfirmations',
    inputs: [bytes32, bytes32, uint256, arrayOf(bytes32)],
    output: int256,
    available: { since: 'rskip122' },
    gas: confirmationsGas,
    isRead: true,
    run: confirmations,
  }),
]

function blockHashAtDepth(bridge: BridgeCall, depth: bigint): Uint8Array {
  const chain = BitcoinChain.open(bridge)
  const steps = low32Bits(depth)
  const maximumDepth = chain.head.height - startingBlock(bridge).height
  const block = steps >= 0 && steps <= maximumDepth ? chain.blockAtDepth(steps) : undefined
  if (!block) throw new PrecompileFailure(`there is no block at depth ${steps}`)
  return block.header.hash
}

/** RSKIP220: returns a header, or empty bytes when it is not found. */
function headerRead<Arguments extends readonly unknown[]>(
  find: (chain: BitcoinChain, ...args: Arguments) => StoredBlock | undefined,
): (bridge: BridgeCall, ...args: Arguments) => Uint8Array {
  return (bridge, ...args) => {
    try {
      return find(BitcoinChain.open(bridge), ...args)?.header.bytes ?? emptyBytes
    } catch (error) {
      if (error instanceof DecodeError) return emptyBytes
      throw error
    }
  }
}

const headerReads: readonly BridgeMethod[] = [
  bridgeMethod({
    name: 'getBtcBlockchainBestBlockHeader',
    inputs: [],
    output: bytes,
    gas: 3_800,
    isRead: true,
    ...since220,
    run: headerRead<[]>((chain) => chain.head),
  }),
  bridgeMethod({
    name: 'getBtcBlockchainBlockHeaderByHash',
    inputs: [bytes32],
    output: bytes,
    gas: 4_600,
    isRead: true,
    ...since220,
    run: headerRead<[Uint8Array]>((chain, hash) => chain.block(hash)),
  }),
  bridgeMethod({
    name: 'getBtcBlockchainBlockHeaderByHeight',
    inputs: [uint256],
    output: bytes,
    gas: 5_000,
    isRead: true,
    ...since220,
    run: headerRead<[bigint]>((chain, height) => chain.blockAt(low32Bits(height))),
  }),
  bridgeMethod({
    name: 'getBtcBlockchainParentBlockHeaderByHash',
    inputs: [bytes32],
    output: bytes,
    gas: 4_900,
    isRead: true,
    ...since220,
    run: headerRead<[Uint8Array]>((chain, hash) => {
      const block = chain.block(hash)
      return block && chain.parent(block)
    }),
  }),
]

export const bitcoinChainMethods: readonly BridgeMethod[] = [...writes, ...chainReads, ...headerReads]
