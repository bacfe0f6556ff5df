import type { StoredBlock } from '../../bitcoin/blocks/storedBlock.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import type { AbiTypes } from '../../native/abi/method.ts'
import { arrayOf, bytes, bytes32, int256, low32Bits, string, uint256 } from '../../native/abi/types.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { blockLocator } from '../bitcoinChain/blockLocator.ts'
import { BitcoinChain, startingBlock } from '../bitcoinChain/chain.ts'
import { confirmations, confirmationsGas } from '../bitcoinChain/confirmations.ts'
import { receiveHeader, receiveHeaders } from '../bitcoinChain/receiveHeaders.ts'
import type { BridgeCall, BridgeContext } from '../context/bridgeContext.ts'
import { type BridgeMethod, bridgeGetter, bridgeMethod, localRead } from './bridgeMethod.ts'

const since89 = { available: { since: 'rskip89' } } as const

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
  bridgeGetter(
    'getBtcBlockchainBestChainHeight',
    int256,
    { gas: 19_000, isRead: true, localOnly: { until: 'rskip220' } },
    (bridge) => BigInt(BitcoinChain.open(bridge).head.height),
  ),
  bridgeGetter(
    'getBtcBlockchainInitialBlockHeight',
    int256,
    { gas: 20_000, ...since89, ...localRead },
    (bridge) => BigInt(startingBlock(bridge).height),
  ),
  bridgeGetter(
    'getBtcBlockchainBlockLocator',
    arrayOf(string),
    { available: { until: 'rskip89' }, gas: 76_000, ...localRead },
    blockLocator,
  ),
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

/** RSKIP220: a method that returns a header, or empty bytes when it is not found. */
const headerRead = <Arguments extends readonly unknown[]>(
  name: string,
  gas: number,
  inputs: AbiTypes<Arguments>,
  find: (chain: BitcoinChain, ...args: Arguments) => StoredBlock | undefined,
): BridgeMethod =>
  bridgeMethod<Arguments, Uint8Array>({
    name,
    inputs,
    output: bytes,
    gas,
    isRead: true,
    available: { since: 'rskip220' },
    run(bridge, ...args) {
      try {
        return find(BitcoinChain.open(bridge), ...args)?.header.bytes ?? emptyBytes
      } catch (error) {
        if (error instanceof DecodeError) return emptyBytes
        throw error
      }
    },
  })

const headerReads: readonly BridgeMethod[] = [
  headerRead<[]>('getBtcBlockchainBestBlockHeader', 3_800, [], (chain) => chain.head),
  headerRead<[Uint8Array]>('getBtcBlockchainBlockHeaderByHash', 4_600, [bytes32], (chain, hash) =>
    chain.block(hash),
  ),
  headerRead<[bigint]>('getBtcBlockchainBlockHeaderByHeight', 5_000, [uint256], (chain, height) =>
    chain.blockAt(low32Bits(height)),
  ),
  headerRead<[Uint8Array]>('getBtcBlockchainParentBlockHeaderByHash', 4_900, [bytes32], (chain, hash) => {
    const block = chain.block(hash)
    return block && chain.parent(block)
  }),
]

export const bitcoinChainMethods: readonly BridgeMethod[] = [...writes, ...chainReads, ...headerReads]
