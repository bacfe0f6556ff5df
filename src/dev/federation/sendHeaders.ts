import { BitcoinChain } from '../../bridge/bitcoinChain/chain.ts'
import type { BridgeContext } from '../../bridge/context/bridgeContext.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { BitcoinBackend } from '../bitcoin/bitcoinBackend.ts'
import { bridgeCallData } from './bridgeCallData.ts'
import { speakerKey } from './federationView.ts'
import type { FederationAction } from './pegChain.ts'

/** Maximum headers in one transaction. */
const headersPerCall = 100

/** Sends the Bridge the headers of the best Bitcoin chain that it lacks. */
export async function sendHeaders(
  context: BridgeContext,
  bitcoin: BitcoinBackend,
): Promise<FederationAction | undefined> {
  const known = BitcoinChain.open(context)
  const tip = await bitcoin.height()
  let height = Math.min(known.head.height, tip)
  while (height > 0 && known.block(await bitcoin.blockHash(height)) === undefined) height--
  const headers: Uint8Array[] = []
  while (height < tip && headers.length < headersPerCall) {
    height++
    headers.push(await bitcoin.header(await bitcoin.blockHash(height)))
  }
  if (headers.length === 0) return undefined
  const name = `headers up to ${toHexDigits(await bitcoin.blockHash(height))}`
  return { name, key: speakerKey(context), data: bridgeCallData('receiveHeaders', headers) }
}
