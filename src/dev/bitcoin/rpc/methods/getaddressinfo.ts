import { toHexDigits } from '../../../../primitives/hex.ts'
import { checkedScript } from '../checkedScript.ts'
import type { BitcoinMethod } from '../method.ts'
import { programShape } from '../shapes/programShape.ts'

export const getaddressinfo: BitcoinMethod = {
  name: 'getaddressinfo',
  summary: 'Returns what the wallet knows about an address.',
  parameters: [{ name: 'address', types: ['string'] }],
  run(given, { bitcoin }) {
    const script = checkedScript(given.text('address'), 'Invalid address')
    const key = bitcoin.wallet.keys.of(script)
    const label = bitcoin.wallet.keys.labelOf(script)
    return {
      address: given.text('address'),
      scriptPubKey: toHexDigits(script),
      ismine: key !== undefined,
      solvable: key !== undefined,
      iswatchonly: false,
      ...programShape(script),
      ...(key && { pubkey: toHexDigits(key.publicKey) }),
      ischange: false,
      labels: label === undefined ? [] : [label],
    }
  },
}
