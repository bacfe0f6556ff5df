import { type Decoded, decodeParameters } from '../../../shared/abi/decode.ts'
import { encodeCall } from '../../../shared/abi/encode.ts'
import { itemOf } from '../../../shared/abi/signature.ts'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { bridge } from '../../../shared/sentence/bridgeDeed.ts'

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

const text = async (signature: string): Promise<string | undefined> => (await read(signature))?.text

const integer = async (signature: string): Promise<bigint | undefined> => {
  const digits = await text(signature)
  return digits === undefined ? undefined : BigInt(digits)
}

interface BridgeState {
  readonly btcBlockchainBestChainHeight: number
  /** The Bitcoin transactions that wait for signatures, by the hash of their Rootstock transaction. */
  readonly rskTxsWaitingForSignatures: Readonly<Record<string, string>>
}

export type BridgeFacts = Awaited<ReturnType<typeof readBridge>>

export const readBridge = () =>
  allOf({
    federationAddress: text('getFederationAddress()(string)'),
    federationSize: integer('getFederationSize()(int256)'),
    federationThreshold: integer('getFederationThreshold()(int256)'),
    federationBlock: integer('getFederationCreationBlockNumber()(int256)'),
    retiringAddress: text('getRetiringFederationAddress()(string)'),
    proposedAddress: text('getProposedFederationAddress()(string)'),
    lockingCap: integer('getLockingCap()(int256)'),
    minimumPegIn: integer('getMinimumLockTxValue()(int256)'),
    feePerKilobyte: integer('getFeePerKb()(int256)'),
    bitcoinHeight: integer('getBtcBlockchainBestChainHeight()(int256)'),
    bitcoinHeader: text('getBtcBlockchainBestBlockHeader()(bytes)'),
    queuedPegOuts: integer('getQueuedPegoutsCount()(uint256)'),
    nextPegOutBlock: integer('getNextPegoutCreationBlockNumber()(uint256)'),
    pegOutFees: integer('getEstimatedFeesForNextPegOutEvent()(uint256)'),
    state: call<BridgeState>('eth_bridgeState').catch(() => undefined),
  })

type Settled<Promises> = { readonly [Name in keyof Promises]: Awaited<Promises[Name]> }

async function allOf<Promises extends Readonly<Record<string, Promise<unknown>>>>(
  promises: Promises,
): Promise<Settled<Promises>> {
  const entries = Object.entries(promises).map(async ([name, promise]) => [name, await promise])
  return Object.fromEntries(await Promise.all(entries)) as Settled<Promises>
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
