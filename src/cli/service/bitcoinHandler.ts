import { BitcoinRpc } from '../../dev/bitcoin/rpc/bitcoinRpc.ts'
import { SimulatedBitcoin } from '../../dev/bitcoin/simulatedBitcoin.ts'
import type { Node } from '../../node/node.ts'
import type { PathHandler } from '../../server/networks/routes.ts'

/** Serves the simulated Bitcoin of a development chain at `/bitcoin`. A bitcoind has an address of its own. */
export function bitcoinHandlers({ peg }: Node, onFailure: (error: unknown) => void): readonly PathHandler[] {
  const bitcoin = peg?.bitcoin
  if (!(bitcoin instanceof SimulatedBitcoin)) return []
  const rpc = new BitcoinRpc(bitcoin, onFailure)
  return [{ name: 'bitcoin', answer: (body) => rpc.answer(body) }]
}
