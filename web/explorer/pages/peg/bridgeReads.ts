import { type Decoded, decodeParameters } from '../../../shared/abi/decode.ts'
import { encodeCall } from '../../../shared/abi/encode.ts'
import { itemOf } from '../../../shared/abi/signature.ts'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'

export const bridge = '0x0000000000000000000000000000000001000006'

/** Calls a read method of the Bridge; undefined for a method that the network does not have yet. */
async function read(signature: string, ...texts: readonly string[]): Promise<Decoded | undefined> {
  const item = itemOf('function', signature)
  const answer = await call<Hex>('eth_call', { to: bridge, data: encodeCall(item, texts) }, 'latest').catch(
    () => '0x',
  )
  if (answer === '0x') return undefined
  try {
    return decodeParameters(item.outputs ?? [], answer)[0]
  } catch {
    return undefined
  }
}

const integer = async (signature: string): Promise<bigint | undefined> => {
  const text = (await read(signature))?.text
  return text === undefined ? undefined : BigInt(text)
}

export interface BridgeFacts {
  readonly federationAddress: string | undefined
  readonly federationSize: bigint | undefined
  readonly federationThreshold: bigint | undefined
  readonly federationBlock: bigint | undefined
  readonly retiringAddress: string | undefined
  readonly proposedAddress: string | undefined
  readonly lockingCap: bigint | undefined
  readonly minimumPegIn: bigint | undefined
  readonly feePerKilobyte: bigint | undefined
  readonly bitcoinHeight: bigint | undefined
  readonly bitcoinHeader: string | undefined
  readonly queuedPegOuts: bigint | undefined
  readonly nextPegOutBlock: bigint | undefined
  readonly pegOutFees: bigint | undefined
  readonly state: BridgeState | undefined
}

interface BridgeState {
  readonly btcBlockchainBestChainHeight: number
  /** The Bitcoin transactions that wait for signatures, by the hash of their Rootstock transaction. */
  readonly rskTxsWaitingForSignatures: Readonly<Record<string, string>>
}

export async function readBridge(): Promise<BridgeFacts> {
  const [
    federationAddress,
    retiringAddress,
    proposedAddress,
    bitcoinHeader,
    federationSize,
    federationThreshold,
    federationBlock,
    lockingCap,
    minimumPegIn,
    feePerKilobyte,
    bitcoinHeight,
    queuedPegOuts,
    nextPegOutBlock,
    pegOutFees,
    state,
  ] = await Promise.all([
    read('getFederationAddress()(string)'),
    read('getRetiringFederationAddress()(string)'),
    read('getProposedFederationAddress()(string)'),
    read('getBtcBlockchainBestBlockHeader()(bytes)'),
    integer('getFederationSize()(int256)'),
    integer('getFederationThreshold()(int256)'),
    integer('getFederationCreationBlockNumber()(int256)'),
    integer('getLockingCap()(int256)'),
    integer('getMinimumLockTxValue()(int256)'),
    integer('getFeePerKb()(int256)'),
    integer('getBtcBlockchainBestChainHeight()(int256)'),
    integer('getQueuedPegoutsCount()(uint256)'),
    integer('getNextPegoutCreationBlockNumber()(uint256)'),
    integer('getEstimatedFeesForNextPegOutEvent()(uint256)'),
    call<BridgeState>('eth_bridgeState').catch(() => undefined),
  ])
  return {
    federationAddress: federationAddress?.text,
    retiringAddress: retiringAddress?.text,
    proposedAddress: proposedAddress?.text,
    bitcoinHeader: bitcoinHeader?.text,
    federationSize,
    federationThreshold,
    federationBlock,
    lockingCap,
    minimumPegIn,
    feePerKilobyte,
    bitcoinHeight,
    queuedPegOuts,
    nextPegOutBlock,
    pegOutFees,
    state,
  }
}

/** The keys of the federation's members on Bitcoin. */
export async function readMembers(size: bigint): Promise<readonly string[]> {
  const indexes = Array.from({ length: Math.min(Number(size), 60) }, (_, index) => String(index))
  const keys = await Promise.all(
    indexes.map((index) =>
      read('getFederatorPublicKeyOfType(int256 index,string type)(bytes)', index, 'btc'),
    ),
  )
  return keys.map((key) => key?.text ?? '')
}
